// The first page of the documentation: a first request, then everything by subject.
import type en from '#texts/en/portal/evidence.json'
import type { Language } from '../../kernel/language.ts'
import { readTexts } from '../../kernel/texts/server-texts.ts'
import { navGroups } from './docs-layout.tsx'
import type { DocsPage, PageContext } from './docs-page.tsx'
import { MarkdownBody } from './docs-page.tsx'
import { overviewTopic } from './written-pages.ts'

export function overview(context: PageContext): DocsPage {
  const { site, language, text } = context
  const intro = overviewTopic(language)
  const body = (
    <>
      <TypedAddress language={language} />
      <MarkdownBody page={intro} context={context} />
      {navGroups(language, site.sections)
        .slice(0, 4)
        .map(({ title, links }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul class="cards">
              {links
                .filter(({ href }) => href !== '/docs' && href !== '/docs/guides')
                .map(({ href, label }) => (
                  <li key={href}>
                    <a href={href}>{label}</a>
                    <p lang="en">{leadFor(context, href)}</p>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      <p>
        <a href="/docs/operator">{text.operators}</a> · <a href="/docs/search">{text.everything}</a> ·{' '}
        <a href="/openapi.json">OpenAPI</a> · <a href="/postman.json">Postman</a> · <a href="/llms.txt">llms.txt</a>
      </p>
    </>
  )
  return { title: text.docs, body }
}

const textIn = readTexts<typeof en>('portal/evidence')

const TYPED = [
  ['unit', '#1203'],
  ['civic_number', '77'],
  ['street_name', 'huntley'],
  ['city', 'toronto'],
] as const

/** How an address is read, in the colours of its parts. */
function TypedAddress({ language }: { language: Language }) {
  const { parts } = textIn(language)
  return (
    <figure class="typed-address">
      <p>
        {TYPED.map(([part, value]) => (
          <mark class="part" data-part={part} key={part}>
            <span>{value}</span>
            <small>{parts[part]}</small>
          </mark>
        ))}
      </p>
    </figure>
  )
}

function leadFor({ site }: PageContext, href: string): string {
  return site.sections.find(({ slug }) => href === `/docs/api/${slug}`)?.lead ?? ''
}
