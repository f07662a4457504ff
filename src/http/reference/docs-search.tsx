// Searches the documentation by words: pages, guides, operations, events and errors.

import type { FaultCode } from '../../kernel/fault.ts'
import { FAULTS } from '../../kernel/fault.ts'
import type { Language } from '../../kernel/language.ts'
import { fill } from '../../kernel/texts/server-texts.ts'
import { faultTitle } from '../french/translate.ts'
import { eventTypeCatalogue } from '../webhooks/event-schemas.ts'
import type { DocsPage, PageContext } from './docs-page.tsx'
import type { DocsSite } from './docs-site.ts'
import { docsText } from './docs-text.ts'
import { adviceFor } from './error-advice.ts'
import { eventAnchor } from './event-pages.tsx'
import type { WrittenPage } from './written-pages.ts'
import { guides, subjects, topics } from './written-pages.ts'

export interface SearchResult {
  readonly href: string
  readonly title: string
  readonly kind: string
  /** One line below the title. */
  readonly detail: string
}

interface Entry extends SearchResult {
  readonly words: string
  readonly headings: string
}

/** A text that names a word more often than this is not more about it. */
const MAX_COUNTED = 8

const indexes = new WeakMap<DocsSite, Map<Language, readonly Entry[]>>()

export function searchResults(site: DocsSite, language: Language, query: string): readonly SearchResult[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return indexOf(site, language)
    .map((entry) => ({ entry, score: score(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry: { words: _, ...result } }) => result)
}

/** Zero unless every word is found. A word counts most in the title, then in headings, then in the text. */
function score({ title, headings, words: text }: Entry, words: readonly string[]): number {
  const folded = fold(title)
  let total = words.length > 1 && folded.startsWith(words.join(' ')) ? 5 : 1
  for (const word of words) {
    const count = text.split(word).length - 1
    if (count === 0) return 0
    const whole = text.match(new RegExp(`(?<![\\w])${word.replaceAll(/\W/g, '\\$&')}(?![\\w])`, 'g'))?.length ?? 0
    if (folded.split(' ').some((one) => one === word || one === `${word}s`)) total += 8
    else if (folded.startsWith(word)) total += 5
    else if (folded.includes(word)) total += 4
    if (headings.includes(word)) total += 3
    total += Math.min(count, MAX_COUNTED) / 4 + Math.min(whole, MAX_COUNTED) / 2
  }
  return total
}

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

function indexOf(site: DocsSite, language: Language): readonly Entry[] {
  const byLanguage = indexes.get(site) ?? new Map<Language, readonly Entry[]>()
  indexes.set(site, byLanguage)
  const entries = byLanguage.get(language) ?? makeIndex(site, language)
  byLanguage.set(language, entries)
  return entries
}

function makeIndex({ sections }: DocsSite, language: Language): Entry[] {
  const text = docsText(language)
  const entry = (kind: string, href: string, title: string, detail: string, more = ''): Entry => ({
    ...{ href, title, kind, detail },
    words: fold(`${title} ${detail} ${more}`),
    headings: fold([...more.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading).join(' ')),
  })
  const written = (kind: string, folder: string, pages: readonly WrittenPage[]) =>
    pages.map(({ name, title, source }) => entry(kind, `${folder}/${name}`, title, '', source))
  return [
    entry(text.kinds.page, '/docs', text.overview, ''),
    ...written(text.kinds.page, '/docs', [...topics(language), ...subjects(language)]).map((page) =>
      // It names everything once.
      page.href === '/docs/changelog' ? { ...page, words: fold(page.title), headings: '' } : page,
    ),
    ...written(text.kinds.guide, '/docs/guides', guides(language)),
    ...sections.flatMap((section) =>
      section.operations.map(({ route: { method, path, operation }, parameters }) =>
        entry(
          text.kinds.operation,
          `/docs/api/${section.slug}#${operation.id}`,
          operation.summary,
          `${method} ${path}`,
          `${operation.id} ${section.title} ${operation.description ?? ''} ${parameters.map((one) => one.name).join(' ')}`,
        ),
      ),
    ),
    entry(text.kinds.page, '/docs/events', text.events, ''),
    ...eventTypeCatalogue().map(({ type, description }) =>
      entry(text.kinds.event, `/docs/events#${eventAnchor(type)}`, type, description),
    ),
    entry(text.kinds.page, '/docs/errors', text.errors, ''),
    ...(Object.keys(FAULTS) as FaultCode[]).map((code) =>
      entry(
        text.kinds.error,
        `/docs/errors/${code}`,
        code,
        faultTitle(code, language),
        adviceFor(code, language).join(' '),
      ),
    ),
    entry(text.kinds.page, '/docs/operator', text.operators, ''),
  ]
}

/** Without words, the list of everything. */
export const searchPage =
  (query: string) =>
  ({ site, language, text }: PageContext): DocsPage => {
    const words = query.trim()
    const results = searchResults(site, language, words)
    const body = (
      <>
        {words !== '' && (
          <p role="status">
            {results.length > 0
              ? fill(text.results, { count: results.length, query: words }, language)
              : text.noResults}
          </p>
        )}
        <ul class="results">
          {results.map(({ href, title, kind, detail }) => (
            <li key={href}>
              <a href={href}>{title}</a> <span class="badge">{kind}</span>
              {detail && <p class="quiet">{detail}</p>}
            </li>
          ))}
        </ul>
      </>
    )
    return { title: words === '' ? text.everything : text.searchButton, body, query: words }
  }
