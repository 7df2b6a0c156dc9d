"""Forms whose button `#press` is pressed as they come, and what a browser then sends, if anything.

tests.browser.test_plain_forms asks the browser whether that is so.
"""

from __future__ import annotations

Sent = list[tuple[str, str]]

FORMS: dict[str, tuple[str, Sent | None]] = {
    "fields as they stand": (
        """<form><input name=a value=1><input type=hidden name=b value=2><textarea name=c>
3
4</textarea><input name=d><input value=nameless><input name="" value=5><button id=press>""",
        [("a", "1"), ("b", "2"), ("c", "3\r\n4"), ("d", "")],
    ),
    "the pressed button of several, where it stands": (
        """<form><button name=x value=1></button><button name=x value=2 id=press></button>
<input type=submit name=x value=3><button type=button name=x value=4></button><input name=y>""",
        [("x", "2"), ("y", "")],
    ),
    "an input that is a button": (
        "<form><input type=submit id=press name=a value=Go>",
        [("a", "Go")],
    ),
    "boxes that are ticked": (
        """<form><input type=checkbox name=a><input type=checkbox name=b checked><input type=radio
name=c value=1><input type=radio name=c value=2 checked><input type=checkbox name=d value=3
checked><button id=press>""",
        [("b", "on"), ("c", "2"), ("d", "3")],
    ),
    "the first option that can be chosen": (
        """<form><select name=a><option disabled value=1>x<optgroup disabled><option>2</optgroup>
<option value=3>y</select><button id=press>""",
        [("a", "3")],
    ),
    "the last option that is selected, by what it says": (
        """<form><select name=a><option selected>x<option selected> y
 z </select><button id=press>""",
        [("a", "y z")],
    ),
    "nothing for a selected option that is disabled": (
        "<form><select name=a><option disabled selected>x<option>y</select><button id=press>",
        [],
    ),
    "nothing for what is disabled": (
        """<form><input disabled name=a><fieldset disabled><legend><input name=b></legend><input
name=c><select name=d><option>x</select></fieldset><textarea readonly name=e></textarea><button
id=press>""",
        [("b", ""), ("e", "")],
    ),
    "fields elsewhere that name the form": (
        """<input form=f name=a><form id=f><input name=b><input form=g name=c><input form=none
name=d></form><form id=g><button form=f id=press></button></form>""",
        [("a", ""), ("b", "")],
    ),
    "no file": ("<form><input type=file name=a><button id=press>", [("a", "")]),
    "what is for no scripts, not what is for scripts": (
        """<form><noscript><input name=a></noscript><template><input name=b></template>
<details><button id=press></button></details>""",
        [("a", "")],
    ),
    "what is hidden beside the button": (
        "<form><div hidden><input name=a></div><dialog><input name=b></dialog><button id=press>",
        [("a", ""), ("b", "")],
    ),
    "wrong, but unchecked by the form": (
        "<form novalidate><input required name=a><button id=press>",
        [("a", "")],
    ),
    "wrong, but unchecked by the button": (
        "<form><input required name=a><button id=press formnovalidate>",
        [("a", "")],
    ),
    "required where nobody can type": (
        """<form><input required disabled name=a><input required readonly name=b><input
type=hidden required name=c><button id=press>""",
        [("b", ""), ("c", "")],
    ),
    "within bounds": (
        """<form><input type=number min=1 max=9 value=9 name=a><input type=number max=9 name=b>
<input pattern=[a-z]+ value=abc name=c><input type=number step=any value=.5 name=d><button
id=press>""",
        [("a", "9"), ("b", ""), ("c", "abc"), ("d", ".5")],
    ),
    "an open dialog": ("<dialog open><form><input name=a><button id=press>", [("a", "")]),
    "a text is missing": ("<form><input required name=a><button id=press>", None),
    "a long text is missing": (
        "<form><textarea required name=a></textarea><button id=press>",
        None,
    ),
    "a tick is missing": ("<form><input type=checkbox required name=a><button id=press>", None),
    "one of several is missing": (
        """<form><input type=radio name=a required><input type=radio name=a><button id=press>""",
        None,
    ),
    "another of several is ticked": (
        """<form><input type=radio name=a value=1 required><input type=radio name=a value=2
checked><button id=press>""",
        [("a", "2")],
    ),
    "a choice is missing": (
        """<form><select required name=a><option value="" disabled selected>x<option>y</select>
<button id=press>""",
        None,
    ),
    "an empty choice that is not the first": (
        """<form><select required name=a><option>x<option value="" selected>y</select><button
id=press>""",
        [("a", "")],
    ),
    "a file is missing": ("<form><input type=file required name=a><button id=press>", None),
    "too small": ("<form><input type=number min=1 value=0 name=a><button id=press>", None),
    "too large": ("<form><input type=number max=1 value=2 name=a><button id=press>", None),
    "between the steps": (
        "<form><input type=number min=1 step=2 value=2 name=a><button id=press>",
        None,
    ),
    "on a step from where it stands": (
        "<form><input type=number value=1.5 name=a><button id=press>",
        [("a", "1.5")],
    ),
    "another pattern": ("<form><input pattern=[a-z] value=ab name=a><button id=press>", None),
    "a disabled button": ("<form><button id=press disabled>", None),
    "a button among disabled fields": ("<form><fieldset disabled><button id=press>", None),
    "a hidden button": ("<form><button id=press hidden>", None),
    "a button of a hidden form": ("<div hidden><form><button id=press>", None),
    "a button of a closed dialog": ("<dialog><form><button id=press>", None),
    "a button that closes a dialog": ("<dialog open><form method=dialog><button id=press>", None),
    "a button that is for scripts": ("<form><button type=button id=press>", None),
    "a button without a form": ("<button id=press>", None),
    "a button of a form that is not there": ("<form><button id=press form=none>", None),
}
