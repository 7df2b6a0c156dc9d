"""Words in another script than the text's: names as their bearers write them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.doc_text import text_of
from masking.name_types import type_of_name
from masking.reasons import EAST_ASIAN, OTHER_SCRIPT
from masking.scripts import script_of, scripts_of_language, usual_script
from masking.spans import CERTAIN, LIKELY, RecognizedSpan
from ontology.entries import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ontology.layers import Ontology

_LETTERS = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f]|(?=[^\x00-\u02ff])\S)*")


_FEWEST = 2
"""Letters of a name: one alone is a symbol, as in "α-blocker" and "5 µg"."""
_MOST = 4
"""Words of a name; more are a sentence."""
_EAST_ASIAN = frozenset({"CJK", "HANGUL", "HIRAGANA", "KATAKANA"})
_PLACES = frozenset({Kind.SETTLEMENT, Kind.SUBDIVISION, Kind.COUNTRY, Kind.REGION})
_LONGEST = 8
"""Letters of a name in scripts that set no blanks; more are a sentence."""
_SURNAMES = frozenset(
    "王 李 张 張 刘 劉 陈 陳 杨 楊 黄 黃 赵 趙 吴 吳 周 徐 孙 孫 马 馬 朱 胡 郭 何 林 高 罗 "
    "羅 郑 鄭 梁 谢 謝 宋 唐 许 許 邓 鄧 韩 韓 冯 馮 曹 彭 曾 肖 田 董 潘 袁 蔡 蒋 蔣 余 于 "
    "杜 叶 葉 程 魏 苏 蘇 吕 呂 丁 任 卢 盧 姚 沈 钟 鍾 姜 崔 谭 譚 陆 陸 范 汪 廖 石 金 韦 "
    "賈 贾 夏 付 方 邹 鄒 熊 白 孟 秦 邱 侯 江 尹 薛 闫 閻 段 雷 龙 龍 黎 史 陶 贺 賀 毛 郝 "
    "顾 顧 龚 龔 邵 万 萬 钱 錢 严 嚴 武 戴 莫 孔 向 常 欧阳 歐陽 司马 司馬 诸葛 諸葛 朴 안 "
    "김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 송 류 유 홍 전 고 문 양 손 배 백 허 남 "
    "심 노 하 곽 성 차 주 우 구 민 佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邊 山本 中村 小林 加藤 "
    "吉田 山田 佐々木 山口 松本 井上 木村 斎藤 齋藤 清水 山崎 森 池田 橋本 阿部 石川 山下 "
    "中島 前田 藤田 後藤 小川 岡田 村上 長谷川 近藤 石井 坂本 遠藤 青木 藤井 西村 福田 太田 "
    "三浦 藤原 岡本 松田 中川 中野 原田 小野 竹内 金子 和田 中山 石田 上田 森田".split()
)
"""The most usual surnames of China, Korea and Japan, with which people's names begin."""


class OtherScripts:
    """Finds stretches in a script that is not the one most of the text is written in.

    A text of the pipeline's language is written in all scripts of that language.
    """

    name = OTHER_SCRIPT

    def __init__(self, ontology: Ontology | None = None) -> None:
        self._ontology = ontology

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield each stretch, blanks between its words included: as a name, if it is short."""
        text = text_of(doc)
        usual, own = usual_script(text), scripts_of_language(doc.lang_)
        for row in _rows(text, own if usual in own else {usual}):
            script = script_of(row[0][0][0])
            letters = [letter for match in row for letter in match[0]]
            name = text[row[0].start() : row[-1].end()]
            if script in _EAST_ASIAN and len(letters) <= _LONGEST:
                type_ = self._type_of(name, is_short=len(letters) <= _MOST)
                span = RecognizedSpan(row[0].start(), row[-1].end(), type_, CERTAIN, EAST_ASIAN)
                yield span
            elif sum(script_of(letter) == script for letter in letters) >= _FEWEST:
                type_ = SemanticType.PERSON if len(row) <= _MOST else SemanticType.MISC
                yield RecognizedSpan(row[0].start(), row[-1].end(), type_, LIKELY, self.name)

    def _type_of(self, name: str, *, is_short: bool) -> SemanticType:
        """Return the type of a name by its surname, or by what the ontology knows."""
        begins = (name[:length] in _SURNAMES for length in (3, 2, 1))
        senses = self._ontology.lookup(name) if self._ontology else []
        if any(sense.kind in _PLACES for sense in senses):
            return SemanticType.LOC
        known = type_of_name(name, self._ontology)
        if (is_short and len(name) > 1 and any(begins)) or known is SemanticType.MISC:
            return SemanticType.PERSON
        return known


def _rows(text: str, usual: Set[str]) -> Iterator[list[re.Match[str]]]:
    """Yield the words in other scripts, those with only blanks between them together."""
    passed_over = {"", *usual}
    row: list[re.Match[str]] = []
    for match in _LETTERS.finditer(text):
        if script_of(match[0][0]) in passed_over:
            continue
        if row and text[row[-1].end() : match.start()].strip():
            yield row
            row = []
        row.append(match)
    if row:
        yield row
