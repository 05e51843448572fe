"""The four kinds of strings that TOML has, as a pattern."""

STRING = (
    r'(?:"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?!"")(?:[^"\\\n]|\\.)*"'
    r"|'(?!'')[^'\n]*')"
)
"""With `re.DOTALL`. Three marks never begin an empty string: one of several lines lacks its end."""
