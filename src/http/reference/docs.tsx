// The documentation pages: overview, topics, guides, API reference and search.
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { anyone } from '../../access/rights/policies.ts'
import { Fault } from '../../kernel/fault.ts'
import { HTML } from '../pages/page-layout.tsx'
import { textParam } from '../rest/request-params.ts'
import { etagOf } from '../server/etag.ts'
import { pageLanguageOf } from '../server/page-language.ts'
import type { SerializedResponse } from '../server/response-cache.ts'
import type { OperationResponse, Route } from '../server/route.ts'
import { catalogueOperation, JSON_TYPE, route } from '../server/route.ts'
import { TestKeyForm } from './docs-layout.tsx'
import type { DocsPage, PageContext } from './docs-page.tsx'
import { docsPage, MarkdownBody } from './docs-page.tsx'
import { searchPage, searchResults } from './docs-search.tsx'
import { docsSite } from './docs-site.ts'
import { errorList, errorPage } from './error-pages.tsx'
import { eventPage } from './event-pages.tsx'
import { llmsText } from './llms.ts'
import { publishedDocument } from './openapi-parts.ts'
import { overview } from './overview-page.tsx'
import { postmanCollection } from './postman.ts'
import type { ReaderCall } from './reader-sample.ts'
import { operatorPage, sectionPage } from './section-pages.tsx'
import type { WrittenPage } from './written-pages.ts'
import { guides, subjects, topics } from './written-pages.ts'

const PAGE = { tag: 'Reference', policy: anyone, hidden: true, page: true, ignoresQuery: true } as const
const response = { status: 200, type: HTML } as const

/** Old names, so that links to them still work. */
const RENAMED: Readonly<Record<string, string>> = { 'link-a-feed-every-night': '/docs/guides/link-a-feed' }

const name = z.object({ name: textParam(80, 'Name of the page') })

export function docsRoutes(routes: () => readonly Route[]): readonly Route[] {
  const site = docsSite(routes)
  let openApi: SerializedResponse | undefined
  const page = (id: string, summary: string, path: string, write: (context: PageContext) => DocsPage) =>
    catalogueOperation({ ...PAGE, id, summary, response, handle: (call) => docsPage(call, site(), path, write) })
  const written = (pages: typeof guides, folder: string, at: string, call: ReaderCall) =>
    docsPage(call, site(), `${folder}/${at}`, (context) => writtenPage(context, pages(context.language), at))

  const openApiDocument = catalogueOperation({
    id: 'getOpenApi',
    tag: 'Reference',
    policy: anyone,
    summary: 'Get the OpenAPI 3.1 document',
    response: { status: 200, type: 'application/json' },
    handle({ services }) {
      if (!openApi) {
        const body = JSON.stringify(publishedDocument(site().document, services.baseUrl))
        openApi = { body, type: JSON_TYPE, etag: etagOf(body), gzipped: gzipSync(body) }
      }
      return openApi
    },
  })

  const llms = catalogueOperation({
    id: 'getLlmsText',
    tag: 'Reference',
    policy: anyone,
    summary: 'Get a plain-text overview of this API for language models',
    response: { status: 200, type: 'text/plain' },
    handle: ({ services }) => ({ body: llmsText(routes(), services.baseUrl), type: 'text/plain; charset=utf-8' }),
  })

  const postman = catalogueOperation({
    id: 'getPostmanCollection',
    tag: 'Reference',
    policy: anyone,
    summary: 'Get a Postman collection of this API',
    response: { status: 200, type: 'application/json' },
    handle: ({ services }) => ({ body: JSON.stringify(postmanCollection(site(), services.baseUrl)), type: JSON_TYPE }),
  })

  const guide = catalogueOperation({
    ...PAGE,
    id: 'getGuide',
    summary: 'Get a guide',
    params: name,
    response,
    handle(call): OperationResponse | Promise<OperationResponse> {
      const location = RENAMED[call.params.name]
      if (location) return { status: 301, body: `See ${location}\n`, type: 'text/plain', headers: { location } }
      return written(guides, '/docs/guides', call.params.name, call)
    },
  })

  const topic = catalogueOperation({
    ...PAGE,
    id: 'getDocsTopic',
    summary: 'Get an introductory page',
    params: name,
    response,
    handle: (call) =>
      written((language) => [...topics(language), ...subjects(language)], '/docs', call.params.name, call),
  })

  const section = catalogueOperation({
    ...PAGE,
    id: 'getDocsSection',
    summary: 'Get the reference of the operations on one subject',
    params: name,
    response,
    handle: (call) => docsPage(call, site(), `/docs/api/${call.params.name}`, sectionPage(call.params.name)),
  })

  const error = catalogueOperation({
    ...PAGE,
    id: 'getErrorPage',
    summary: 'Get the cause and remedy of an error code',
    params: z.object({ code: textParam(60, 'Error code') }),
    response,
    handle: (call) => docsPage(call, site(), `/docs/errors/${call.params.code}`, errorPage(call.params.code)),
  })

  const query = z.object({ q: textParam(100, 'Words to find').optional() })
  const search = catalogueOperation({
    ...PAGE,
    id: 'searchDocs',
    summary: 'Search the documentation',
    query,
    response,
    handle(call) {
      const { q = '' } = call.query
      return docsPage(
        call,
        site(),
        q === '' ? '/docs/search' : `/docs/search?q=${encodeURIComponent(q)}`,
        searchPage(q),
      )
    },
  })

  const searchJson = catalogueOperation({
    ...PAGE,
    id: 'searchDocsAsJson',
    summary: 'Search the documentation, for its own script',
    query,
    response: { status: 200, type: 'application/json' },
    async handle(call) {
      const results = searchResults(site(), await pageLanguageOf(call), call.query.q ?? '')
      return { body: { results: results.slice(0, 12) } }
    },
  })

  return [
    route('GET', '/openapi.json', openApiDocument),
    route('GET', '/llms.txt', llms),
    route('GET', '/postman.json', postman),
    route('GET', '/docs', page('getDocs', 'Get the documentation', '/docs', overview)),
    route('GET', '/docs/guides', page('listGuides', 'List the guides', '/docs/guides', guideList)),
    route('GET', '/docs/guides/{name}', guide),
    route('GET', '/docs/api/{name}', section),
    route('GET', '/docs/events', page('getEventCatalogue', 'Get the event catalogue', '/docs/events', eventPage)),
    route('GET', '/docs/errors', page('listErrors', 'List the error codes', '/docs/errors', errorList)),
    route('GET', '/docs/errors/{code}', error),
    route('GET', '/docs/operator', page('getOperatorDocs', 'Get the operators’ pages', '/docs/operator', operatorPage)),
    route('GET', '/docs/search', search),
    route('GET', '/docs/search.json', searchJson),
    route('GET', '/docs/{name}', topic),
  ]
}

function guideList({ language, text }: PageContext): DocsPage {
  const items = guides(language).map((guide) => (
    <li key={guide.name} lang={guide.language}>
      <a href={`/docs/guides/${guide.name}`}>{guide.title}</a>
      <p>{leadOf(guide)}</p>
    </li>
  ))
  return { title: text.guides, body: <ul class="cards">{items}</ul> }
}

/** The first paragraph. */
function leadOf({ source }: WrittenPage): string {
  const [, lead] = /^# .+\n\n([\s\S]+?)\n\n/m.exec(source)!
  return lead!.replaceAll(/\s+/g, ' ').replaceAll('`', '')
}

function writtenPage(context: PageContext, pages: readonly WrittenPage[], at: string): DocsPage {
  const found = pages.find((page) => page.name === at)
  if (!found) throw new Fault('route_not_found', { detail: 'Page not found. See /docs for a list of all pages.' })
  const body = (
    <>
      {found.source.includes('PLINTH_API_KEY') && <TestKeyForm text={context.text} />}
      <MarkdownBody page={found} context={context} hasContents />
    </>
  )
  return { title: found.title, body }
}
