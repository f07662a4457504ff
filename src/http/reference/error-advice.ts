// The cause of each error code and what to do about it, for /docs/errors/{code}.
import type en from '#texts/en/errors/advice.json'
import type { FaultCode } from '../../kernel/fault.ts'
import type { Language } from '../../kernel/language.ts'
import { readTexts } from '../../kernel/texts/server-texts.ts'

const text = readTexts<typeof en>('errors/advice')

/** A code without a row does not compile. */
export function adviceFor(code: FaultCode, language: Language): readonly [cause: string, remedy: string] {
  const { cause, remedy } = text(language)[code]
  return [cause, remedy]
}
