// Problems of feeds in the language of the reader.

import { feedProblemText } from '../french/feed-problems-fr.ts'
import { languageOf } from '../server/page-language.ts'

type Call = Parameters<typeof languageOf>[0]
type WithProblem = { readonly problem: { readonly detail: string } | null }

/** Problems are stored in English and shown in the language of the reader. */
export function spoken<T extends WithProblem>(call: Call, items: readonly T[]): T[] {
  const language = languageOf(call)
  return items.map((item) =>
    item.problem && language !== 'en'
      ? { ...item, problem: { ...item.problem, detail: feedProblemText(item.problem.detail, language) } }
      : item,
  )
}
export const spokenHeaders = (call: Call) => ({
  'content-language': languageOf(call),
  vary: 'Accept-Language',
})
