"""Fields that stand in no Django form."""

import re

from django.template import Context, Template


def drawn(tag, **context):
    html = Template("{% load fields %}" + tag).render(Context(context))
    return re.sub(r"\s+", " ", re.sub(r">\s+<", "><", html)).strip()


def test_an_input_carries_its_attributes_and_its_label():
    tag = '{% input_field "width" "Largeur" type="number" min=0 value=wide required=True %}'
    assert drawn(tag, wide=12) == (
        '<div class="field"><label class="field-label" for="width">Largeur</label>'
        '<input id="width" name="width" type="number" min="0" value="12" required></div>'
    )


def test_what_may_be_left_out_says_so_and_an_id_may_differ_from_the_name():
    assert drawn('{% input_field "notes" "Notes" id="spawn-notes" optional=True %}') == (
        '<div class="field"><label class="field-label" for="spawn-notes">Notes '
        '<span class="field-optional">(facultatif)</span></label><input id="spawn-notes" name="notes"></div>'
    )


def test_a_select_marks_what_is_chosen_after_its_blank():
    tag = '{% select_field "kind" "Genre" kinds "wood" blank="—" %}'
    assert drawn(tag, kinds=[("wood", "bois"), ("rock", "<roc>")]) == (
        '<div class="field"><label class="field-label" for="kind">Genre</label><select id="kind" name="kind">'
        '<option value="">—</option><option value="wood" selected>bois</option><option '
        'value="rock">&lt;roc&gt;</option>'
        "</select></div>"
    )


def test_a_box_is_ticked_when_it_is_so():
    assert drawn('{% check_field "open" "Ouverte" yes %}', yes=1) == (
        '<div class="field field-check"><input id="open" name="open" type="checkbox" checked>'
        '<label class="field-label" for="open">Ouverte</label></div>'
    )
