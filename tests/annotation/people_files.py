"""Files as people have them, made of a few lines: the same bytes every time."""

import io
import zipfile

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
ODF = "urn:oasis:names:tc:opendocument:xmlns"


def packed(members, *, mimetype=None):
    """A ZIP archive of {name: content}."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        if mimetype is not None:
            archive.writestr(zipfile.ZipInfo("mimetype"), mimetype)
        for name, content in members.items():
            info = zipfile.ZipInfo(name)  # of 1980, not of now
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return stream.getvalue()


def paragraphs(*texts):
    """The XML of Word paragraphs of one run each."""
    return "".join(
        f'<w:p><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>' for text in texts
    )


def docx(body, **parts):
    """A Word document: the XML of its body, and of other parts by their relationship."""
    related = [
        f'<Relationship Id="r{number}" Type="{RELATIONS}/{kind}" Target="{kind}.xml"/>'
        for number, kind in enumerate(parts)
    ]
    names = {f"word/{kind}.xml": _word(kind, content) for kind, content in parts.items()}
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    main = f'<Relationship Id="r" Type="{RELATIONS}/officeDocument" Target="/word/main.xml"/>'
    return packed(
        {
            "[Content_Types].xml": "<Types/>",
            "_rels/.rels": f'<Relationships xmlns="{relations}">{main}</Relationships>',
            "word/main.xml": _word("document", f"<w:body>{body}</w:body>"),
            "word/_rels/main.xml.rels": f'<Relationships xmlns="{relations}">'
            + "".join(related)
            + "</Relationships>",
            **names,
        }
    )


def _word(root, content):
    mc = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    return f'<w:{root} xmlns:w="{W}" xmlns:mc="{mc}">{content}</w:{root}>'


def odt(body, *, styles="", manifest=""):
    """An OpenDocument text: the XML of its body and of its header or footer."""
    spaces = " ".join(
        f'xmlns:{name}="{ODF}:{name}:1.0"' for name in ("office", "text", "table", "style", "draw")
    )
    members = {
        "content.xml": f"<office:document {spaces}><office:body><office:text>{body}</office:text>"
        "</office:body></office:document>",
        "styles.xml": f"<office:document {spaces}><office:master-styles>{styles}"
        "</office:master-styles></office:document>",
        "META-INF/manifest.xml": f"<manifest>{manifest}</manifest>",
    }
    return packed(members, mimetype="application/vnd.oasis.opendocument.text")


def pdf(*pages):
    """A PDF with the lines of each page in Helvetica."""
    shown = [" T* ".join(f"({line}) Tj" for line in lines) for lines in pages]
    return drawn_pdf(*(f"BT /F1 12 Tf 14 TL 72 720 Td {text} ET" if text else "" for text in shown))


def placed_pdf(*pages, size=10, turn="1 0 0 1"):
    """A PDF of pages of (x, y, text), in the order in which they are written."""
    return drawn_pdf(
        *(
            f"BT /F1 {size} Tf "
            + " ".join(f"{turn} {x} {y} Tm ({text}) Tj" for x, y, text in page)
            + " ET"
            for page in pages
        )
    )


def drawn_pdf(*streams):
    """A PDF with a page for each stream of operators, /F1 being Helvetica."""
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    numbers = range(4, 4 + 2 * len(streams), 2)
    kids = " ".join(f"{number} 0 R" for number in numbers)
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(streams)} >>",
        font,
    ]
    for number, stream in zip(numbers, streams, strict=True):
        objects += [
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R"
            f" >> >> /Contents {number + 1} 0 R >>",
            f"<< /Length {len(stream.encode('cp1252'))} >>\nstream\n{stream}\nendstream",
        ]
    content, offsets = b"%PDF-1.4\n", []
    for number, value in enumerate(objects, start=1):
        offsets.append(len(content))
        content += f"{number} 0 obj\n{value}\nendobj\n".encode("cp1252")
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    end += (
        f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(content)}\n%%EOF\n"
    )
    return content + end.encode()
