"""The documentation site: `make site`.

Its pages are those of `docs`. A page may have a line `<!-- made: NAME -->`; what comes in its place
is made from the program itself (`tools.site.made`). The pages are then built by MkDocs, strictly: a
link that leads nowhere fails. Nothing that is shown is loaded from elsewhere.
"""
