"""What may stand in a Word file besides its text: elements, values, fonts and styles of the format.

Everything else is left out of what is written, and `is_format_word` finds it if it is there all
the same: no value of the file can name anybody, for all are numbers and words of these lists.
"""

from __future__ import annotations

import re

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_ANY_WORD = re.compile(r"\{[^}]*/wordprocessingml/(?:2006/)?main\}")
"""The names of elements in usual and in strict files."""

BLOCKS = frozenset("p tbl".split())
CONTENT = {
    "document": frozenset({"body"}),
    "body": BLOCKS,
    "hdr": BLOCKS,
    "ftr": BLOCKS,
    "footnotes": frozenset({"footnote"}),
    "endnotes": frozenset({"endnote"}),
    "footnote": BLOCKS,
    "endnote": BLOCKS,
    "tbl": frozenset({"tblGrid", "tr"}),
    "tr": frozenset({"tc"}),
    "tc": BLOCKS,
}
"""What holds blocks, and which."""
INLINE = frozenset("dir bdo".split())
"""What holds runs beside the paragraph."""
MARKS = frozenset(
    "footnoteReference endnoteReference footnoteRef endnoteRef separator "
    "continuationSeparator".split()
)
"""What stands in a run and is no text."""
LIVE_FIELDS = frozenset("PAGE NUMPAGES SECTIONPAGES".split())
"""Fields that say nothing but numbers of pages."""
PROPERTIES = frozenset(
    # of runs
    "rPr rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint "
    "noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect "
    "bdr shd fitText vertAlign rtl cs em eastAsianLayout specVanish "
    # of paragraphs
    "pPr pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr ilvl numId "
    "suppressLineNumbers pBdr top left bottom right between bar tabs tab suppressAutoHyphens "
    "kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd ind "
    "contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment outlineLvl "
    # of tables
    "tblPr tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW "
    "tblCellSpacing tblInd tblBorders start end insideH insideV tblLayout tblCellMar tblLook "
    "tblPrEx tblGrid gridCol trPr cnfStyle gridBefore gridAfter wBefore wAfter cantSplit trHeight "
    "tblHeader hidden tcPr tcW gridSpan hMerge vMerge tcBorders tl2br tr2bl noWrap tcMar tcFitText "
    "vAlign hideMark "
    # of sections
    "sectPr headerReference footerReference footnotePr endnotePr pos numFmt numStart numRestart "
    "type pgSz pgMar pgBorders lnNumType pgNumType cols col noEndnote titlePg rtlGutter docGrid "
    # of styles
    "styles docDefaults rPrDefault pPrDefault style basedOn next link uiPriority semiHidden "
    "unhideWhenUsed qFormat tblStylePr "
    # of numbering
    "numbering abstractNum multiLevelType lvl lvlRestart isLgl suff lvlText lvlJc num "
    "abstractNumId lvlOverride startOverride styleLink numStyleLink "
    # of settings
    "settings evenAndOddHeaders mirrorMargins autoHyphenation defaultTabStop "
    "characterSpacingControl compat compatSetting".split()
)
"""The properties of how text looks; they stand where they stood."""
COMPATIBILITY = frozenset({"compatibilityMode", "http://schemas.microsoft.com/office/word"})
"""The name and URI of the setting of the version whose rules break lines."""
STYLE_REFERENCES = frozenset(
    "pStyle rStyle tblStyle basedOn next link styleLink numStyleLink".split()
)

_VALUES = frozenset(
    # on, off, nothing, all
    "0 1 true false on off none nil auto clear default all "
    # places and directions
    "left center right both start end distribute mediumKashida highKashida lowKashida "
    "thaiDistribute num numTab top bottom inline inside outside baseline superscript subscript "
    "text margin page column notBeside around tight through exact atLeast drop ltr rtl "
    "tb rl lr tbV rlV lrV lrTb tbRl btLr lrTbV tbLrV tbRlV never overlap portrait landscape "
    # tabs, lines, borders, shading, colours, emphasis
    "decimal bar dot hyphen underscore heavy middleDot single words double thick dotted "
    "dottedHeavy dash dashed dashedHeavy dashLong dashLongHeavy dotDash dashDotHeavy dotDotDash "
    "dashDotDotHeavy wave wavyHeavy wavyDouble triple thinThickSmallGap thickThinSmallGap "
    "thinThickThinSmallGap thinThickMediumGap thickThinMediumGap thinThickThinMediumGap "
    "thinThickLargeGap thickThinLargeGap thinThickThinLargeGap doubleWave dashSmallGap "
    "dashDotStroked threeDEmboss threeDEngrave outset inset solid horzStripe vertStripe "
    "reverseDiagStripe diagStripe horzCross diagCross thinHorzStripe thinVertStripe "
    "thinReverseDiagStripe thinDiagStripe thinHorzCross thinDiagCross black blue cyan green "
    "magenta red yellow white darkBlue darkCyan darkGreen darkMagenta darkRed darkYellow darkGray "
    "lightGray comma circle underDot eastAsia cs "
    # tables, sections, pages, numbers
    "pct dxa fixed autofit restart continue nextPage nextColumn continuous evenPage oddPage even "
    "odd first newPage newSection allPages firstPage notFirstPage front back period colon emDash "
    "enDash lines linesAndChars snapToChars singleLevel multilevel hybridMultilevel tab space "
    "nothing pageBottom beneathText sectEnd docEnd eachSect eachPage upperRoman lowerRoman "
    "upperLetter lowerLetter ordinal cardinalText ordinalText bullet decimalZero numberInDash "
    "chicago hex decimalEnclosedCircle decimalFullWidth decimalHalfWidth aiueo iroha "
    "japaneseCounting ideographDigital chineseCounting koreanDigital thaiLetters thaiNumbers "
    "russianLower russianUpper hebrew1 hebrew2 arabicAlpha arabicAbjad hindiVowels hindiNumbers "
    "doNotCompress compressPunctuation "
    # of breaks and fields, of styles and notes
    "textWrapping indent begin separate paragraph character table numbering wholeTable firstRow "
    "lastRow firstCol lastCol band1Vert band2Vert band1Horz band2Horz neCell nwCell seCell swCell "
    "continuationSeparator continuationNotice separator".split()
)
_NUMBER = re.compile(
    r"[-+]?\d{1,12}(?:\.\d{1,6})?(?:%|pt|cm|mm|in|pc|pi)?"
    r"|pct\d\d?"
    r"|[0-9A-Fa-f]{6}"  # a colour
    r"|(?=.*\d)[0-9A-F]{4}"  # switches
)
_STYLE_ID = re.compile(r"s\d+")
_STYLE_NAME = re.compile(r"Style \d+")
_LETTERS = re.compile(r"[^\W\d_]{2,}")

FONTS = frozenset(
    [
        *"Aptos Arial Calibri Cambria Candara Carlito Caladea Century Consolas Constantia".split(),
        *"Corbel Courier Garamond Georgia Helvetica Impact Lato Meiryo Roboto SimSun".split(),
        *"OpenSymbol Symbol Sylfaen Tahoma Times Verdana Webdings Wingdings".split(),
        "Aptos Display",
        "Arial Black",
        "Arial Narrow",
        "Arial Unicode MS",
        "Book Antiqua",
        "Bookman Old Style",
        "Calibri Light",
        "Cambria Math",
        "Century Gothic",
        "Comic Sans MS",
        "Courier New",
        "DejaVu Sans",
        "DejaVu Sans Mono",
        "DejaVu Serif",
        "Franklin Gothic Book",
        "Gill Sans MT",
        "Liberation Mono",
        "Liberation Sans",
        "Liberation Serif",
        "Lucida Console",
        "Lucida Sans Unicode",
        "MS Gothic",
        "MS Mincho",
        "Malgun Gothic",
        "Microsoft YaHei",
        "Noto Sans",
        "Noto Serif",
        "Open Sans",
        "Palatino Linotype",
        "Segoe UI",
        "Times New Roman",
        "Trebuchet MS",
        "Wingdings 2",
        "Wingdings 3",
        "Yu Gothic",
        "Yu Mincho",
    ]
)
"""Those that everybody has; a firm's own would tell the firm."""

BUILT_IN_STYLES = frozenset(
    [
        *"Normal Title Subtitle Strong Emphasis Quote Hyperlink caption footer header".split(),
        *(f"heading {level}" for level in range(1, 10)),
        *(f"toc {level}" for level in range(1, 10)),
        *(
            f"List{kind}{level}"
            for kind in (" Bullet", " Number", "")
            for level in ("", " 2", " 3")
        ),
        "Body Text",
        "Default Paragraph Font",
        "Intense Quote",
        "List Paragraph",
        "No List",
        "No Spacing",
        "Normal Table",
        "Plain Text",
        "Table Grid",
        "endnote reference",
        "endnote text",
        "footnote reference",
        "footnote text",
        "page number",
    ]
)
"""Names by which programs know what a style is for."""


def is_word(tag: object) -> bool:
    """Tell whether the name of an element or attribute is one of Word's."""
    return _ANY_WORD.match(str(tag)) is not None


def is_value(value: str) -> bool:
    """Tell whether a value is a number, a colour or a word of the format."""
    return value in _VALUES or _NUMBER.fullmatch(value) is not None


def is_format_word(value: str) -> bool:
    """Tell whether a value can name nobody: it is one of the format's, or of our numbering."""
    return (
        is_value(value)
        or value in LIVE_FIELDS
        or value in COMPATIBILITY
        or value in FONTS
        or value in BUILT_IN_STYLES
        or _STYLE_ID.fullmatch(value) is not None
        or _STYLE_NAME.fullmatch(value) is not None
    )


def without_words(label: str) -> str:
    """Take the words out of what stands before the paragraphs of a list: "Case %1." is "%1."."""
    return _LETTERS.sub("", label).strip()
