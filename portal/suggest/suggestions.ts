// Requests suggestions from the API for what is typed.
import { PlinthError } from '@plinth/client'
import type { SuggestAnswer, Suggestion } from '../../src/http/api-types.ts'
import { plinth } from '../api/plinth.ts'

type SuggestionKind = Suggestion['kind']

/** Rejects if there are no suggestions to be had; the field works without them. */
export type Suggest = (q: string, signal: AbortSignal) => Promise<readonly Suggestion[]>

/** What an address field looks up. */
export const ADDRESS_KINDS: readonly SuggestionKind[] = ['address', 'building', 'project']

const MIN_LENGTH = 2
/** The API's limit. A longer text is a whole listing. */
const MAX_LENGTH = 200

export const canSuggestFor = (typed: string): boolean =>
  typed.trim().length >= MIN_LENGTH && typed.length <= MAX_LENGTH && !typed.includes('\n')

interface SuggestOptions {
  readonly kinds?: readonly SuggestionKind[]
  readonly headers?: Readonly<Record<string, string>>
  /** The desk has its own operation, on production data. */
  readonly path?: string
}

export function suggestFrom({ kinds, headers, path = '/api/v1/suggest' }: SuggestOptions = {}): Suggest {
  let isDenied = false
  return async (q, signal) => {
    if (isDenied) return []
    const query = { q, ...(kinds && { kinds: kinds.join() }) }
    // A late suggestion is worth nothing, so there are no retries.
    const options = { query, signal, retries: 0, ...(headers && { headers }) }
    try {
      return (await plinth.request<SuggestAnswer>('GET', path, options)).data
    } catch (error) {
      // The plan has no suggestions: don't ask again for each character.
      isDenied = error instanceof PlinthError && (error.status === 401 || error.status === 403)
      throw error
    }
  }
}
