"""Settings of nbgrader: solutions/ is the source, exercises/ the release."""

c = get_config()  # noqa: F821
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
# A marking scheme stands under its question; the points belong to the answer's cell.
c.ClearMarkScheme.enforce_metadata = False
# A returned notebook tells which property failed, not how it was tested or marked.
c.GenerateFeedback.preprocessors = [
    "nbgrader.preprocessors.GetGrades",
    "nbgrader.preprocessors.ClearHiddenTests",
    "nbgrader.preprocessors.ClearMarkScheme",
    "transformer_grading.instructor.feedback.OnlyMessages",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
]
