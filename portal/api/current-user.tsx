// Provides the current user's session to every page.
import type { ComponentChildren } from 'preact'
import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { Session } from '../../src/http/api-types.ts'
import type { Mode } from './mode.ts'
import { isTestMode, setMode } from './mode.ts'
import { authenticateAs, fetchSession, whenSessionExpires } from './plinth.ts'
import { isSandboxView } from './sandbox-view.ts'

export interface CurrentUser {
  /** Null for a visitor; undefined until the session has loaded. */
  readonly session: Session | null | undefined
  /** Test data: what a person chose, and always on the sandbox plan. */
  readonly isTest: boolean
  switchMode(mode: Mode): void
  /** Reloads the session after the user signs in or the session ends. */
  refresh(): Promise<void>
}

/** Whether the server sent this page with a session, so that it starts in the frame that it will have. */
export function hadSession(): boolean {
  return document.getElementById('portal')!.dataset.session !== undefined
}

const Context = createContext<CurrentUser>({
  session: undefined,
  isTest: false,
  switchMode: () => {},
  refresh: async () => {},
})

export function CurrentUserProvider({ children }: { children: ComponentChildren }) {
  const [session, setSession] = useState<Session | null | undefined>(undefined)
  const [isTest, setTest] = useState(isTestMode)
  const switchMode = (mode: Mode) => {
    setMode(mode)
    setTest(mode === 'test')
  }
  const refresh = async () => {
    const current = await fetchSession().catch(() => null)
    authenticateAs(current)
    setSession(current)
  }
  useEffect(() => {
    // Pages of the account then ask to sign in. The desk stays: decisions may still be unsent.
    whenSessionExpires(() => location.pathname.startsWith('/desk') || void refresh())
    void refresh()
  }, [])
  return (
    <Context.Provider value={{ session, isTest: isTest || session?.account.plan === 'sandbox', switchMode, refresh }}>
      {children}
    </Context.Provider>
  )
}

export function useCurrentUser(): CurrentUser {
  return useContext(Context)
}

/** The session whose data the page shows: null, as for a visitor, where the page shows the sandbox to everyone. */
export function useDataSession(): CurrentUser['session'] {
  const { session } = useContext(Context)
  return session && isSandboxView() ? null : session
}
