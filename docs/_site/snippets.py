"""pymdownx.snippets that never embeds something else than what was asked for, and keeps code out of the search.

The library lets a section without its end marker run to the end of the file, and names no line. The search index would
be three times as large with code; what a reader looks for stands in the prose.
"""

from markdown.postprocessors import Postprocessor
from pymdownx.snippets import SnippetExtension, SnippetMissingError, SnippetPreprocessor

from ffn_site import places


class StrictSnippetPreprocessor(SnippetPreprocessor):
    def extract_section(self, section, lines):
        found = filter(None, map(self.RE_SNIPPET_SECTION.match, lines))
        marks = [mark.group("type").lower() for mark in found if mark.group("name") == section]
        if marks != ["start", "end"]:
            raise SnippetMissingError(
                f"section '{section}' needs one start and one end marker, found: {', '.join(marks) or 'none'}"
            )
        return super().extract_section(section, lines)

    def run(self, lines):
        try:
            return super().run(lines)
        except SnippetMissingError:
            for index, line in enumerate(lines):
                try:
                    super().run([line])
                except SnippetMissingError as error:
                    place = places.place(lines, index)
                    raise places.PageError(f"{place}: {line.strip()}: {error}") from None
            raise


class CodeNotSearched(Postprocessor):
    def run(self, text):
        return text.replace('<div class="language-', '<div data-search-exclude class="language-')


class StrictSnippetExtension(SnippetExtension):
    def extendMarkdown(self, md):
        self.md = md
        md.registerExtension(self)
        md.preprocessors.register(StrictSnippetPreprocessor(self.getConfigs(), md), "snippet", 32)
        md.postprocessors.register(CodeNotSearched(md), "code_not_searched", 10)  # after code is put back


def makeExtension(**kwargs):
    return StrictSnippetExtension(**kwargs)
