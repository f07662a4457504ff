// The layout of server-rendered pages. Pages contain no script.
import type { ComponentChildren } from 'preact'
import { render } from 'preact-render-to-string'
import type { OperationResponse } from '../door/route.ts'
import { PAGE_TEXT } from './page-text.ts'

export const HTML = 'text/html; charset=utf-8'

/** `same-origin`, because with `no-referrer` browsers hide the Origin of our own forms. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
}

export interface Page {
  readonly title: string
  readonly body: ComponentChildren
  /** An error message. Screen readers announce it at once. */
  readonly problem?: string | undefined
  /** A local path to redirect to without waiting for a click. */
  readonly redirectTo?: string | undefined
  /** A wide layout, for reading. */
  readonly wide?: true
}

function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--stone)" />
      <path d="M7 25h18v-3H7zm2-4h14v-2H9zm3-3h3V7h-3zm5 0h3v-8h-3z" fill="var(--on-stone)" />
    </svg>
  )
}

function PageLayout({ title, body, problem, redirectTo, wide }: Page) {
  const { nav } = PAGE_TEXT
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {redirectTo && <meta http-equiv="refresh" content={`0; url=${redirectTo}`} />}
        <title>{`${title} – Plinth`}</title>
        <link rel="stylesheet" href="/pages.css" />
      </head>
      <body>
        <header class="top">
          <nav aria-label={nav.main}>
            <a class="brand" href="/">
              <Logo />
              Plinth
            </a>
            <a href="/playground">{nav.playground}</a>
            <a href="/explore">{nav.explore}</a>
            <a href="/plans">{nav.plans}</a>
            <a href="/docs">{nav.docs}</a>
          </nav>
        </header>
        <main class={wide ? 'sheet wide' : 'sheet'}>
          <h1>{title}</h1>
          {problem && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
          {body}
        </main>
      </body>
    </html>
  )
}

export function renderPage(page: Page): string {
  return `<!doctype html>\n${render(<PageLayout {...page} />)}\n`
}

export function pageResponse(
  page: Page,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): OperationResponse {
  return { status, body: renderPage(page), type: HTML, headers: { ...PAGE_HEADERS, ...headers } }
}

/** Returns the path if it is on this server, to prevent open redirects after sign-in. */
export function localPath(path: string | undefined): string | undefined {
  if (path === undefined || !/^\/[\x21-\x7e]*$/.test(path) || path.includes('\\')) return undefined
  const { origin, pathname, search } = new URL(path, 'http://here.invalid')
  // `//elsewhere`, dots and tabs can resolve to another origin.
  return origin === 'http://here.invalid' && !pathname.startsWith('//') ? pathname + search : undefined
}
