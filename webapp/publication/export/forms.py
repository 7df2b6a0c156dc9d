"""The forms of the export page."""

from __future__ import annotations

from flask_wtf import FlaskForm
from wtforms import BooleanField, SelectField
from wtforms.fields.choices import SelectChoice

from annotation.formats.exchange.registry import ExportFormat
from annotation.writing import Form
from webapp.core.records import TEST_SPLIT, Layers
from webapp.publication.export.files import AS_IT_CAME, WantedFiles
from webapp.publication.export.wanted import Wanted, Work

_NO_SPLIT = "(none)"
"""What is sent for the documents without a split; nothing is all."""


class ExportForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """The options of a dataset."""

    format = SelectField(
        "Format",
        choices=[SelectChoice(each, f"{each.label}: {each.help}") for each in ExportFormat],
        coerce=ExportFormat,
    )
    split = SelectField("Split", coerce=str)
    work = SelectField(
        "Work", choices=[SelectChoice(each, each.label) for each in Work], coerce=Work
    )
    layers = SelectField(
        "Layers",
        choices=[SelectChoice(each, f"{each.label}: {each.help}") for each in Layers],
        coerce=Layers,
        default=Layers.BOTH,
    )
    annotators = SelectField(
        "Annotators",
        choices=[
            SelectChoice("names", "By name"),
            SelectChoice("numbers", "Numbered: “annotator 1”, “annotator 2” …"),
        ],
        default="names",
    )
    multi_to_test = BooleanField("Documents submitted by several annotators go to the test split")
    without_originals = BooleanField("Leave out the original texts")
    skip_leaking = BooleanField("Leave out documents with findings")
    fits_grammar = BooleanField("Fit the replacements into their sentences")
    without_brackets = BooleanField("Without brackets")

    def offer_splits(self, splits: list[str | None]) -> None:
        """Offer the splits that are there, and test where documents may be moved to it."""
        named = dict.fromkeys([split for split in splits if split] + [TEST_SPLIT])
        self.split.choices = [
            SelectChoice("", "All"),
            *(SelectChoice(split, split) for split in named),
        ]
        if not all(splits):
            self.split.choices.append(SelectChoice(_NO_SPLIT, "None"))

    @property
    def wanted(self) -> Wanted:
        """The options that a valid form asks for."""
        return Wanted(
            format=self.format.data,
            split="" if self.split.data == _NO_SPLIT else self.split.data or None,
            work=self.work.data,
            layers=self.layers.data,
            with_pseudonyms=self.annotators.data == "numbers",
            multi_to_test=self.multi_to_test.data,
            without_originals=self.without_originals.data,
            skip_leaking=self.skip_leaking.data,
            fits_grammar=self.fits_grammar.data,
            without_brackets=self.without_brackets.data,
        )


class FilesForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF brings no types
    """Which anonymized files are wanted; it only reads, so its address says everything."""

    class Meta:
        """It changes nothing, so nobody can be tricked into sending it."""

        csrf = False

    # The other form of the page has fields of these names: ids tell them apart.
    format = SelectField(
        "As",
        id="files-format",
        choices=[
            SelectChoice(AS_IT_CAME, "They came: Word files, else text"),
            *(SelectChoice(form.value, f"{form.label} (.{form.value})") for form in Form),
        ],
        default=AS_IT_CAME,
    )
    documents = SelectField(
        "Documents",
        id="files-documents",
        choices=[
            SelectChoice("submitted", "Submitted or reviewed"),
            SelectChoice("reviewed", "With all submitted work approved"),
        ],
        default="submitted",
    )
    without_brackets = BooleanField("Without brackets", id="files-without-brackets")
    skip_leaking = BooleanField("Leave out documents with findings", id="files-skip-leaking")

    @property
    def wanted(self) -> WantedFiles:
        """The options that a valid form asks for."""
        is_as_it_came = self.format.data == AS_IT_CAME
        return WantedFiles(
            form=None if is_as_it_came else Form(self.format.data),
            only_reviewed=self.documents.data == "reviewed",
            without_brackets=self.without_brackets.data,
            skip_leaking=self.skip_leaking.data,
        )
