"""Search finds what a reader types, and only in the reader's language."""

from urllib.parse import urlsplit

import pytest

QUERIES = {
    "zh": ["参数", "参数量", "偏置", "前馈网络", "词元", "激活", "误区", "SwiGLU", "d_ff", "直方图"],
    "en": ["parameters", "bias", "feed-forward", "SwiGLU", "d_ff", "bisection"],
}
CASES = [(language, query) for language, queries in QUERIES.items() for query in queries]

# What a reader types, and the page that must come first.
FIRST = {
    "en": {
        "feed-forward network": "",
        "relu": "variants/two-matrices/",
        "gelu tanh": "variants/two-matrices/",
        "swiglu": "variants/gated/",
        "why three matrices": "variants/gated/",
        "router": "variants/mixture-of-experts/",
        "shared experts": "variants/mixture-of-experts/",
        "load balancing": "variants/mixture-of-experts/",
        "parameters": "costs/parameters/",
        "grouped-query attention": "costs/parameters/",
        "flops": "costs/flops/",
        "arithmetic intensity": "costs/memory-and-speed/",
        "misconceptions": "practice/misconceptions/",
        "spot the bug": "practice/spot-the-bug/",
        "ffn_params": "reference/package/",
    },
    "zh": {
        "前馈层": "",
        "激活函数": "variants/two-matrices/",
        "relu": "variants/two-matrices/",
        "门控": "variants/gated/",
        "swiglu": "variants/gated/",
        "混合专家": "variants/mixture-of-experts/",
        "路由器": "variants/mixture-of-experts/",
        "负载均衡": "variants/mixture-of-experts/",
        "参数量": "costs/parameters/",
        "flops": "costs/flops/",
        "算术强度": "costs/memory-and-speed/",
        "误区": "practice/misconceptions/",
        "稀疏": "practice/sparsity/",
        "术语": "reference/glossary/",
        "moe_flops": "reference/package/",
    },
}


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


@pytest.mark.parametrize(
    "mount, language, query", [("root", *case) for case in CASES] + [("below", *case) for case in (CASES[0], CASES[-1])]
)
def test_search(page, request, mount, language, query):
    base = request.getfixturevalue(mount)
    home = base + ("zh/" if language == "zh" else "")
    page.goto(home)
    results = search(page, query)
    chinese = [path for path, _ in results if "/zh/" in path]
    assert results and len(chinese) == (len(results) if language == "zh" else 0)
    assert any(query.lower() in text.lower().replace("\u200b", "") for _, text in results), results


@pytest.mark.parametrize("language, query", [(language, query) for language in FIRST for query in FIRST[language]])
def test_the_right_page_comes_first(page, root, language, query):
    home = root + ("zh/" if language == "zh" else "")
    page.goto(home)
    results = search(page, query)
    assert urlsplit(home).path + FIRST[language][query] == results[0][0], [path for path, _ in results]


def test_thirty_queries():
    assert [len(queries) for queries in FIRST.values()] == [15, 15]


@pytest.mark.parametrize("language, query", [("en", "参数量"), ("zh", "misconceptions"), ("en", "qwertz")])
def test_what_is_not_there_is_not_found(page, root, language, query):
    page.goto(root + ("zh/" if language == "zh" else ""))
    type_query(page, query)
    page.locator(".md-search-result__meta").get_by_text("No matching" if language == "en" else "没有找到").wait_for()
    assert page.locator("[data-md-component=search-result] li a").count() == 0
