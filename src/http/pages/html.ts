// Pages for people: one template, everything escaped, no script; what is not marked as markup is text.

import type { OperationResponse } from '../door/route.ts'
import { PAGE_TEXT } from './page-text.ts'

export const HTML = 'text/html; charset=utf-8'

/** `same-origin`, not `no-referrer`: under the latter browsers hide the Origin of our own forms. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** Text that is markup already. Only `html` makes it. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Markup | string | number | null | undefined | false | readonly Markup[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function asMarkup(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map((one) => one.text).join('')
  return String(part).replace(/[&<>"']/g, (char) => ENTITIES[char]!)
}

export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(literals.reduce((text, literal, i) => text + asMarkup(parts[i - 1]) + literal))
}

const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="7" fill="var(--stone)" />
  <path d="M7 25h18v-3H7zm2-4h14v-2H9zm3-3h3V7h-3zm5 0h3v-8h-3z" fill="var(--on-stone)" />
</svg>`

export interface Page {
  readonly title: string
  readonly body: Markup
  /** Something that went wrong, read out at once by screen readers. */
  readonly problem?: string | undefined
  /** A local address that the browser goes on to by itself. */
  readonly redirectTo?: string | undefined
  /** For reading rather than for filling in. */
  readonly wide?: true
}

export function renderPage({ title, body, problem, redirectTo: goOnTo, wide }: Page): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    ${goOnTo && html`<meta http-equiv="refresh" content="0; url=${goOnTo}" />`}
    <title>${title} – Plinth</title>
    <link rel="stylesheet" href="/pages.css" />
  </head>
  <body>
    <header class="top">
      <nav aria-label="${PAGE_TEXT.nav.main}">
        <a class="brand" href="/">${MARK}Plinth</a>
        <a href="/playground">${PAGE_TEXT.nav.playground}</a><a href="/explore">${PAGE_TEXT.nav.explore}</a><a href="/plans">${PAGE_TEXT.nav.plans}</a><a href="/docs">${PAGE_TEXT.nav.docs}</a>
      </nav>
    </header>
    <main class="sheet${wide && ' wide'}">
      <h1>${title}</h1>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      ${body}
    </main>
  </body>
</html>
`.text
}

export function pageReply(page: Page, status = 200, headers: Readonly<Record<string, string>> = {}): OperationResponse {
  return { status, body: renderPage(page), type: HTML, headers: { ...PAGE_HEADERS, ...headers } }
}

/** Where to go after signing in: a path of ours, or nowhere. */
export function localPath(path: string | undefined): string | undefined {
  if (path === undefined || !/^\/[\x21-\x7e]*$/.test(path) || path.includes('\\')) return undefined
  const { origin, pathname, search } = new URL(path, 'http://here.invalid')
  // `//elsewhere` and what a parser makes of dots and tabs end up at another origin.
  return origin === 'http://here.invalid' && !pathname.startsWith('//') ? pathname + search : undefined
}
