// Loads and actions for signed-in pages; when the session has expired, the page asks to sign in.

import { PlinthError } from '@plinth/client'
import { useEffect } from 'preact/hooks'
import { useCurrentUser } from '../../../api/current-user.tsx'
import type { Action } from '../../../api/use-action.ts'
import { useAction } from '../../../api/use-action.ts'
import type { Loadable } from '../../../api/use-load.ts'
import { useLoad } from '../../../api/use-load.ts'

/** Reloads the session after a 401. */
export function useSessionCheck(): (error: Error) => void {
  const { refresh } = useCurrentUser()
  return (error) => {
    if (error instanceof PlinthError && error.status === 401) void refresh()
  }
}

export function useSessionExpiry(error: Error | undefined): void {
  const check = useSessionCheck()
  useEffect(() => {
    if (error) check(error)
  }, [error])
}

export function useAccountLoad<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loadable<T> {
  const loaded = useLoad(key, load)
  useSessionExpiry(loaded.error)
  return loaded
}

export function useAccountAction(): Action {
  return useAction(useSessionCheck())
}
