// Text of the documentation pages, and advice for each error code. Operations, fields and events are described in English only.
import type adviceTexts from '#texts/en/errors/advice.json'
import type en from '#texts/en/server/docs.json'
import type { FaultCode } from '../../kernel/fault.ts'
import type { Language } from '../../kernel/language.ts'
import { readTexts } from '../../kernel/texts/server-texts.ts'

export const docsText = readTexts<typeof en>('server/docs')

export type DocsText = ReturnType<typeof docsText>

const advice = readTexts<typeof adviceTexts>('errors/advice')

/** A code without a row does not compile. */
export function adviceFor(code: FaultCode, language: Language): readonly [cause: string, remedy: string] {
  const { cause, remedy } = advice(language)[code]
  return [cause, remedy]
}
