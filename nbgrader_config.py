"""Settings of nbgrader: solutions/ is the source, exercises/ the release."""

c = get_config()  # noqa: F821
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
