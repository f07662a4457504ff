// The frame of a documentation page: contents, search and the way back.
import type { Language } from '../../kernel/language.ts'
import type { Section } from './docs-sections.ts'
import type { DocsText } from './docs-text.ts'
import { docsText } from './docs-text.ts'
import { guides, subjects, topics } from './written-pages.ts'

interface NavLink {
  readonly href: string
  readonly label: string
  /** Its text is not in the language of the page. */
  readonly english?: true
}

interface NavGroup {
  readonly title: string
  readonly links: readonly NavLink[]
}

export function navGroups(language: Language, sections: readonly Section[]): readonly NavGroup[] {
  const text = docsText(language)
  const written = (folder: string, pages: ReturnType<typeof guides>) =>
    pages.map(({ name, title }) => ({ href: `${folder}/${name}`, label: title }))
  const api = (forOperators: boolean): NavLink[] =>
    sections
      .filter((section) => section.forOperators === forOperators)
      .map(({ slug, title }) => ({ href: `/docs/api/${slug}`, label: title, english: true }))
  return [
    { title: text.start, links: [{ href: '/docs', label: text.overview }, ...written('/docs', topics(language))] },
    { title: text.subjects, links: written('/docs', subjects(language)) },
    {
      title: text.guides,
      links: [{ href: '/docs/guides', label: text.guides }, ...written('/docs/guides', guides(language))],
    },
    {
      title: text.api,
      links: [
        ...api(false),
        { href: '/docs/events', label: text.events },
        { href: '/docs/errors', label: text.errors },
      ],
    },
    { title: text.operators, links: [{ href: '/docs/operator', label: text.overview }, ...api(true)] },
  ]
}

/** The pages before and after this one, in the order of the navigation. */
export function NextPages({ language, path, sections }: BesideProps) {
  const text = docsText(language)
  const links = navGroups(language, sections).flatMap((group) => group.links)
  const at = links.findIndex(({ href }) => href === path)
  if (at < 0) return null
  const [previous, next] = [links[at - 1], links[at + 1]]
  return (
    <nav class="next-pages" aria-label={text.nextPages}>
      {previous && (
        <a rel="prev" href={previous.href}>
          <span class="quiet">{text.previous}</span> {previous.label}
        </a>
      )}
      {next && (
        <a rel="next" href={next.href}>
          <span class="quiet">{text.next}</span> {next.label}
        </a>
      )}
    </nav>
  )
}

interface BesideProps {
  readonly language: Language
  readonly path: string
  readonly sections: readonly Section[]
  readonly query?: string
}

/** On a phone, the contents are a popover that the button opens, without a script. */
export function DocsNavigation({ language, path, sections, query = '' }: BesideProps) {
  const text = docsText(language)
  return (
    <>
      <div class="docs-bar">
        {path !== '/docs' && (
          <nav class="crumbs" aria-label={text.crumbs}>
            <a href="/docs">{text.docs}</a>
          </nav>
        )}
        <button type="button" class="second small contents" popovertarget="docs-nav">
          {text.contents}
        </button>
        <SearchForm text={text} query={query} />
      </div>
      <nav id="docs-nav" class="docs-nav" popover="auto" aria-label={text.navigation}>
        {navGroups(language, sections).map(({ title, links }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ href, label, english }) => (
                <li key={href}>
                  <a
                    href={href}
                    aria-current={href === path ? 'page' : undefined}
                    lang={english && language !== 'en' ? 'en' : undefined}
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </>
  )
}

function SearchForm({ text, query }: { text: DocsText; query: string }) {
  return (
    <search>
      <form class="docs-search" action="/docs/search">
        <label class="hidden" for="docs-search">
          {text.search}
        </label>
        <input
          id="docs-search"
          name="q"
          type="search"
          value={query}
          placeholder={text.search}
          title={text.searchHint}
          autocomplete="off"
          maxLength={100}
          data-none={text.noResults}
        />
        <button type="submit" class="second small">
          {text.searchButton}
        </button>
      </form>
    </search>
  )
}

/** Shown by the script, which fills the key into the samples. */
export function TestKeyForm({ text }: { text: DocsText }) {
  return (
    <form class="test-key" hidden data-invalid={text.testKeyInvalid}>
      <div data-when="empty">
        <label for="test-key">{text.testKey}</label>
        <div class="row">
          <input id="test-key" type="password" placeholder="pl_test_…" autocomplete="off" spellcheck={false} />
          <button type="submit" class="second">
            {text.testKeyUse}
          </button>
        </div>
        <p class="quiet">{text.testKeyHint}</p>
      </div>
      <div class="row" data-when="filled">
        <p>{text.testKeyFilled}</p>
        <button type="button" class="second small">
          {text.testKeyRemove}
        </button>
      </div>
    </form>
  )
}
