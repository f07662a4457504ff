// The consent page and the error page of the authorization server.
import { SCOPE_DESCRIPTIONS } from '../../access/oauth/scope-descriptions.ts'
import type { Scope } from '../../access/rights/plans.ts'
import type { Language } from '../../kernel/language.ts'
import { fill } from '../../kernel/texts/server-texts.ts'
import { translate } from '../french/translate.ts'
import { anonymousPageLanguage } from '../server/page-language.ts'
import type { Page } from './page-layout.tsx'
import { HTML, PAGE_HEADERS, renderPage } from './page-layout.tsx'
import { pageText } from './page-text.ts'

/** `formTarget`: where the form may redirect, because browsers apply `form-action` to redirects too. */
export function pageHeaders(formTarget = ''): Record<string, string> {
  const policy = PAGE_HEADERS['content-security-policy']
  return {
    ...PAGE_HEADERS,
    'content-type': HTML,
    'content-security-policy': policy.replace("form-action 'self'", `form-action 'self' ${formTarget}`.trimEnd()),
    'x-frame-options': 'DENY',
  }
}

export interface ConsentDetails {
  readonly clientName: string
  readonly clientId: string
  /** Where the browser is sent with the authorization code. */
  readonly redirectHost: string
  /** The application registered itself, so its name is not verified. */
  readonly selfRegistered: boolean
  readonly account: string
  readonly scopes: readonly string[]
  readonly csrfToken: string
}

export function consentPage(details: ConsentDetails, language: Language): Page {
  const text = pageText(language).consent
  const { clientName, clientId, redirectHost, selfRegistered, account, scopes, csrfToken } = details
  const body = (
    <>
      {selfRegistered && <p class="note">{text.selfRegistered}</p>}
      <p>{text.asks}</p>
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>{translate(SCOPE_DESCRIPTIONS[scope as Scope] ?? scope, language)}</li>
        ))}
      </ul>
      <dl>
        <dt>{text.account}</dt>
        <dd>{account}</dd>
        <dt>{text.program}</dt>
        <dd>{clientId}</dd>
        <dt>{text.target}</dt>
        <dd>{redirectHost}</dd>
      </dl>
      <form method="post">
        <input type="hidden" name="csrf_token" value={csrfToken} />
        <button type="submit" name="decision" value="allow">
          {text.allow}
        </button>{' '}
        <button type="submit" class="second" name="decision" value="deny">
          {text.deny}
        </button>
      </form>
    </>
  )
  return { title: fill(text.title, { client: clientName }, language), body, language, viewer: 'person' }
}

/** Shown when the authorization server must not redirect the browser. */
export function showError(
  ctx: { body: unknown; get(name: string): string; set(headers: Record<string, string>): void },
  { error, error_description }: { error: string; error_description?: string | undefined },
): void {
  const headers = { cookie: ctx.get('cookie'), 'accept-language': ctx.get('accept-language') }
  ctx.body = renderPage(errorPage(error, error_description, anonymousPageLanguage(headers, undefined)))
  ctx.set(pageHeaders())
}

/** Shows the protocol's own error text, because it is meant for developers. */
export function errorPage(error: string, description: string | undefined, language: Language): Page {
  const { refused } = pageText(language)
  const body = (
    <>
      <dl>
        <dt>{refused.error}</dt>
        <dd>{error}</dd>
      </dl>
      <p>{refused.nothingShared}</p>
    </>
  )
  return { title: refused.title, problem: description ?? refused.invalid, body, language }
}
