"""What is counted: of everything that a model is built of there is at least one."""


def check_sizes(**sizes: int) -> None:
    """Refuse a size below 1.

    Args:
        **sizes: The sizes, under the names that the caller gives them.

    Raises:
        ValueError: If one is below 1.
    """
    for name, size in sizes.items():
        if size < 1:
            raise ValueError(f"{name} is {size}, but must be at least 1.")
