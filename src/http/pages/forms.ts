// Forms on our pages: their bodies, read as strictly as query strings, and what shows that a form is ours.
import { readCookie, writeCookie } from '../../access/people/cookie.ts'
import type { Session } from '../../access/principal.ts'
import { Fault } from '../../kernel/fault.ts'
import { randomBase62 } from '../../kernel/ids.ts'
import type { Call } from '../door/route.ts'
import type { Markup } from './html.ts'
import { html } from './html.ts'

const FORM_COOKIE = '__Host-plinth_form'
const TOKEN_PATTERN = /^[0-9A-Za-z]{32}$/

type AnonymousCall = Pick<Call<unknown, unknown, unknown>, 'services' | 'credentials'>

export interface FormToken {
  readonly field: Markup
  readonly headers: Readonly<Record<string, string>>
}

/** Before anybody signed in: a cookie that only this host can set, and its signature in the form. */
export function createFormToken({ services, credentials }: AnonymousCall): FormToken {
  const cookie = readCookie(credentials.cookie, FORM_COOKIE)
  const kept = cookie !== undefined && TOKEN_PATTERN.test(cookie) ? cookie : undefined
  const value = kept ?? randomBase62(32)
  return {
    field: tokenField(services.secrets.sign('form', value)),
    headers: kept ? {} : { 'set-cookie': writeCookie(FORM_COOKIE, value, 86_400) },
  }
}

export function requireFormToken({ services, credentials }: AnonymousCall, token: string): void {
  const cookie = readCookie(credentials.cookie, FORM_COOKIE)
  const signed = cookie !== undefined && TOKEN_PATTERN.test(cookie) && services.secrets.verify('form', cookie, token)
  if (!credentials.origin?.ours || !signed) rejectForm()
}

/** For those who signed in: the token of their session. */
export function sessionTokenField({ services }: AnonymousCall, session: Session): Markup {
  return tokenField(services.access.sessions.csrfToken(session))
}

export function requireSessionToken({ services, credentials }: AnonymousCall, session: Session, token: string): void {
  if (!credentials.origin?.ours || !services.access.sessions.isCsrfToken(session, token)) rejectForm()
}

function tokenField(token: string): Markup {
  return html`<input type="hidden" name="csrf_token" value="${token}" />`
}

function rejectForm(): never {
  throw new Fault('csrf_token_invalid', {
    detail:
      'This form was not sent from our own page, or it stood open too long. Go back, load the page again, and send it once more.',
  })
}
