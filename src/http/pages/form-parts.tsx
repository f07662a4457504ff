// Form fields for server-rendered pages, and the handling of submitted forms.
import type { VNode } from 'preact'
import { z } from 'zod'
import { anyone } from '../../access/rights/policies.ts'
import { Fault } from '../../kernel/fault.ts'
import { faultDetail } from '../french/translate.ts'
import { pageLanguageOf } from '../server/page-language.ts'
import type { Call, OperationResponse } from '../server/route.ts'
import { requireFormToken } from './form-token.tsx'
import type { Page } from './page-layout.tsx'
import { pageResponse } from './page-layout.tsx'
import type { PageText } from './page-text.ts'
import { pageText } from './page-text.ts'
import { portalFilePath } from './portal-file-name.ts'
import { viewerOf } from './viewer.ts'

export const optionalField = z.string().max(1000).default('')

/** Common properties of page operations. */
export const PAGE = {
  tag: 'Pages',
  policy: anyone,
  hidden: true,
  page: true,
  response: { status: 200, type: 'text/html' },
} as const

export async function pageTextOf(call: Parameters<typeof pageLanguageOf>[0]): Promise<PageText> {
  return pageText(await pageLanguageOf(call))
}

/** A page with the reader's links in its header. */
export async function pageFor(
  call: Parameters<typeof viewerOf>[0],
  page: Page,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Promise<OperationResponse> {
  return pageResponse({ viewer: await viewerOf(call), ...page }, status, headers)
}

type FormCall = Call<unknown, { readonly csrf_token: string }, unknown>

/** Runs `act`. If the input is wrong, shows the form again with the error message. */
export async function processForm(
  call: FormCall,
  { language }: PageText,
  formWithProblem: (problem: string) => Page,
  act: () => Promise<OperationResponse>,
): Promise<OperationResponse> {
  requireFormToken(call, call.body.csrf_token)
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Fault) || error.status >= 500 || error.code === 'link_expired') throw error
    const { retryAfterSeconds } = error.options
    const headers: Record<string, string> =
      retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
    return pageFor(call, formWithProblem(faultDetail(error, language)), error.status, headers)
  }
}

export function emailField(text: PageText, value = ''): VNode {
  return (
    <>
      <label for="email">{text.email}</label>
      <input id="email" name="email" type="email" autocomplete="username" required maxlength={254} value={value} />
    </>
  )
}

/** The script of a page with a password field. The page works without it. */
export const passwordScript = () => portalFilePath('sign-in-pages', '.js')

export function passwordField(text: PageText, kind: 'current' | 'new'): VNode {
  const label = kind === 'new' ? text.newPassword + text.newPasswordHint : text.password
  return (
    <>
      <label for="password">{label}</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete={`${kind}-password`}
        required
        data-show={text.show}
        data-hide={text.hide}
        data-show-label={text.showLabel}
        data-hide-label={text.hideLabel}
      />
    </>
  )
}
