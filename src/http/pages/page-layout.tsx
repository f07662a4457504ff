// The layout of server-rendered pages: the portal's header and footer around the page.
import type { ComponentChildren } from 'preact'
import { render } from 'preact-render-to-string'
import type { InLanguages, Language } from '../../kernel/language.ts'
import type { OperationResponse } from '../server/route.ts'
import { pageText } from './page-text.ts'
import { portalFilePath } from './portal-file-name.ts'
import type { Viewer } from './viewer.ts'

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
  readonly language: Language
  /** Without one, the header has no account links. */
  readonly viewer?: Viewer | undefined
  /** The path of this page, to mark it in the header and to return to it after sign-in. */
  readonly path?: string | undefined
  /** Where the language switch leads, if not to `path` or the page itself. */
  readonly otherLanguageAt?: string | undefined
  /** Navigation beside the page. Its layout replaces the card. */
  readonly beside?: ComponentChildren
  /** Path of a script. The page works without it. */
  readonly script?: string | undefined
  /** The server's URL, for a page that people share. */
  readonly sharedAt?: string | undefined
}

/** What others show beside a link. They need the whole URL of the picture. */
export function SocialTags({ title, baseUrl }: { title: string; baseUrl: string }) {
  return (
    <>
      <meta property="og:title" content={title} />
      <meta property="og:image" content={`${new URL(baseUrl).origin}${portalFilePath('social', '.png')}`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--stone)" />
      <path d="M7 25h18v-3H7zm2-4h14v-2H9zm3-3h3V7h-3zm5 0h3v-8h-3z" fill="var(--on-stone)" />
    </svg>
  )
}

interface FrameProps {
  readonly language: Language
  readonly viewer?: Viewer | undefined
  readonly path?: string | undefined
  readonly otherLanguageAt?: string | undefined
}

const NAMES: InLanguages<string> = { en: 'English', fr: 'Français' }

function LanguageSwitch({ language, path = '', otherLanguageAt = path }: FrameProps) {
  const other = language === 'fr' ? 'en' : 'fr'
  const href = `${otherLanguageAt}${otherLanguageAt.includes('?') ? '&' : '?'}lang=${other}`
  return (
    <a class="language" href={href} hreflang={other} lang={other}>
      {NAMES[other]}
    </a>
  )
}

function Header(frame: FrameProps) {
  const { language, viewer, path } = frame
  const text = pageText(language).frame
  const isDocs = path?.startsWith('/docs')
  return (
    <header class="top">
      <a class="skip" href="#main">
        {text.skip}
      </a>
      <nav aria-label={text.main}>
        <a class="brand" href="/">
          <Logo />
          Plinth
        </a>
        <a href="/playground">{text.playground}</a>
        <a href="/explore">{text.explore}</a>
        <a href="/plans">{text.plans}</a>
        <a href="/docs" aria-current={isDocs ? 'page' : undefined}>
          {text.docs}
        </a>
        <div class="right">
          <LanguageSwitch {...frame} />
          {viewer === 'staff' && <a href="/desk">{text.desk}</a>}
          {viewer && viewer !== 'visitor' && (
            <>
              <a href="/account">{text.account}</a>
              <a href="/sign-out">{text.signOut}</a>
            </>
          )}
          {viewer === 'visitor' && (
            <>
              <a href={`/sign-in?return_to=${encodeURIComponent(path ?? '/account')}`}>{text.signIn}</a>
              <a class="button" href="/sign-up">
                {text.signUp}
              </a>
            </>
          )}
        </div>
      </nav>
    </header>
  )
}

function Footer(frame: FrameProps) {
  const text = pageText(frame.language).frame
  return (
    <footer class="bottom">
      <div>
        <span>{text.tagline}</span>
        <a href="/docs/guides">{text.guides}</a>
        <a href="/docs">{text.reference}</a>
        <a href="/openapi.json">{text.openapi}</a>
        <a href="/status">{text.status}</a>
        <LanguageSwitch {...frame} />
      </div>
    </footer>
  )
}

function PageLayout(page: Page) {
  const { title, problem, redirectTo, script, beside, language, viewer, path, otherLanguageAt } = page
  const frame = { language, viewer, path, otherLanguageAt }
  const icon = portalFilePath('icon', '.svg')
  const main = (
    <main id="main" class={beside ? 'docs-main' : page.wide ? 'sheet wide' : 'sheet'}>
      <h1>{title}</h1>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {page.body}
    </main>
  )
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {redirectTo && <meta http-equiv="refresh" content={`0; url=${redirectTo}`} />}
        <title>{`${title} – Plinth`}</title>
        {page.sharedAt && <SocialTags title={`${title} – Plinth`} baseUrl={page.sharedAt} />}
        {icon && <link rel="icon" href={icon} type="image/svg+xml" />}
        <link rel="stylesheet" href="/pages.css" />
        {script && <script type="module" src={script} />}
      </head>
      <body class="server-page">
        <Header {...frame} />
        {beside ? (
          <div class="docs">
            {beside}
            {main}
          </div>
        ) : (
          main
        )}
        <Footer {...frame} />
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
  const policy = PAGE_HEADERS['content-security-policy']
  const own = {
    ...(page.script ? { 'content-security-policy': `${policy}; script-src 'self'` } : {}),
    'content-language': page.language,
  }
  return { status, body: renderPage(page), type: HTML, headers: { ...PAGE_HEADERS, ...own, ...headers } }
}

/** Returns the path if it is on this server, to prevent open redirects after sign-in. */
export function localPath(path: string | undefined): string | undefined {
  if (path === undefined || !/^\/[\x21-\x7e]*$/.test(path) || path.includes('\\')) return undefined
  const { origin, pathname, search } = new URL(path, 'http://here.invalid')
  // `//elsewhere`, dots and tabs can resolve to another origin.
  return origin === 'http://here.invalid' && !pathname.startsWith('//') ? pathname + search : undefined
}
