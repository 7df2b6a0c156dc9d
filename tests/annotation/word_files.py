"""A Word file with everything in it that people leave in theirs, all of it about Anna Berg."""

import io
import zipfile

from annotation.formats.docx import pieces, text_parts
from tests.annotation.people_files import RELATIONS, W, packed

MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
CONTENT = "application/vnd.openxmlformats-officedocument.wordprocessingml"
SPACES = f'xmlns:w="{W}" xmlns:mc="{MC}" xmlns:r="{RELATIONS}" xmlns:a="{A}" xmlns:m="{M}"'
BY = 'w:author="Anna Berg" w:date="2024-02-03T10:00:00Z"'


def run(text, looks="", *, rsid="00AB12CD"):
    looks = f"<w:rPr>{looks}</w:rPr>" if looks else ""
    return f'<w:r w:rsidR="{rsid}">{looks}<w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*content, looks=""):
    return f"<w:p><w:pPr>{looks}</w:pPr>{''.join(content)}</w:p>"


def cell(*content):
    return f"<w:tc><w:tcPr><w:tcW w:w='2000' w:type='dxa'/></w:tcPr>{''.join(content)}</w:tc>"


def word_file(body, parts=None, *, other=None):
    """A Word file of a body, of `parts` {kind: XML in it} and `other` members of the archive."""
    parts = {"styles": STYLES} | (parts or {})
    roots = {"header": "hdr", "footer": "ftr", "theme": "theme"}
    members, links, types = {}, "", ""
    for number, (kind, content) in enumerate(parts.items(), start=1):
        root, space = (roots.get(kind, kind), "w") if kind != "theme" else ("theme", "a")
        members[f"word/{kind}.xml"] = f"<{space}:{root} {SPACES}>{content}</{space}:{root}>"
        links += f'<Relationship Id="rId{number}" Type="{RELATIONS}/{kind}" Target="{kind}.xml"/>'
        types += f'<Override PartName="/word/{kind}.xml" ContentType="{CONTENT}.{kind}+xml"/>'
    links += (
        f'<Relationship Id="link" Type="{RELATIONS}/hyperlink" Target="mailto:anna@berg.example" '
        'TargetMode="External"/>'
    )
    links += f'<Relationship Id="picture" Type="{RELATIONS}/image" Target="media/anna.png"/>'
    main = f'<Relationship Id="r" Type="{RELATIONS}/officeDocument" Target="word/document.xml"/>'
    main += f'<Relationship Id="c" Type="{RELATIONS}/core-properties" Target="docProps/core.xml"/>'
    return packed(
        {
            "[Content_Types].xml": f'<Types xmlns="{TYPES}"><Default Extension="rels" ContentType='
            '"application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            '<Default Extension="png" ContentType="image/png"/><Override '
            f'PartName="/word/document.xml" ContentType="{CONTENT}.document.main+xml"/>'
            f"{types}</Types>",
            "_rels/.rels": f'<Relationships xmlns="{PACKAGE}">{main}</Relationships>',
            "word/document.xml": f"<w:document {SPACES}><w:body>{body}</w:body></w:document>",
            "word/_rels/document.xml.rels": f'<Relationships xmlns="{PACKAGE}">{links}'
            "</Relationships>",
            "docProps/core.xml": "<core>Anna Berg</core>",
            "docProps/app.xml": "<app>Berg AS</app>",
            "docProps/thumbnail.jpeg": "Anna Berg",
            "word/media/anna.png": "Anna Berg",
            "customXml/item1.xml": "<anna>Anna Berg</anna>",
            "word/vbaProject.bin": "Anna Berg",
            **members,
            **(other or {}),
        }
    )


STYLES = (
    '<w:latentStyles><w:lsdException w:name="Anna Berg"/></w:latentStyles>'
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/>'
    "</w:style>"
    '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/>'
    '<w:basedOn w:val="Normal"/><w:rPr><w:rFonts w:ascii="Georgia"/></w:rPr></w:style>'
    '<w:style w:type="paragraph" w:customStyle="1" w:styleId="BergAS"><w:name w:val="Berg AS"/>'
    '<w:aliases w:val="Anna"/><w:basedOn w:val="Heading1"/><w:rPr><w:rFonts w:ascii="Berg Sans"/>'
    "<w:b/></w:rPr></w:style>"
)
BOX = f"<w:txbxContent>{paragraph(run('Box of Anna Berg'))}</w:txbxContent>"
BOXES = (
    f'<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><a:docPr name="Anna Berg" '
    f'descr="Anna at home"/>{BOX}</w:drawing></mc:Choice><mc:Fallback><w:pict alt="Anna Berg">{BOX}'
    "</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
)
FIELD = (
    '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Anna"/></w:ffData></w:fldChar>'
    '</w:r><w:r><w:instrText>{code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/>'
    '</w:r>{result}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
)
FULL = word_file(
    paragraph(run("Letter of Anna Berg"), looks='<w:pStyle w:val="BergAS"/>')
    + paragraph(
        '<w:bookmarkStart w:id="1" w:name="Anna_Berg"/><w:commentRangeStart w:id="0"/>',
        run("Dear "),
        run("An", "<w:b/>"),
        run("na Be", "<w:i/>"),
        run("rg"),
        run(", hello.", f"<w:rPrChange w:id='3' {BY}><w:rPr/></w:rPrChange>"),
        f"<w:ins w:id='4' {BY}>{run(' New.')}</w:ins>",
        f"<w:del w:id='5' {BY}><w:r><w:delText>Anna Berg</w:delText></w:r></w:del>",
        f"<w:moveFrom w:id='6' {BY}>{run('Anna Berg')}</w:moveFrom>",
        run(" Hidden Anna Berg.", "<w:vanish/>"),
        '<w:r><w:commentReference w:id="0"/></w:r><w:r><w:footnoteReference w:id="2"/></w:r>',
        looks=f"<w:pPrChange w:id='7' {BY}><w:pPr/></w:pPrChange>",
    )
    + paragraph(
        f'<w:hyperlink r:id="link" w:tooltip="Anna Berg">{run("mail her")}</w:hyperlink>',
        FIELD.format(code='HYPERLINK "mailto:anna@berg.example"', result=run(" or write")),
        '<w:sdt><w:sdtPr><w:alias w:val="Anna Berg"/><w:dataBinding w:xpath="/anna"/></w:sdtPr>'
        f"<w:sdtContent>{run(' here')}</w:sdtContent></w:sdt>",
        "<w:smartTag w:element='PersonName'><w:smartTagPr><w:attr w:val='Anna'/></w:smartTagPr>"
        f"{run(' now')}</w:smartTag>",
        f"<m:oMath><m:r><m:rPr/><m:t>x</m:t></m:r></m:oMath>{BOXES}",
        '<w:r><w:drawing><a:blip r:embed="picture" descr="Anna Berg"/></w:drawing></w:r>',
        '<w:r><w:sym w:font="Wingdings" w:char="F04A"/></w:r>',
    )
    + "<w:tbl><w:tblPr><w:tblCaption w:val='Anna Berg'/><w:tblW w:w='0' w:type='auto'/></w:tblPr>"
    "<w:tblGrid><w:gridCol w:w='2000'/><w:gridCol w:w='2000'/></w:tblGrid><w:tr w:rsidR='00AB12CD'>"
    + cell(paragraph(run("Anna")))
    + cell(paragraph(run("Berg")))
    + "</w:tr></w:tbl>"
    + paragraph(run("Storgata 1"), looks='<w:numPr><w:numId w:val="1"/></w:numPr>')
    + paragraph(run("0155 Oslo"))
    + paragraph(run("Berg", "<w:b/>"), "<w:r><w:tab/><w:t>and</w:t><w:br/></w:r>", run("sons"))
    + "<w:altChunk r:id='picture'/><w:sectPr w:rsidR='00AB12CD'><w:headerReference r:id='rId2' "
    "w:type='default'/><w:footerReference r:id='rId3' w:type='default'/>"
    "<w:pgSz w:w='11906' w:h='16838' w:orient='portrait'/></w:sectPr>",
    {
        "styles": STYLES,
        "header": paragraph(run("Berg AS")),
        "footer": paragraph(
            run("page "),
            FIELD.format(code=" PAGE \\* MERGEFORMAT ", result=run("1")),
            f'<w:fldSimple w:instr=" NUMPAGES "> {run("/2")}</w:fldSimple>',
            f'<w:fldSimple w:instr=" AUTHOR "> {run(" by AB")}</w:fldSimple>',
        ),
        "footnotes": '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:t>Anna</w:t></w:r>'
        '</w:p></w:footnote><w:footnote w:id="2">'
        f"{paragraph(run('Anna Berg was here.'))}</w:footnote>",
        "numbering": '<w:abstractNum w:abstractNumId="0"><w:nsid w:val="00AB12CD"/>'
        '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>'
        '<w:lvlText w:val="Berg case %1."/></w:lvl>'
        '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
        "settings": '<w:attachedTemplate r:id="link"/><w:documentProtection w:edit="forms"/>'
        '<w:rsids><w:rsid w:val="00AB12CD"/></w:rsids><w:docVars><w:docVar w:name="Anna" '
        'w:val="Berg"/></w:docVars><w:defaultTabStop w:val="708"/><w:evenAndOddHeaders/><w:compat>'
        '<w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word"'
        ' w:val="15"/><w:compatSetting w:name="Anna" w:val="1"/></w:compat>',
        "theme": '<a:themeElements name="Berg AS"/>',
        "comments": f"<w:comment w:id='0' {BY}>{paragraph(run('Anna Berg!'))}</w:comment>",
        "people": '<w:person w:author="Anna Berg"/>',
        "glossary": paragraph(run("Anna Berg")),
        "chart": "<a:t>Anna Berg</a:t>",
    },
)


def text_of_word_file(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return "".join(text for text, _ in pieces(list(text_parts(archive))))


def members_of(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}
