// Calls of somebody who is signed in: when the session has ended meanwhile, the page notices and asks to sign in.
import { useEffect, useState } from 'preact/hooks'
import { PlinthError } from '../../../../src/client/client.ts'
import { useCurrentUser } from '../../../api/current-user.tsx'
import type { Loadable } from '../../../api/use-load.ts'
import { useLoad } from '../../../api/use-load.ts'

const isOver = (error: unknown) => error instanceof PlinthError && error.status === 401

/** Of whatever a page has read. */
export function useSessionExpiry(error: Error | undefined): void {
  const { refresh } = useCurrentUser()
  useEffect(() => {
    if (isOver(error)) void refresh()
  }, [error])
}

export function useAccountLoad<T>(question: string, ask: (signal: AbortSignal) => Promise<T>): Loadable<T> {
  const loaded = useLoad(question, ask)
  useSessionExpiry(loaded.error)
  return loaded
}

export interface Action {
  readonly busy: boolean
  readonly error: Error | undefined
  /** Does it unless it is being done already; what went wrong is kept for the page to show. */
  run(act: () => Promise<unknown>): Promise<void>
}

export function useAction(): Action {
  const [state, setState] = useState<{ busy: boolean; error?: Error }>({ busy: false })
  const { refresh } = useCurrentUser()
  const run = async (act: () => Promise<unknown>) => {
    if (state.busy) return
    setState({ busy: true })
    try {
      await act()
      setState({ busy: false })
    } catch (error) {
      setState({ busy: false, error: error as Error })
      if (isOver(error)) await refresh()
    }
  }
  return { busy: state.busy, error: state.error, run }
}
