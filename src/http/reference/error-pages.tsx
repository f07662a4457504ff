// The list of error codes, and a page with the cause and remedy of each.
import type { FaultCode } from '../../kernel/fault.ts'
import { FAULTS, Fault } from '../../kernel/fault.ts'
import { fill } from '../../kernel/texts/server-texts.ts'
import { faultTitle } from '../french/translate.ts'
import type { DocsPage, PageContext } from './docs-page.tsx'
import { MarkdownBody } from './docs-page.tsx'
import { adviceFor } from './error-advice.ts'
import { errorsTopic } from './written-pages.ts'

const CODES = Object.keys(FAULTS) as FaultCode[]

export function errorList(context: PageContext): DocsPage {
  const { text, language } = context
  const intro = errorsTopic(language)
  const body = (
    <>
      <MarkdownBody page={intro} context={context} />
      <h2 id="codes">{text.allErrors}</h2>
      <div class="scroll" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>{text.status}</th>
              <th>{text.code}</th>
              <th>{text.meaning}</th>
            </tr>
          </thead>
          <tbody>
            {CODES.map((code) => (
              <tr key={code}>
                <td>{FAULTS[code][0]}</td>
                <td>
                  <a href={`/docs/errors/${code}`}>
                    <code>{code}</code>
                  </a>
                </td>
                <td>{faultTitle(code, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
  return { title: intro.title, body }
}

export const errorPage =
  (code: string) =>
  (context: PageContext): DocsPage => {
    if (!Object.hasOwn(FAULTS, code))
      throw new Fault('route_not_found', { detail: 'There is no such error code. See /docs/errors for a list.' })
    const { text, language } = context
    const known = code as FaultCode
    const [cause, remedy] = adviceFor(known, language)
    const source = `${fill(text.httpStatus, { title: faultTitle(known, language), status: FAULTS[known][0] }, language)}\n\n## ${text.cause}\n\n${cause}\n\n## ${text.remedy}\n\n${remedy}`
    const body = (
      <>
        <MarkdownBody page={{ source, file: 'reference/errors.md', language }} context={context} />
        <p>
          <a href="/docs/errors">{text.allErrors}</a>
        </p>
      </>
    )
    return { title: code, body }
  }
