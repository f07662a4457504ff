// Loads data for a page; a newer request cancels the previous one.

import type { PlinthError } from '@plinth/client'
import { useEffect, useState } from 'preact/hooks'

export interface Loadable<T> {
  /** The last response. It stays on the page while the next one loads. */
  readonly data: T | undefined
  readonly error: PlinthError | Error | undefined
  readonly loading: boolean
  reload(): void
}

/** Loads again whenever `key` changes. */
export function useLoad<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loadable<T> {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<{ data?: T; error?: Error; loading: boolean }>({ loading: true })
  useEffect(() => {
    const control = new AbortController()
    setState(({ data }) => ({ ...(data === undefined ? {} : { data }), loading: true }))
    load(control.signal).then(
      (data) => control.signal.aborted || setState({ data, loading: false }),
      (error) => control.signal.aborted || setState({ error, loading: false }),
    )
    return () => control.abort()
  }, [key, attempt])
  return { data: state.data, error: state.error, loading: state.loading, reload: () => setAttempt(attempt + 1) }
}
