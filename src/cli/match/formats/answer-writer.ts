// Collects the answers of one block of input in the format of the output.
import type { Verdict } from '@plinth/matcher'
import type { MatchedBlock } from './match-plan.ts'

export type EncodedAnswers = Pick<MatchedBlock, 'bytes' | 'rowGroups'>

/** Answers arrive in the order of the queries. An invalid query gets an answer too, so that rows stay aligned. */
export interface AnswerWriter<V = Verdict> {
  /** The record of the next answer as it is written, for writers that put it into the output. */
  record?(text: string): void
  answer(id: unknown, verdict: V): void
  invalid(id: unknown, message: string): void
  finish(): EncodedAnswers
}

/** Not Buffer.from, which may return a part of a shared pool that cannot be transferred. */
export const encodeText = (text: string): EncodedAnswers => ({ bytes: new TextEncoder().encode(text) })
