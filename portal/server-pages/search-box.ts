// Results below the search field while the reader types. Without this script, the form opens a page.

interface Result {
  readonly href: string
  readonly title: string
  readonly kind: string
  readonly detail: string
}

const WAIT_MS = 120

export function startSearch(): void {
  const input = document.querySelector<HTMLInputElement>('#docs-search')
  if (input) new SearchBox(input)
}

/** A combobox with a list (ARIA 1.2): arrows choose, Enter opens, Escape closes. */
class SearchBox {
  readonly #input: HTMLInputElement
  readonly #list = document.createElement('div')
  #timer: ReturnType<typeof setTimeout> | undefined
  #latest = 0
  #chosen = -1

  constructor(input: HTMLInputElement) {
    this.#input = input
    this.#list.id = 'docs-search-results'
    this.#list.setAttribute('role', 'listbox')
    this.#list.setAttribute('aria-label', input.placeholder)
    this.#list.hidden = true
    input.after(this.#list)
    input.setAttribute('role', 'combobox')
    input.setAttribute('aria-controls', this.#list.id)
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-expanded', 'false')
    input.addEventListener('input', () => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#search(), WAIT_MS)
    })
    input.addEventListener('keydown', (event) => this.#key(event))
    input.addEventListener('blur', () => setTimeout(() => this.#close(), 150))
    document.addEventListener('keydown', (event) => this.#shortcut(event))
  }

  async #search(): Promise<void> {
    const query = this.#input.value.trim()
    const number = ++this.#latest
    if (query === '') return this.#close()
    const response = await fetch(`/docs/search.json?q=${encodeURIComponent(query)}`).catch(() => null)
    if (!response?.ok || number !== this.#latest) return
    const { results } = (await response.json()) as { results: readonly Result[] }
    this.#show(results)
  }

  #show(results: readonly Result[]): void {
    this.#chosen = -1
    this.#list.replaceChildren(...results.map((result, i) => itemFor(result, i)))
    if (results.length === 0) this.#list.append(noteFor(this.#input.dataset.none ?? ''))
    this.#list.hidden = false
    this.#input.setAttribute('aria-expanded', 'true')
    this.#input.removeAttribute('aria-activedescendant')
  }

  #close(): void {
    this.#list.hidden = true
    this.#chosen = -1
    this.#input.setAttribute('aria-expanded', 'false')
    this.#input.removeAttribute('aria-activedescendant')
  }

  #key(event: KeyboardEvent): void {
    const items = [...this.#list.querySelectorAll<HTMLElement>('a[role=option]')]
    if (event.key === 'Escape') this.#close()
    if (this.#list.hidden || items.length === 0) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      this.#choose(items, (this.#chosen + step + items.length) % items.length)
    }
    if (event.key === 'Enter' && items[this.#chosen]) {
      event.preventDefault()
      items[this.#chosen]!.click()
      this.#close()
    }
  }

  #choose(items: readonly HTMLElement[], at: number): void {
    this.#chosen = at
    for (const [i, item] of items.entries()) item.setAttribute('aria-selected', String(i === at))
    const option = items[at]!
    this.#input.setAttribute('aria-activedescendant', option.id)
    option.scrollIntoView({ block: 'nearest' })
  }

  /** `/` or Ctrl+K, unless the reader types into a field. */
  #shortcut(event: KeyboardEvent): void {
    const isTyping = (event.target as HTMLElement).closest('input, textarea, select') !== null
    const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey
    if (!isSlash && !(event.key === 'k' && (event.ctrlKey || event.metaKey))) return
    event.preventDefault()
    this.#input.focus()
    this.#input.select()
  }
}

/** The link itself is the option: an option must not contain another control. */
function itemFor({ href, title, kind, detail }: Result, i: number): HTMLAnchorElement {
  const link = document.createElement('a')
  link.id = `docs-search-result-${i}`
  link.href = href
  link.setAttribute('role', 'option')
  link.setAttribute('aria-selected', 'false')
  // The field keeps the focus; arrows choose a result.
  link.tabIndex = -1
  const [name, note] = [document.createElement('strong'), document.createElement('span')]
  name.textContent = title
  note.textContent = detail === '' ? kind : `${kind} · ${detail}`
  link.append(name, note)
  return link
}

function noteFor(text: string): HTMLElement {
  const note = document.createElement('div')
  note.setAttribute('role', 'option')
  note.setAttribute('aria-selected', 'false')
  note.setAttribute('aria-disabled', 'true')
  note.textContent = text
  return note
}
