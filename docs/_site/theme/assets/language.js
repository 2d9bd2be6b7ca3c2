// Offers the Chinese page to a reader whose browser prefers it, never forces it, and remembers what was chosen.
(() => {
  const KEY = "ffn.language"
  const storage = {
    get() { try { return localStorage.getItem(KEY) } catch { return null } },
    set(language) { try { localStorage.setItem(KEY, language) } catch { /* storage is blocked: ask again next time */ } },
  }
  const offer = document.getElementById("offer")

  document.addEventListener("click", event => {
    const link = event.target.closest("a[hreflang]")
    if (link) storage.set(link.hreflang)
  })

  if (!offer) return
  const spoken = navigator.languages.map(tag => tag.toLowerCase().split("-")[0]).find(tag => tag === "zh" || tag === "en")
  offer.hidden = (storage.get() ?? spoken) !== "zh"
  offer.querySelector("button").addEventListener("click", () => {
    storage.set("en")
    offer.hidden = true
  })
})()
