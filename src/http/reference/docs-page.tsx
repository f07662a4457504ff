// Renders a documentation page once per language and kind of reader, and serves it from memory.
import { gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { ComponentChildren } from 'preact'
import { render } from 'preact-render-to-string'
import type { Language } from '../../kernel/language.ts'
import { HTML, PAGE_HEADERS, renderPage } from '../pages/page-layout.tsx'
import { portalFilePath } from '../pages/portal-file-name.ts'
import { viewerOf } from '../pages/viewer.ts'
import { etagOf } from '../server/etag.ts'
import { pageLanguageOf } from '../server/page-language.ts'
import type { SerializedResponse } from '../server/response-cache.ts'
import { DocsNavigation, NextPages } from './docs-layout.tsx'
import type { DocsSite } from './docs-site.ts'
import type { DocsText } from './docs-text.ts'
import { docsText } from './docs-text.ts'
import { headingsOf, renderMarkdown } from './markdown.ts'
import { withBaseUrl } from './operation-view.tsx'
import type { ReaderCall, ReaderSample } from './reader-sample.ts'
import { readerSample, withSampleAddress } from './reader-sample.ts'
import { CodeBlock, SampleTabs } from './sample-tabs.tsx'
import type { WrittenPage } from './written-pages.ts'

/** What a page needs to write itself. */
export interface PageContext {
  readonly site: DocsSite
  readonly language: Language
  readonly text: DocsText
  readonly baseUrl: string
  /** What the reader's key finds. */
  readonly sample: ReaderSample
}

export interface DocsPage {
  readonly title: string
  readonly body: ComponentChildren
  /** Text typed into the search field. */
  readonly query?: string
}

const DOCS_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': `${PAGE_HEADERS['content-security-policy']}; script-src 'self'; connect-src 'self'`,
  'cache-control': 'private, no-cache',
}

/** By text of the page: a few megabytes hold every page that people read. */
const pages = new LRUCache<string, SerializedResponse>({
  maxSize: 24 * 1024 * 1024,
  sizeCalculation: ({ body, gzipped }) => body.length + gzipped!.length,
})

export async function docsPage(
  call: ReaderCall,
  site: DocsSite,
  path: string,
  write: (context: PageContext) => DocsPage,
): Promise<SerializedResponse> {
  const [viewer, language, sample] = [await viewerOf(call), await pageLanguageOf(call), await readerSample(call)]
  const { baseUrl } = call.services
  const key = [path, viewer, language, baseUrl, sample.address, sample.version].join(' ')
  const found = pages.get(key)
  if (found) return found
  const { title, body, query = '' } = write({ site, language, text: docsText(language), baseUrl, sample })
  const beside = <DocsNavigation language={language} path={path} sections={site.sections} query={query} />
  const script = portalFilePath('docs-pages', '.js')
  const main = (
    <>
      {body}
      <NextPages language={language} path={path} sections={site.sections} />
    </>
  )
  const html = renderPage({ title, body: main, beside, script, path, viewer, language, sharedAt: baseUrl })
  const headers = { ...DOCS_HEADERS, 'content-language': language }
  const response = { body: html, type: HTML, headers, etag: etagOf(html), gzipped: gzipSync(html) }
  // A search can have any text, so its page is not worth keeping.
  if (query === '') pages.set(key, response)
  return response
}

interface MarkdownProps {
  readonly page: Pick<WrittenPage, 'source' | 'file' | 'language'>
  readonly context: PageContext
  /** Lists the headings beside the text. */
  readonly hasContents?: boolean
}

const MIN_HEADINGS = 3

/** A text in Markdown, with its code as tabs. */
export function MarkdownBody({ page, context, hasContents = false }: MarkdownProps) {
  const { source, file, language } = page
  const { text, baseUrl, sample } = context
  let count = 0
  const html = renderMarkdown(withSampleAddress(withBaseUrl(source, baseUrl), sample.address), {
    file,
    tabs: (samples) => render(<SampleTabs name={String(++count)} samples={samples} text={text} />),
    output: (recorded, operationId) => {
      const own = operationId === undefined ? undefined : sample.responseOf(operationId)
      const label = own === undefined && sample.version !== null ? text.sandboxOutput : text.output
      const output = own === undefined ? recorded : JSON.stringify(own, null, 2)
      return render(<CodeBlock source={output} label={label} text={text} />)
    },
  })
  // Safe: the source is our own text, and HTML in it is dropped.
  const written = <div class="written" lang={language} dangerouslySetInnerHTML={{ __html: html }} />
  const headings = hasContents ? headingsOf(html) : []
  if (headings.length < MIN_HEADINGS) return written
  return (
    <div class="with-headings">
      <nav class="headings" aria-label={text.onThisPage} lang={language}>
        <h2>{text.onThisPage}</h2>
        <ul>
          {headings.map((heading) => (
            <li key={heading.id}>
              <a href={`#${heading.id}`} dangerouslySetInnerHTML={{ __html: heading.html }} />
            </li>
          ))}
        </ul>
      </nav>
      {written}
    </div>
  )
}
