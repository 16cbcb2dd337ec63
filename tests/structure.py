"""What holds of the whole repository; each check lists what breaks it."""

import ast
import re
from collections import defaultdict

from repository import UNTAUGHT, Repository, fingerprint, functions, imported

TAUGHT_CODE = r"transformer_lib/.*\.py|(book|solutions)/.*\.ipynb"
LESSON_PLACES = {
    r"book/(\d.*)\.ipynb": "{chapter}",
    r"transformer_grading/quiz/(\w+)(?:/__init__)?\.py": "{slug}",
}
EXERCISE_PLACES = {
    r"solutions/(.*)\.ipynb": "{chapter}/{chapter}",
    r"exercises/(.*)\.ipynb": "{chapter}/{chapter}",
    r"transformer_grading/checks/(\w+)(?:/__init__)?\.py": "{slug}",
    r"transformer_grading/mistakes/(\w+)(?:/__init__)?\.py": "{slug}",
    r"transformer_grading/checks/probes/(\w+)(?:/__init__)?\.py": "{slug}",
    r"transformer_grading/instructor/hidden/(\w+)(?:/__init__)?\.py": "{slug}",
    r"transformer_grading/instructor/probes/(\w+)(?:/__init__)?\.py": "{slug}",
    r"transformer_grading/instructor/right/(\w+)(?:/__init__)?\.py": "{slug}",
    r"transformer_grading/instructor/cases/(\w+)(?:/__init__)?\.py": "{slug}",
}
TESTS = r"tests/test_(\d.*)\.py"
# Written so that this file does not contain what it forbids.
MACHINE = r"/[r]oot/|/[h]ome/\w|/[U]sers/\w|/[w]ork/|/[t]mp/\w"
HOSTS = r"[p]ypi\.org|[p]ythonhosted|[j]sdelivr|[u]npkg\.com|[n]pmjs|[c]dnjs"


def chapters_in_order(repo: Repository) -> list[str]:
    """Chapters stand in reading order, numbered by the place of their module in it."""
    wrong = [c for c in repo.chapters if c not in repo.numbered]
    if repo.chapters != sorted(set(repo.chapters)):
        wrong.append(f"not in order: {repo.chapters}")
    return wrong


def one_file_a_chapter(repo: Repository) -> list[str]:
    """Every chapter has a lesson and a quiz, and an exercise whole or not at all.

    Support modules may stand beside those of the chapters.
    """
    begun = {
        chapter
        for chapter, slug in zip(repo.chapters, repo.slugs, strict=True)
        for place, name in EXERCISE_PLACES.items()
        if name.format(chapter=chapter, slug=slug) in repo.named(place)
    }
    wrong = []
    for places, chapters in (
        (LESSON_PLACES, set(repo.chapters)),
        (EXERCISE_PLACES, begun),
    ):
        for place, name in places.items():
            wanted = {
                name.format(chapter=c, slug=c.partition("_")[2]) for c in chapters
            }
            found = repo.named(place)
            wrong += [f"no {place} for {missing}" for missing in wanted - found]
            if "{chapter}" in name:
                wrong += [f"{extra} in {place}: no chapter" for extra in found - wanted]
    return wrong


def one_module_a_place(repo: Repository) -> list[str]:
    """transformer_lib holds what the reading order lists, each tested in one file."""
    found, tested = (
        repo.named(r"transformer_lib/(\w+)(?:\.py|/.*\.py)"),
        repo.named(TESTS),
    )
    order, numbered = set(repo.order), set(repo.numbered)
    extra = found - order - untaught() - {"__init__"}
    return [
        *(f"transformer_lib/{name}: not in the reading order" for name in extra),
        *(f"no module transformer_lib/{name}" for name in order - found),
        *(f"no tests/test_{name}.py" for name in numbered - tested),
        *(f"tests/test_{name}.py: no module" for name in tested - numbered),
    ]


def untaught() -> set[str]:
    """The names of the modules without a chapter."""
    return set(re.findall(r"\w+", " ".join(UNTAUGHT)))


def support_comes_last(repo: Repository) -> list[str]:
    """The layers that import-linter holds end with the modules without a chapter."""
    last = repo.layers[-len(UNTAUGHT) :]
    return [] if last == UNTAUGHT else [f"the layers end with {last}, not {UNTAUGHT}"]


def reading_order(repo: Repository) -> list[str]:
    """Modules, lessons and solutions use only what has been taught."""
    wrong = []
    for n, (name, slug) in enumerate(zip(repo.numbered, repo.order, strict=True), 1):
        allowed = set(repo.order[:n]) | untaught()
        places = (
            rf"transformer_lib/{slug}(\.py|/.*\.py)|(book|solutions/.*)/{name}\.ipynb"
        )
        for path in repo.matching(places):
            later = imported(repo.tree(path), "transformer_lib") - allowed
            wrong += [f"{path} imports {other}, taught later" for other in later]
    return wrong


def one_home(repo: Repository) -> list[str]:
    """No function of two statements or more stands in two places.

    What the notebook of an exercise gives stands in its catalogue too: see `in_step`.
    """
    homes = defaultdict(set)
    apart = r"instructor/right|mistakes/\w+/parts\.py"
    pattern = TAUGHT_CODE + rf"|transformer_grading/(?!{apart}).*\.py"
    for path in repo.matching(pattern + r"|tests/.*\.py|book/.*\.py"):
        for function in functions(repo.tree(path)):
            if len(function.body) > 1:
                homes[fingerprint(function)].add(f"{path}:{function.name}")
    return [f"the same body: {sorted(h)}" for h in homes.values() if len(h) > 1]


def in_step(repo: Repository) -> list[str]:
    """A catalogue, which cannot import a notebook, has what its notebook gives."""
    wrong = []
    for path in repo.matching(r"transformer_grading/mistakes/\w+/parts\.py"):
        slug = path.split("/")[-2]
        (notebook,) = repo.matching(rf"solutions/.*/\d+_{slug}\.ipynb")
        given = {f.name: fingerprint(f) for f in functions(repo.tree(notebook))}
        for function in functions(repo.tree(path)):
            if fingerprint(function) != given.get(function.name):
                wrong.append(f"{path}: {function.name} is not that of {notebook}")
    return wrong


def axis_words(repo: Repository) -> list[str]:
    """Shapes and einops patterns are spelled with the words of notation.py."""
    notation = repo.tree("transformer_lib/notation.py")
    axes = next(
        set(ast.literal_eval(node.value))
        for node in notation.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and "AXES" in ast.unparse(node)
    )
    return [
        f"{path}: {word!r} is no axis of notation.AXES"
        for path in repo.matching(TAUGHT_CODE)
        for shape in shapes(repo.tree(path))
        for word in sorted(set(re.findall(r"[A-Za-z_]\w*", shape)) - axes)
    ]


def shapes(tree: ast.AST) -> list[str]:
    """The strings of jaxtyping annotations and of einops calls."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
            found += [e for e in node.slice.elts[1:] if "Tensor" in ast.unparse(node)]
        if isinstance(node, ast.Call) and re.search(
            r"\b(rearrange|repeat|reduce|einsum)$", ast.unparse(node.func)
        ):
            found += node.args
    constants = [e.value for e in found if isinstance(e, ast.Constant)]
    return [value for value in constants if isinstance(value, str)]


def known_sources(repo: Repository) -> list[str]:
    """Every taught module cites a source, and every source is in the list."""
    known = set(re.findall(r"@\w+\{(\w+),", repo.text("book/references.bib")))
    wrong = []
    for path in repo.matching(r"(transformer_lib|transformer_grading)/.*\.py"):
        cited = set(re.findall(r"Source: (\w+)", repo.text(path)))
        wrong += [f"{path} cites {key}: not in references.bib" for key in cited - known]
    for slug in repo.order:
        modules = repo.matching(rf"transformer_lib/{slug}(\.py|/.*\.py)")
        if not any("Source: " in repo.text(path) for path in modules):
            wrong.append(f"transformer_lib/{slug} cites no source")
    return wrong


def small_pieces(repo: Repository) -> list[str]:
    """Function bodies of 25 lines, files of 250, notebook cells of 15."""
    wrong = []
    for path in repo.matching(r".*\.(py|js|css)"):
        lines = repo.text(path).count("\n")
        wrong += [f"{path} has {lines} lines"] * (lines > 250)
    for path in repo.matching(r".*\.(py|ipynb)"):
        for function in functions(repo.tree(path)):
            lines = span(function)
            wrong += [f"{path}: {function.name} has {lines} lines"] * (lines > 25)
    for path in repo.matching(r".*\.ipynb"):
        for n, cell in enumerate(repo.cells(path)):
            lines = len(re.findall(r"^\s*[^\s#]", cell.source, re.MULTILINE))
            wrong += [f"{path}: cell {n} has {lines} lines"] * (lines > 15)
    return wrong


def span(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function's body, its docstring aside."""
    if not function.body:
        return 0
    return (function.body[-1].end_lineno or 0) - function.body[0].lineno + 1


def stripped_notebooks(repo: Repository) -> list[str]:
    """Committed notebooks hold no outputs."""
    return [
        f"{path} holds outputs"
        for path in repo.matching(r".*\.ipynb")
        if any(cell.outputs or cell.execution_count for cell in repo.cells(path))
    ]


def plain_names(repo: Repository) -> list[str]:
    """No drawer for everything, and no import of everything."""
    wrong = [f"{path}: say what it holds" for path in repo.matching(r".*\butils\.py")]
    for path in repo.matching(r".*\.(py|ipynb)"):
        nodes = ast.walk(repo.tree(path))
        stars = [n for n in nodes if isinstance(n, ast.alias) and n.name == "*"]
        wrong += [f"{path} imports *" for _ in stars]
    return wrong


def no_machine(repo: Repository) -> list[str]:
    """No folder of one machine and no package host is named."""
    wrong = []
    for path in repo.paths:
        try:
            text = repo.text(path)
        except UnicodeDecodeError:
            continue
        wrong += [
            f"{path} names {m[0]}" for m in re.finditer(f"{MACHINE}|{HOSTS}", text)
        ]
    return wrong


def glued_numbers(repo: Repository) -> list[str]:
    """Every number that a lesson's text shows is glued by one of its cells."""
    wrong = []
    for path in repo.matching(r"book/.*\.ipynb"):
        code = "\n".join(cell.source for cell in repo.cells(path))
        glued = set(re.findall(r"glue\(\s*f?\"([^\"]+)\"", code))
        names = {name: re.sub(r"\\\{.*?\\\}", ".+", re.escape(name)) for name in glued}
        shown = set(re.findall(r"\{glue:\w+\}`([^`:]+)", repo.prose(path)))
        for name in shown:
            if not any(re.fullmatch(pattern, name) for pattern in names.values()):
                wrong.append(f"{path}: no cell glues {name}")
        for name, pattern in names.items():
            if not any(re.fullmatch(pattern, text) for text in shown):
                wrong.append(f"{path}: no sentence shows {name}")
    return wrong
