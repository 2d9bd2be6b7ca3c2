"""Search finds what a reader types, and only in the reader's language."""

import pytest

QUERIES = {
    "zh": ["参数", "参数量", "偏置", "前馈网络", "词元", "激活", "误区", "SwiGLU", "d_ff"],
    "en": ["parameters", "bias", "feed-forward", "SwiGLU", "d_ff"],
}
CASES = [(language, query) for language, queries in QUERIES.items() for query in queries]


def type_query(page, query):
    ready = {"en": "Type to start searching", "zh": "键入以开始搜索"}[page.locator("html").get_attribute("lang")]
    page.locator(".md-search-result__meta").filter(has_text=ready).wait_for(state="attached")
    field = page.locator("[data-md-component=search-query]")
    field.fill(query)
    field.press("End")  # an input method, too, ends with a key, for which the search waits


def search(page, query):
    type_query(page, query)
    results = page.locator("[data-md-component=search-result] li a")
    results.first.wait_for()
    return results.evaluate_all("links => links.map(a => [new URL(a.href).pathname, a.innerText])")


@pytest.mark.parametrize("mount", ["root", "below"])
@pytest.mark.parametrize("language, query", CASES)
def test_search(page, request, mount, language, query):
    base = request.getfixturevalue(mount)
    home = base + ("zh/" if language == "zh" else "")
    page.goto(home)
    results = search(page, query)
    chinese = [path for path, _ in results if "/zh/" in path]
    assert results and len(chinese) == (len(results) if language == "zh" else 0)
    assert any(query.lower() in text.lower().replace("\u200b", "") for _, text in results), results


@pytest.mark.parametrize("language, query", [("en", "参数量"), ("zh", "misconceptions"), ("en", "qwertz")])
def test_what_is_not_there_is_not_found(page, root, language, query):
    page.goto(root + ("zh/" if language == "zh" else ""))
    type_query(page, query)
    page.locator(".md-search-result__meta").get_by_text("No matching" if language == "en" else "没有找到").wait_for()
    assert page.locator("[data-md-component=search-result] li a").count() == 0
