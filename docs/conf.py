"""How Sphinx builds the site: ``sphinx-build -W -j auto docs docs/_build/html``."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from sphinx.ext.napoleon.docstring import NumpyDocstring

import exactcover as xc

project = "exactcover"
author = "The exactcover developers"
project_copyright = "the exactcover developers"
release = version = xc.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
    "gallery_pictures",
    "command_pages",
    "short_names",
]
exclude_patterns = ["_build", "_ext", "_templates", "gallery"]
nitpicky = True
# Blocks without a language are what commands print.
highlight_language = "none"
suppress_warnings = ["myst.header"]

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist", "dollarmath", "html_image"]
myst_heading_anchors = 3
#: Files of the repository that pages name, and that the site has no page for.
myst_url_schemes = ["http", "https", "mailto"]

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
napoleon_google_docstring = False
#: Types of arguments are words for readers, such as "list of items"; signatures have the links.
napoleon_use_param = napoleon_use_rtype = False
napoleon_use_ivar = True
napoleon_custom_sections = [("Attributes", "params_style")]
#: A colon in the sentence of an attribute does not end its type, as napoleon would have it.
NumpyDocstring._consume_inline_attribute = lambda self: (
    "",
    type(self)(self._consume_to_end(), self._config).lines(),
)
copybutton_prompt_text = "$ "

sphinx_gallery_conf = {
    "examples_dirs": "gallery",
    "gallery_dirs": "generated/gallery",
    "within_subsection_order": "FileNameSortKey",
    "backreferences_dir": "generated/examples",
    "doc_module": ("exactcover", "exactcover_puzzles"),
    "image_scrapers": ("gallery_pictures",),
    "capture_repr": ("_repr_html_", "__repr__"),
    "reset_modules": (),
    "abort_on_example_error": True,
    "write_computation_times": False,
    "remove_config_comments": True,
    "show_signature": False,
}

html_theme = "furo"
html_title = "exactcover"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False

#: Names that the site has no page for: those of other packages, which only the network could check,
#: and parts of annotations.
nitpick_ignore_regex = [
    (
        r"py:.*",
        r"(collections|concurrent|contextlib|dataclasses|decimal|fractions|networkx|numbers|numpy|os|pandas|pathlib|types)\..*",
    ),
    (
        r"py:.*",
        r"((.*\.)?OptionName|dict\[int|Arguments|Cost|Executor|Motion|ProgressCallback|NDArray|Cell(sOf)?|Columns|_.*|.*\._.*|typing\..*)",
    ),
    (r"py:.*", r"(exactcover\.(compile|rules)\..*)?(Function|Answer|Kernel)"),
    (r"py:.*", r"exactcover\.rules\.(searches\..*|stateful\..*|ruled\.Rules)"),
    (r"py:.*", r"exactcover\.(statement\.(statement|model)|diagrams\.graph|search\.search)\..*"),
    (r"py:.*", r"exactcover\.statement\.names\.Rows"),
    (r"py:.*", r"exactcover_puzzles\.shared\.(adapter\.Puzzle|source\.Source)"),
    (r"py:.*", r"exactcover\.(propagation|arrays|symmetries\.orbits)\..*"),
]
