// Reading from the API for a page: loading, ready or failed; a newer question cancels the older one.
import { useEffect, useState } from 'preact/hooks'
import type { PlinthError } from '../../src/client/client.ts'

export interface Loaded<T> {
  /** The last answer, kept on the page while the next one is on its way. */
  readonly data: T | undefined
  readonly error: PlinthError | Error | undefined
  readonly loading: boolean
  reload(): void
}

/** `question` says what is asked: when it changes, it is asked anew. */
export function useLoad<T>(question: string, ask: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [round, setRound] = useState(0)
  const [state, setState] = useState<{ data?: T; error?: Error; loading: boolean }>({ loading: true })
  useEffect(() => {
    const control = new AbortController()
    setState(({ data }) => ({ ...(data === undefined ? {} : { data }), loading: true }))
    ask(control.signal).then(
      (data) => control.signal.aborted || setState({ data, loading: false }),
      (error) => control.signal.aborted || setState({ error, loading: false }),
    )
    return () => control.abort()
  }, [question, round])
  return { data: state.data, error: state.error, loading: state.loading, reload: () => setRound(round + 1) }
}
