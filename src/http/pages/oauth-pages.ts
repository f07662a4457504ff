// The pages of the authorization server: asking for consent, and saying why a request cannot be answered.
import { SCOPE_DESCRIPTIONS } from '../../access/oauth/scope-descriptions.ts'
import type { Scope } from '../../access/plans.ts'
import type { Page } from './html.ts'
import { HTML, html, PAGE_HEADERS, renderPage } from './html.ts'
import { PAGE_TEXT } from './page-text.ts'

const words = PAGE_TEXT.consent

/** `formTarget`: where a browser may be led after the form; it checks the redirect too. */
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
  /** Where the browser goes next, and the code with it. */
  readonly redirectHost: string
  /** Nobody vouches for a program that registered itself. */
  readonly selfRegistered: boolean
  readonly account: string
  readonly scopes: readonly string[]
  readonly csrfToken: string
}

export function consentPage(question: ConsentDetails): Page {
  const { clientName, clientId, redirectHost, selfRegistered, account, scopes, csrfToken } = question
  const body = html`${
    selfRegistered &&
    html`<p class="note">
      ${words.selfRegistered}
    </p>`
  }
    <p>${words.asks}</p>
    <ul>
      ${scopes.map((scope) => html`<li>${SCOPE_DESCRIPTIONS[scope as Scope] ?? scope}</li>`)}
    </ul>
    <dl>
      <dt>${words.account}</dt>
      <dd>${account}</dd>
      <dt>${words.program}</dt>
      <dd>${clientId}</dd>
      <dt>${words.target}</dt>
      <dd>${redirectHost}</dd>
    </dl>
    <form method="post">
      <input type="hidden" name="csrf_token" value="${csrfToken}" />
      <button name="decision" value="allow">${words.allow}</button>
      <button class="second" name="decision" value="deny">${words.deny}</button>
    </form>`
  return { title: words.title(clientName), body }
}

/** What the authorization server shows a browser that it must not send on. */
export function showError(
  ctx: { body: unknown; set(headers: Record<string, string>): void },
  { error, error_description }: { error: string; error_description?: string | undefined },
): void {
  ctx.body = renderPage(errorPage(error, error_description))
  ctx.set(pageHeaders())
}

/** The texts of the protocol are for developers: it is they who see this page. */
export function errorPage(error: string, description: string | undefined): Page {
  const body = html`<dl>
      <dt>${PAGE_TEXT.refused.error}</dt>
      <dd>${error}</dd>
    </dl>
    <p>${PAGE_TEXT.refused.nothingShared}</p>`
  return { title: PAGE_TEXT.refused.title, problem: description ?? PAGE_TEXT.refused.invalid, body }
}
