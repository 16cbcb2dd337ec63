"""What a check says of an answer, right or wrong."""

import pytest
from checking import failure

from transformer_grading.checks.attention import (
    ATTENTION,
    COUNTEREXAMPLE,
    SOFTMAX,
    TEMPERATURE,
)
from transformer_grading.instructor.hidden.attention import (
    TEMPERATURE as HIDDEN_TEMPERATURE,
)
from transformer_grading.instructor.right.attention.attention import power_of_d_k
from transformer_grading.instructor.right.attention.others import (
    logarithms_cooled,
    logsumexp,
    shifted,
    smallest,
)
from transformer_grading.instructor.right.attention.softmax import amax
from transformer_grading.mistakes.attention.temperature import best_key_only

pytestmark = pytest.mark.unhooked


def test_a_right_answer_sees_one_line(capsys):
    SOFTMAX.check(amax)
    assert capsys.readouterr() == ("softmax: all 5 properties hold.\n", "")


def test_named_properties_are_named(capsys):
    ATTENTION.check(power_of_d_k, "value")
    ATTENTION.check(power_of_d_k, "mask", "empty row")
    COUNTEREXAMPLE.check(smallest)
    assert capsys.readouterr().out.splitlines() == [
        "attention: value holds.",
        "attention: mask, empty row hold.",
        "counterexample: the property holds.",
    ]


def test_an_unknown_property_names_the_known_ones():
    with pytest.raises(ValueError, match="no property 'speed', only: value, axis"):
        SOFTMAX.check(amax, "speed")


def test_only_the_properties_asked_for_can_fail(capsys):
    def unmasked(q, k, v, mask=None):
        return power_of_d_k(q, k, v)

    ATTENTION.check(unmasked, "value", "batch independence")
    assert "mask: not yet" in str(failure(ATTENTION, unmasked, "mask"))


def test_the_message_has_its_parts():
    message = str(
        failure(ATTENTION, lambda q, k, v, mask=None: power_of_d_k(2 * q, k, v))
    )
    first, inputs, difference, *rest = message.splitlines()
    assert first == (
        "attention, value: not yet. Each output is the average of the values, "
        "weighted by softmax(q·k / √d_k)."
    )
    assert inputs.startswith("With q = [[2, 0, 0, 0]], k = [[0, 1, 0, 0], [1.099,")
    assert difference == "output came out as [[0.8, 3.6]], expected [[2, 3]]."
    assert rest == ["What holds already: input untouched."]


def test_the_smallest_failing_input_is_shown():
    def two_by_three_is_wrong(scores, dim=-1):
        return amax(scores, dim) + (scores.dim() == 2)

    message = str(failure(SOFTMAX, two_by_three_is_wrong))
    assert "With scores = [[0, 2, 1], [3, -1, 0.5]]:" in message


def test_what_is_good_about_wrong_numbers_is_said():
    def sharp(scores, dim=-1):
        return amax(2 * scores, dim)

    def halved(scores, dim=-1):
        return amax(scores, dim) / 2

    assert "Your rows do sum to 1." in str(failure(SOFTMAX, sharp))
    assert "Your rows sum to [0.5], not to 1." in str(failure(SOFTMAX, halved))

    def tripled(q, k, v, temperature):
        return 3 * shifted(q, k, v, temperature)

    assert "everywhere 3 times what it" in str(failure(TEMPERATURE, tripled))


def test_a_ratio_that_prints_as_1_is_no_evidence():
    def nearly(q, k, v, temperature):
        return 1.0004 * shifted(q, k, v, temperature)

    message = str(failure(TEMPERATURE, nearly))
    assert "output came out as" in message and "everywhere" not in message


@pytest.mark.parametrize("style", [logsumexp, logarithms_cooled])
def test_rounding_in_the_cold_is_forgiven_and_a_choice_is_not(style):
    for task in (TEMPERATURE, HIDDEN_TEMPERATURE):
        task.check(style)
        message = str(failure(task, best_key_only, "cold"))
        assert "the first of the best keys in the cold" in message


def test_a_notebook_shows_the_message_alone():
    error = failure(SOFTMAX, lambda scores, dim=-1: scores)
    assert error._render_traceback_() == str(error).splitlines()


def test_no_frame_of_ours_is_chained_to_the_message():
    error = failure(SOFTMAX, lambda scores, dim=-1: 1 / 0)
    assert error.__cause__ is None and error.__suppress_context__
