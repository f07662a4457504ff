// What the forms on our pages are made of, and how one that was sent is answered.
import { z } from 'zod'
import { anyone } from '../../access/policies.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Call, OperationResponse } from '../door/route.ts'
import { requireFormToken } from './forms.ts'
import type { Markup, Page } from './html.ts'
import { html, pageReply } from './html.ts'
import { PAGE_TEXT } from './page-text.ts'

/** A field that a form may leave empty. */
export const field = z.string().max(1000).default('')

/** What every operation behind a page says of itself. */
export const PAGE = {
  tag: 'Pages',
  policy: anyone,
  hidden: true,
  page: true,
  response: { status: 200, type: 'text/html' },
} as const

type FormCall = Call<unknown, { readonly csrf_token: string }, unknown>

/** Does what a form asks; what a person can mend is said on the form again. */
export async function handleForm(
  call: FormCall,
  again: (problem: string) => Page,
  act: () => Promise<OperationResponse>,
): Promise<OperationResponse> {
  requireFormToken(call, call.body.csrf_token)
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Fault) || error.status >= 500 || error.code === 'link_expired') throw error
    const { retryAfterSeconds: wait } = error.options
    return pageReply(again(error.message), error.status, wait === undefined ? {} : { 'retry-after': String(wait) })
  }
}

export function emailField(value = ''): Markup {
  return html`<label for="email">${PAGE_TEXT.email}</label>
    <input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${value}" />`
}

export function passwordField(kind: 'current' | 'new'): Markup {
  const label = kind === 'new' ? PAGE_TEXT.newPassword + PAGE_TEXT.newPasswordHint : PAGE_TEXT.password
  return html`<label for="password">${label}</label>
    <input id="password" name="password" type="password" autocomplete="${kind}-password" required />`
}
