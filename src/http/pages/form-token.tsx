// CSRF tokens for forms on server-rendered pages.
import type { VNode } from 'preact'
import { readCookie, writeCookie } from '../../access/people/cookie.ts'
import type { Session } from '../../access/rights/principal.ts'
import { Fault } from '../../kernel/fault.ts'
import { randomBase62 } from '../../kernel/ids.ts'
import type { Call } from '../server/route.ts'

const FORM_COOKIE = '__Host-plinth_form'
const TOKEN_PATTERN = /^[0-9A-Za-z]{32}$/

type AnonymousCall = Pick<Call<unknown, unknown, unknown>, 'services' | 'credentials'>

export interface FormToken {
  readonly field: VNode
  readonly headers: Readonly<Record<string, string>>
}

/** Before sign-in: a cookie that only this host can set, and its signature in the form. */
export function createFormToken({ services, credentials }: AnonymousCall): FormToken {
  const existing = formCookie(credentials.cookie)
  const value = existing ?? randomBase62(32)
  return {
    field: tokenField(services.signer.sign('form', value)),
    headers: existing ? {} : { 'set-cookie': writeCookie(FORM_COOKIE, value, 86_400) },
  }
}

export function requireFormToken({ services, credentials }: AnonymousCall, token: string): void {
  const cookie = formCookie(credentials.cookie)
  const isSigned = cookie !== undefined && services.signer.verify('form', cookie, token)
  if (!credentials.origin?.ours || !isSigned) rejectForm()
}

function formCookie(header: string | undefined): string | undefined {
  const value = readCookie(header, FORM_COOKIE)
  return value !== undefined && TOKEN_PATTERN.test(value) ? value : undefined
}

/** After sign-in: the token of the session. */
export function sessionTokenField({ services }: AnonymousCall, session: Session): VNode {
  return tokenField(services.access.sessions.csrfToken(session))
}

export function requireSessionToken({ services, credentials }: AnonymousCall, session: Session, token: string): void {
  if (!credentials.origin?.ours || !services.access.sessions.isCsrfToken(session, token)) rejectForm()
}

function tokenField(token: string): VNode {
  return <input type="hidden" name="csrf_token" value={token} />
}

function rejectForm(): never {
  throw new Fault('csrf_token_invalid', {
    detail: 'The form has expired or was sent from another site. Go back, reload the page and try again.',
  })
}
