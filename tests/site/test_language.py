"""Two languages: the menu, the offer, and what tells a search engine about them."""

import pytest
from tests.pages import LANGUAGES, NAMES, soup, url
from tests.site.conftest import SUB_PATH

OTHER = {"en": "zh", "zh": "en"}


def choose(page, language):
    page.locator(".md-header .md-select").hover()
    page.locator(f".md-header .md-select__link[hreflang={language}]").click()
    page.wait_for_load_state()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mount", ["root", "below"])
def test_the_menu_leads_to_the_same_page_and_back(page, request, mount, language, name):
    base = request.getfixturevalue(mount)
    page.goto(base + url(language, name))
    assert page.locator("html").get_attribute("lang") == language
    choose(page, OTHER[language])
    assert page.url == base + url(OTHER[language], name)
    assert page.locator("html").get_attribute("lang") == OTHER[language]
    choose(page, language)
    assert page.url == base + url(language, name)


@pytest.fixture
def chinese_reader(new_context):
    return new_context(locale="zh-CN").new_page()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mount", ["root", "below"])
def test_a_chinese_browser_is_offered_the_chinese_page(chinese_reader, request, mount, name):
    base, page = request.getfixturevalue(mount), chinese_reader
    page.goto(base + url("en", name))
    offer = page.locator("#offer")
    assert offer.is_visible() and offer.get_attribute("lang") == "zh"
    assert page.url == base + url("en", name), "offered, not forced"
    offer.locator("a").click()
    page.wait_for_load_state()
    assert page.url == base + url("zh", name)
    assert page.locator("#offer").count() == 0


def test_declining_the_offer_is_remembered(chinese_reader, root):
    page = chinese_reader
    page.goto(root)
    page.locator("#offer button").click()
    assert page.locator("#offer").is_hidden()
    page.goto(root + "about/")
    assert page.locator("#offer").is_hidden()


def test_choosing_in_the_menu_is_remembered(new_context, root):
    page = new_context(locale="zh-CN").new_page()
    page.goto(root + "zh/")
    choose(page, "en")
    assert page.locator("#offer").is_hidden(), "English was chosen, whatever the browser prefers"
    page = new_context(locale="en-US").new_page()
    page.goto(root)
    choose(page, "zh")
    page.goto(root)
    assert page.locator("#offer").is_visible(), "Chinese was chosen before"


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_other_browsers_are_offered_nothing(new_context, root, locale):
    page = new_context(locale=locale).new_page()
    page.goto(root)
    assert page.locator("#offer").is_hidden()


def test_without_storage_the_offer_still_works(chinese_reader, root):
    page = chinese_reader
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked') } })")
    page.goto(root)
    assert page.locator("#offer").is_visible()
    page.locator("#offer button").click()
    assert page.locator("#offer").is_hidden()


@pytest.mark.parametrize("name", NAMES)
def test_each_language_has_its_own_head(built, name):
    heads = {language: soup(built, language, name) for language in LANGUAGES}
    for what in (lambda s: s.title.string, lambda s: s.find("meta", attrs={"name": "description"})["content"]):
        english, chinese = (what(heads[language]) for language in LANGUAGES)
        assert english.isascii() and not chinese.isascii()


def test_no_two_pages_have_the_same_title(built):
    assert len({soup(built, language, name).title.string for name in NAMES for language in LANGUAGES}) == 2 * len(NAMES)


def links(site, language, name, rel):
    return {link.get("hreflang"): link["href"] for link in soup(site, language, name).find_all("link", rel=rel)}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_build_with_an_address_names_its_translations(published, language, name):
    address = f"https://example.org{SUB_PATH}"
    english, chinese = address + url("en", name), address + url("zh", name)
    assert links(published, language, name, "alternate") == {"en": english, "zh": chinese, "x-default": english}
    assert links(published, language, name, "canonical") == {None: address + url(language, name)}


def edit_links(site, language, name):
    return [a["href"] for a in soup(site, language, name).find_all("a", rel="edit")]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_edit_links_only_with_a_repository(built, published, language, name):
    assert edit_links(built, language, name) == []
    assert edit_links(published, language, name) == [f"https://github.com/example/ffn/edit/main/docs/{language}/{name}"]
    assert "github.com" not in str(soup(built, language, name).find("header"))


def test_no_address_is_invented(built):
    for language in LANGUAGES:
        for name in NAMES:
            assert links(built, language, name, "canonical") == {}
            assert not any("//" in href for href in links(built, language, name, "alternate").values())


def test_one_bilingual_404(page, published, published_url):
    response = page.goto(published_url + "zh/no/such/page/")
    assert response.status == 404
    menu = page.locator(".md-select__link").evaluate_all("links => links.map(a => a.href)")
    assert menu == [published_url, published_url + "zh/"]
    links = page.locator("article a")
    assert [links.nth(i).evaluate("a => new URL(a.href).pathname") for i in range(links.count())] == [SUB_PATH, SUB_PATH + "zh/"]
    for part in ("There is no page at this address", "这个地址没有页面"):
        assert part in page.locator("article").inner_text()
    assert len(list(published.rglob("404.html"))) == 1


def test_the_menu_of_the_404_page_stays_on_the_host(page, root):
    page.goto(root + "no/such/page/")
    menu = page.locator(".md-select__link").evaluate_all("links => links.map(a => a.href)")
    assert menu == [root, root + "zh/"]
