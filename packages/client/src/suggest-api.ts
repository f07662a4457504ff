// Client methods for suggestions while someone types.
import type { SuggestAnswer, SuggestQuery } from './api-types.ts'
import type { CallOptions, Transport } from './transport.ts'

/** All parameters but the text. */
export type SuggestOptions = Omit<SuggestQuery, 'q'> & CallOptions

export interface SuggestBox {
  /** The answer for a text; null if a newer text replaced it, or `cancel` was called. */
  ask(q: string): Promise<SuggestAnswer | null>
  /** Ends the request under way. */
  cancel(): void
}

export function suggest(transport: Transport) {
  return (q: string, { signal, headers, retries, timeoutMs, ...query }: SuggestOptions = {}): Promise<SuggestAnswer> =>
    transport.json('GET', '/api/v1/suggest', {
      ...(signal === undefined ? {} : { signal }),
      ...(headers === undefined ? {} : { headers }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      // The next key sends a newer text, so that a late answer has no use.
      retries: retries ?? 0,
      query: { ...query, q },
    })
}

/** For one input: a new text ends the request before it, so that an old answer never replaces a newer one. */
export function suggestBox(transport: Transport) {
  const send = suggest(transport)
  return (options: Omit<SuggestOptions, 'signal'> = {}): SuggestBox => {
    let current = new AbortController()
    return {
      async ask(q) {
        current.abort()
        const own = new AbortController()
        current = own
        try {
          return await send(q, { ...options, signal: own.signal })
        } catch (error) {
          if (own.signal.aborted) return null
          throw error
        }
      },
      cancel: () => current.abort(),
    }
  }
}
