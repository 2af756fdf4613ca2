"""Names, numbers, texts, paths and settings that are chosen to break something."""

from __future__ import annotations

NAMES = (
    *("class", "None", "import", "self", "w", "event", "order", "runtime", "Entity"),
    *("World", "nothing", "hostile", "list", "print", "eval", "__import__", "__init__"),
    *(
        "_",
        "A_",
        "a__b",
        "Final",
        "Fraction",
        "holder",
        "target",
        "it",
        "true",
        "phase",
    ),
    *("team", "amount", "subject", "cause", "kind", "bit", "tags", "mro", "super"),
    *("type", "match", "case", "lambda", "async", "Play", "play", "pytest", "test"),
    *("before_Health", "change_Health", "tag_Body", "holds_Mortal", "has_Health"),
    *("é", "ａ", "ﬁ", "K", "Ω", "x" * 300, "a" * 10_001, "A\u0301", "А", "ß", "ſ"),
    *("save", "load", "make", "copy", "Ability", "Effect", "Order", "Event", "old"),
    *("new", "most", "least", "amount2", "names", "form", "Number", "typing", "dict"),
    *("min", "max", "sum", "abs", "round", "len", "bool", "int", "any", "all", "not"),
)

NUMBERS = (
    *("0", "1", "-1", "2", "100", "0.5", "50%", "0%", "1%", "1000%", "0.000001"),
    *("9" * 39, "9" * 40, "9" * 41, "0." + "0" * 30 + "1", "1" + "0" * 35, "007"),
    *("1e5", "1e999", "0x10", "1_000", "1.", ".5", "1.2.3", "١", "½", "²", "1/0"),
    *("999999999999999", "1000000000", "65536", "4294967296", "(0 - 0)", "1 / 3"),
)

TEXTS = (
    *('"', '"""', "'''", "\\", '\\"', "\\\\", "\\n", "\\N{BULLET}", "\\x00", "\\u0041"),
    *("{x}", "{{ 7 * 7 }}", "{% raw %}", "{# x #}", "%s", "%(x)s", "{0}", "${HOME}"),
    *("# game.ledger:1", "# type: ignore", "# fmt: off", "# -*- coding: utf-16 -*-"),
    *("\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\x85", "\x0b", "\x0c", "\r"),
    *("\x00", "\x1b[31m", "\x7f", "\U0001f600", "e\u0301", "\t", " ", "*/", "-->"),
    *("</script>", "]]>", "`id`", "; import os", '"""; import os; """', "x" * 5_000),
)

PATHS = (
    *("game.ledger", "../game.ledger", "/etc/passwd", "a/../game.ledger", "./x.ledger"),
    *("../../x.ledger", "CON.ledger", "x.ledger/", "x.LEDGER", "class.ledger", "~/x"),
    *(
        "C:\\x.ledger",
        "file:///x.ledger",
        "a\\b.ledger",
        "x",
        "",
        ".ledger",
        "é.ledger",
    ),
)

FILE_NAMES = (
    *("Game.ledger", "GAME.ledger", "class.ledger", "None.ledger", "__init__.ledger"),
    *("a-b.ledger", "é.ledger", "e\u0301.ledger", "ﬁ.ledger", "con.ledger", "1.ledger"),
    *("game.ledger.ledger", "game/x.ledger", "game.play", " .ledger", "a b.ledger"),
    *('"""\n.ledger', "\\N{BULLET}.ledger", "{{ 7 }}.ledger", "#.ledger", "'.ledger"),
    *(
        "\u202e.ledger",
        "\u2028.ledger",
        "\udcff.ledger",
        "conftest.ledger",
        "os.ledger",
    ),
    *("plays/x.ledger", "plays/test_game.ledger", "generated.ledger", "a\tb.ledger"),
    *("test_x.play", "x" * 180 + ".ledger", "ledger_runtime.ledger", "pytest.ledger"),
)

SETTINGS = (
    *('sources = ["."]', 'sources = ["content", "content"]', "sources = []"),
    *(
        'sources = ["nowhere"]',
        "sources = 3",
        'sources = [""]',
        'sources = ["\\u0000"]',
    ),
    *('output = "content"', 'output = ""', 'output = "."', 'output = "content/out"'),
    *('output = "../beside"', "output = 1", 'output = "class"', 'output = "a/b/c"'),
    *("budgets = 1", "budgets.file_bytes = 10", "budgets.catalog_files = 1"),
    *("budgets.template_instances = 1", "budgets.file_bytes = 99999999999999"),
    *("budgets.file_bytes = 0.5", "unknown = true", "sources.x = 1", "= 1", "\x00"),
    *(
        'output = "content/game.ledger"',
        'sources = ["pyproject.toml"]',
        'x = "\\ud800"',
    ),
    *('sources = ["content"]\nsources = ["content"]', 'output = "generated\\n"'),
)

BYTES = (
    *(b"\0", b"\xff", b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\r\n", b"\n"),
    *(b"\t", b"\x0b", b"\x0c", b"\x1a", b"\x1b", b"\x7f", b"\xc2\x85", b"\xe2\x80\xa8"),
    *(b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\x80", b"\xc2", b'"', b"#", b"  "),
)
