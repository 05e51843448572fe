"""The line of every key, in all the ways that TOML has to write one."""

from croupier.books import RULEBOOKS, file_text
from croupier.rulebooks.file.lines import line_near, lines_of

TEXT = '''# a comment = 1
plain = 1
dotted . "key with . and =" = 2 # comment = 3

text = """
not = a key
[nor.a.heading]
""""
literal = \'\'\'
neither = \'this\' \'\'\'
list = [
  1, "]", # ]
  { in_list = 1 },
]
inline = { a = "}", b = { c = [1, 2] }, "d e" = \'x\' }
when = 2020-06-28T08:00:00+08:00
[section.'quoted # name']
last = true
[[many]]
one = 1
[[many]]
two = 2
'''


def test_lines() -> None:
    text = TEXT.replace('""""', '"""')
    assert lines_of(text) == {
        ("plain",): 2,
        ("dotted",): 3,
        ("dotted", "key with . and ="): 3,
        ("text",): 5,
        ("literal",): 9,
        ("list",): 11,
        ("list", "in_list"): 13,
        ("inline",): 15,
        ("inline", "a"): 15,
        ("inline", "b"): 15,
        ("inline", "b", "c"): 15,
        ("inline", "d e"): 15,
        ("when",): 16,
        ("section",): 17,
        ("section", "quoted # name"): 17,
        ("section", "quoted # name", "last"): 18,
        ("many",): 19,
        ("many", "one"): 20,
        ("many", "two"): 22,
    }


def test_the_nearest_table_stands_for_what_is_missing() -> None:
    lines = lines_of("[a]\nb = 1\n")
    assert line_near(lines, ("a", "b")) == 2
    assert line_near(lines, ("a", "c", "d")) == 1
    assert line_near(lines, ("c",)) is None


def test_windows_line_ends() -> None:
    assert lines_of("a = 1\r\n\r\nb = 2\r\n") == {("a",): 1, ("b",): 3}


def test_every_line_of_the_package_that_has_a_key_is_found() -> None:
    for slug in RULEBOOKS:
        text = file_text(slug)
        written = {
            number
            for number, line in enumerate(text.splitlines(), start=1)
            if line and not line.startswith("#")
        }
        assert set(lines_of(text).values()) == written
