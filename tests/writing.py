"""What holds of the text of the lessons; each check lists what breaks it."""

import ast
import itertools
import re
from collections.abc import Iterator

from nbformat import NotebookNode
from repository import Repository

LESSONS = r"book/\d.*\.ipynb"
KINDS = ("recall", "derive", "compute", "debug", "design")
LEAST_QUESTIONS = 8
MATHS = r"\$\$.*?\$\$|\$[^$]+\$"
ROLE = r"\{[\w:]+\}`[^`]*`"
CODE = r"```.*?```|``.*?``|`[^`]*`"
LINK = r"(?<=\])\([^)\s]*\)|<[^>]*>"
READING = r"^\*Reading: .*$"
UNIT = (
    r"(?:[mµn]?s|seconds?|minutes?|hours?|days?|[kKMG]i?B|(?:kilo|mega|giga)?bytes?"
    r"|bits?|nats?|[GT]?FLOPs?|[MG]Hz|points?)"
)
NUMBER = (
    r"(?<![\w.])(?:\d[\d,]*\.\d+|\.\d+|\d+(?:\.\d+)?e-?\d+"
    rf"|\d[\d,.]*\s?(?:%|per ?cent\b|{UNIT}\b))"
)
NAMED = r"(?:Python|PyTorch|torch|CUDA|version|[Ss]ection|[Ff]igure|[Tt]able) \d[\d.]*"
QUESTION = re.compile(
    rf"\*\*(\d+) \((\d+) marks, ({'|'.join(KINDS)})\)\*\* \S.*?\n\n"
    r"<details>\n<summary>Marking scheme</summary>\n\n(.*)\n</details>",
    re.DOTALL,
)
MARKS = r"(?:^|[\s(])(\d+): "
SENTENCE = r"[A-Z0-9\"'“‘].*[.?]"
ALIKE = 0.8


def texts(repo: Repository, path: str) -> Iterator[NotebookNode]:
    """The text cells of a lesson that are no exam questions."""
    for cell in repo.markdown(path):
        if "exam" not in cell.metadata.get("tags", []):
            yield cell


def typed_numbers(repo: Repository) -> list[str]:
    """What is measured is glued from a cell, or stands in a sentence with a source."""
    return [
        f"{path}, {cell.id}: {number!r} is typed; glue it, or say who measured it"
        for path in repo.matching(LESSONS)
        for cell in texts(repo, path)
        for sentence in sentences(cell.source)
        for number in re.findall(NUMBER, sentence)
    ]


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text that cite nothing, without maths, code and roles."""
    text = re.sub(READING, "", text, flags=re.MULTILINE)
    for mark in (CODE.split("|")[0], MATHS):
        text = re.sub(mark, " x ", text, flags=re.DOTALL)
    cites = re.sub(r"\{cite[\w:]*\}`[^`]*`", " CITED ", text)
    plain = re.sub(f"{ROLE}|{CODE}|{LINK}|{NAMED}", " x ", cites)
    for sentence in re.split(r"(?<=[.?!:])\s+|\n\n+|\n(?=[*-] )", plain):
        if "CITED" not in sentence:
            yield sentence


def told_figures(repo: Repository) -> list[str]:
    """Every figure says in a sentence of its own what one learns from it."""
    wrong = []
    told = [
        (path, " ".join(told_by(given, cell).split()))
        for path in repo.matching(r"book/.*\.ipynb")
        for cell in repo.trees(path)
        for given in figures(cell)
    ]
    for path, alt in told:
        if not re.fullmatch(SENTENCE, alt) or len(alt.split()) < 6:
            wrong.append(f"{path}: no full sentence tells a figure: {alt!r}")
    for (path, alt), (other, others) in itertools.combinations(told, 2):
        words, too = (set(re.findall(r"[a-z]+", t.lower())) for t in (alt, others))
        if len(words & too) >= ALIKE * len(words | too):
            wrong.append(f"{path} and {other} tell two figures alike: {alt!r}")
    return wrong


def figures(tree: ast.AST) -> Iterator[ast.expr]:
    """What the calls that finish a figure are told as its text alternative."""
    nodes = [*ast.walk(tree)]
    calls = [
        n for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
    ]
    parameters = {n.arg for n in nodes if isinstance(n, ast.arg)}
    for call in calls:
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        alt = given.get("alt", ast.Constant(""))
        passed_on = isinstance(alt, ast.Name) and alt.id in parameters
        finishes = ast.unparse(call.func) in ("show", "heatmap") or "alt" in given
        if finishes and not passed_on:
            yield alt


def told_by(alt: ast.expr, tree: ast.AST) -> str:
    """A text alternative; what is computed in it counts as one word."""
    if isinstance(alt, ast.Name):
        assigned = (n for n in ast.walk(tree) if isinstance(n, ast.Assign))
        named = (n.value for n in assigned if ast.unparse(n.targets[0]) == alt.id)
        return told_by(next(named, ast.Constant("")), ast.Module([], []))
    parts = alt.values if isinstance(alt, ast.JoinedStr) else [alt]
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else "x" for part in parts
    )


def known_terms(repo: Repository) -> list[str]:
    """A word that is bold where it is born is in the glossary, and the reverse."""
    page = repo.text("book/glossary.md")
    block = re.findall(r"```\{glossary\}\n(.*?)\n```", page, re.DOTALL)[0]
    glossary = {stem(line): line for line in re.findall(r"^\S.*", block, re.MULTILINE)}
    born = {
        stem(term): f"{path}, {cell.id}: {term!r}"
        for path in repo.matching(LESSONS)
        for cell in texts(repo, path)
        for term in re.findall(r"\*\*([^*]+)\*\*", running(cell.source))
        if term[-1] not in ".?:"  # those begin a paragraph
    }
    wrong = [f"{born[t]} is not in the glossary" for t in born.keys() - glossary]
    wrong += [f"{glossary[t]!r} is bold nowhere" for t in glossary.keys() - born]
    return wrong


def running(text: str) -> str:
    """The text of a cell without admonitions, details, lists, code and corrections."""
    text = re.sub(r"^(:::+|```+)\{?.*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"<summary>.*?</summary>", "", text, flags=re.DOTALL)
    lines = [
        t for t in text.splitlines() if not re.match(r"\s*([*+-]|\d+\.|\||#+) ", t)
    ]
    return "\n".join(lines).replace("**Put right:**", "")


def stem(term: str) -> str:
    """A term as the glossary may have it: small letters, and the last word singular."""
    term = " ".join(term.lower().split()).strip(" .,:;")
    term = re.sub(r"ies$", "y", term)
    return re.sub(r"(?<=x|h)es$|(?<![su])s$", "", term)


def exam_questions(repo: Repository) -> list[str]:
    """Eight exam questions of all kinds a lesson, each readable alone."""
    wrong = []
    for path in repo.matching(LESSONS):
        cells = [c for c in repo.markdown(path) if "exam" in c.metadata.get("tags", [])]
        asked = [QUESTION.fullmatch(cell.source) for cell in cells]
        for number, (cell, question) in enumerate(zip(cells, asked, strict=True), 1):
            wrong += [f"{path}, {cell.id}: {w}" for w in faults(cell, question, number)]
        missing = set(KINDS) - {question[3] for question in asked if question}
        wrong += [f"{path} has no exam question to {kind}" for kind in sorted(missing)]
        if len(cells) < LEAST_QUESTIONS:
            wrong.append(
                f"{path} has {len(cells)} exam questions, not {LEAST_QUESTIONS}"
            )
        wrong += [
            f"{path}, {cell.id} looks like an exam question without its tag"
            for cell in texts(repo, path)
            if re.search(r"^\*\*\d+ \(", cell.source, re.MULTILINE)
        ]
    return wrong


def faults(
    cell: NotebookNode, question: re.Match[str] | None, number: int
) -> Iterator[str]:
    """What is wrong with one exam question."""
    if not re.fullmatch(r"exam-[a-z0-9-]+", cell.id):
        yield "the id of an exam question begins with exam-"
    if "{glue" in cell.source or re.search(r"cells? (above|below)", cell.source):
        yield "it leans on a cell: write the number, worked by hand"
    if question is None:
        yield "it must be: **1 (5 marks, compute)** Text, then its marking scheme"
        return
    if int(question[1]) != number:
        yield f"it is number {number}, not {question[1]}"
    scheme = re.sub(MATHS, "", question[4], flags=re.DOTALL)
    marks = sum(map(int, re.findall(MARKS, scheme, re.MULTILINE)))
    if marks != int(question[2]):
        yield f"the scheme has {marks} marks, the question {question[2]}"
