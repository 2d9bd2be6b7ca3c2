// Sorts and filters the catalogue of models. What was chosen stands in the address, so that a view can be linked to.
(() => {
  const all = document.querySelector(".catalogue")
  const form = all.querySelector("form"), exact = all.querySelector("[type=checkbox]"), count = all.querySelector("output")
  const body = all.querySelector("tbody"), rows = [...body.rows]
  const heads = [...all.querySelectorAll("th[data-key]")]
  const fields = ["name", "kind", "matrices", "activation"].map(name => form.elements[name])
  let key = "", down = false

  const show = () => {
    const name = fields[0].value.trim().toLowerCase()
    for (const row of rows)
      row.hidden = !row.cells[0].dataset.value.toLowerCase().includes(name)
        || fields.slice(1).some(field => field.value && field.value !== row.dataset[field.name])
    count.value = form.dataset.count.replace("{shown}", rows.filter(row => !row.hidden).length).replace("{all}", rows.length)

    const column = heads.findIndex(head => head.dataset.key === key)
    const value = row => row.cells[column].dataset.value
    const compare = (a, b) => {
      const x = value(a), y = value(b)
      if (!x || !y) return !x - !y // unknown: last, whichever way
      return (down ? -1 : 1) * (isNaN(x) ? x.localeCompare(y, "en") : x - y)
    }
    body.append(...(column < 0 ? rows : [...rows].sort(compare)))
    heads.forEach((head, i) => {
      if (i === column) head.setAttribute("aria-sort", down ? "descending" : "ascending")
      else head.removeAttribute("aria-sort")
    })

    const query = new URLSearchParams(fields.filter(field => field.value).map(field => [field.name, field.value]))
    if (key) query.set("sort", (down ? "-" : "") + key)
    if (exact.checked) query.set("exact", "1")
    history.replaceState(null, "", location.pathname + `?${query}`.replace(/^\?$/, "") + location.hash)
  }

  for (const head of heads) {
    const button = document.createElement("button")
    button.type = "button"
    button.append(...head.childNodes)
    head.append(button)
    button.addEventListener("click", () => {
      // the largest number first, but names from A to Z
      down = key === head.dataset.key ? !down : !["name", "activation"].includes(head.dataset.key)
      key = head.dataset.key
      show()
    })
  }
  form.addEventListener("input", show)
  exact.addEventListener("change", show)
  form.addEventListener("submit", event => event.preventDefault())
  form.addEventListener("reset", () => setTimeout(() => { key = ""; show() })) // once the fields are empty

  const query = new URLSearchParams(location.search)
  for (const field of fields) {
    field.value = query.get(field.name) ?? ""
    if (field.selectedIndex < 0) field.value = ""
  }
  exact.checked = query.has("exact")
  const sort = query.get("sort") ?? ""
  if (heads.some(head => head.dataset.key === sort.replace("-", ""))) [key, down] = [sort.replace("-", ""), sort[0] === "-"]
  form.hidden = false
  show()
})()
