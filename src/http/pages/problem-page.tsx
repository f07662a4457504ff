// The HTML page for errors on pages and unknown paths.
import type { Fault } from '../../kernel/fault.ts'
import type { Language } from '../../kernel/language.ts'
import { faultDetail, faultTitle } from '../french/translate.ts'
import type { ProblemPage } from '../server/problem.ts'
import { HTML, PAGE_HEADERS, renderPage } from './page-layout.tsx'
import { pageText } from './page-text.ts'
import { portalPage } from './portal.ts'
import { portalFilePath } from './portal-file-name.ts'

/** Without looking the session up: the page must also load when that fails. */
export function problemPage(
  fault: Fault,
  requestId: string,
  language: Language,
  hasSession: boolean,
  baseUrl: string,
): ProblemPage {
  if (fault.code === 'route_not_found' && portalFilePath('index', '.js'))
    return notFoundPage(language, hasSession, baseUrl)
  const text = pageText(language)
  const body = (
    <>
      <p>
        <a href="/">{text.start}</a>
        {!hasSession && (
          <>
            {' '}
            · <a href="/sign-in">{text.signIn}</a> · <a href="/sign-up">{text.signUp}</a>
          </>
        )}
      </p>
      <p class="quiet">{requestId}</p>
    </>
  )
  return {
    headers: { 'content-type': HTML, ...PAGE_HEADERS },
    body: renderPage({
      title: faultTitle(fault.code, language),
      problem: faultDetail(fault, language),
      body,
      language,
      viewer: hasSession ? 'person' : 'visitor',
    }),
  }
}

/** The portal's own page for unknown paths, with search and the navigation of the person. */
function notFoundPage(language: Language, hasSession: boolean, baseUrl: string): ProblemPage {
  const { body, headers } = portalPage(language, hasSession, baseUrl)
  return { headers: { 'content-type': HTML, ...headers }, body: body.toString() }
}
