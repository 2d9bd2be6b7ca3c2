"""pymdownx.snippets that never embeds something else than what was asked for.

The library lets a section without its end marker run to the end of the file, and names no line.
"""

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


class StrictSnippetExtension(SnippetExtension):
    def extendMarkdown(self, md):
        self.md = md
        md.registerExtension(self)
        md.preprocessors.register(StrictSnippetPreprocessor(self.getConfigs(), md), "snippet", 32)


def makeExtension(**kwargs):
    return StrictSnippetExtension(**kwargs)
