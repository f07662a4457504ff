// What the palette finds: pages at once; projects, buildings, listings and documentation from the server.
import type { Listing, Session } from '../../src/http/api-types.ts'
import { plinth } from '../api/plinth.ts'
import { PAGE_LANGUAGE } from '../language/choose-language.ts'
import { canSuggestFor, suggestFrom } from '../suggest/suggestions.ts'
import { sectionsFor, VISITOR_PAGES } from './sections.ts'
import { text } from './text.ts'

export interface Entry {
  readonly kind: keyof typeof text.kinds
  readonly href: string
  readonly label: string
  readonly detail?: string | null
}

type Source = (query: string, signal: AbortSignal, session: Session | null) => Promise<readonly Entry[]>

const fold = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Every typed word begins a word of the page or of its section. */
export function findPages(query: string, session: Session | null): Entry[] {
  const typed = fold(query).split(/\s+/)
  const pages = sectionsFor(session).flatMap(({ name, pages }) =>
    pages.map((page) => ({ page, detail: name === 'start' ? null : text.sections[name] })),
  )
  return pages
    .filter(({ page }) => session !== null || VISITOR_PAGES.includes(page.name))
    .map(({ page, detail }) => ({ kind: 'page' as const, href: page.path, label: text.pages[page.name], detail }))
    .filter(({ label, detail }) => {
      const words = fold(`${label} ${detail ?? ''}`).split(/[\s’']+/)
      return typed.every((start) => words.some((word) => word.startsWith(start)))
    })
}

const suggest = suggestFrom({ kinds: ['building', 'project', 'address'] })

const listingEntry = ({ key, address }: Listing): Entry => ({
  kind: 'listing',
  href: `/account/listings/${encodeURIComponent(key)}`,
  label: key,
  detail: address,
})

/** A listing by its key. */
const byKey: Source = async (query, signal, session) =>
  session && !query.includes(' ') ? [listingEntry(await plinth.listings.get(query, { signal }))] : []

/** Projects and buildings, and the account's listings in the first of them. */
const catalogue: Source = async (query, signal, session) => {
  if (!canSuggestFor(query)) return []
  const found = (await suggest(query, signal)).filter(({ project_id }) => project_id !== null)
  const entries = found.map(({ kind, project_id, label, detail }) => ({
    kind: kind === 'project' ? ('project' as const) : ('building' as const),
    href: `/explore/${project_id}`,
    label,
    detail,
  }))
  const building_id = found[0]?.building_id
  if (!session || !building_id) return entries
  const listings = plinth.listings
    .list({ building_id, limit: 3 }, { signal })
    .then(({ data }) => data.map(listingEntry))
  return [...entries, ...(await listings.catch(() => []))]
}

interface DocsResult {
  readonly href: string
  readonly title: string
  readonly kind: string
}

const documentation: Source = async (query, signal) => {
  const url = `/docs/search.json?q=${encodeURIComponent(query)}&lang=${PAGE_LANGUAGE}`
  const { results } = (await (await fetch(url, { signal })).json()) as { results: readonly DocsResult[] }
  return results.slice(0, 6).map(({ href, title, kind }) => ({ kind: 'docs', href, label: title, detail: kind }))
}

const SOURCES: readonly Source[] = [byKey, catalogue, documentation]

/** A source that fails, such as listings on a plan without them, finds nothing. */
export async function findEntries(query: string, signal: AbortSignal, session: Session | null): Promise<Entry[]> {
  const found = await Promise.all(SOURCES.map((source) => source(query, signal, session).catch(() => [])))
  return found.flat()
}
