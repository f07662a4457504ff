// Loads data for a page; a newer request cancels the previous one.
import type { PlinthError } from '@plinth/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { plinth } from './plinth.ts'

export interface Loadable<T> {
  /** The last response. It stays on the page while the next one loads. */
  readonly data: T | undefined
  /** As `data`, but stays after a reload that failed too. */
  readonly known: T | undefined
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
  const known = useRef<T>(undefined)
  known.current = state.data ?? known.current
  const { data, error, loading } = state
  return { data, known: known.current, error, loading, reload: () => setAttempt(attempt + 1) }
}

/** Loads one record of the API, again when `version` changes. */
export function useRecord<T>(path: string, version = 0): Loadable<T> {
  return useLoad(`${path} ${version}`, async (signal) => {
    const { data } = await plinth.request<{ data: T }>('GET', path, { signal })
    return data
  })
}
