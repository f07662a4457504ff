// Who looks at the page: a visitor, or somebody who signed in. Read once, kept beside every page.
import type { ComponentChildren } from 'preact'
import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { Session } from '../../src/contract/wire-types.ts'
import { actAs, readSession } from './plinth.ts'

export interface Who {
  /** Null for a visitor; undefined while it is not known yet. */
  readonly session: Session | null | undefined
  /** Looks again: after signing in, or when a session has ended. */
  refresh(): Promise<void>
}

const Context = createContext<Who>({ session: undefined, refresh: async () => {} })

export function WhoProvider({ children }: { children: ComponentChildren }) {
  const [session, setSession] = useState<Session | null | undefined>(undefined)
  const refresh = async () => {
    const found = await readSession().catch(() => null)
    actAs(found)
    setSession(found)
  }
  useEffect(() => void refresh(), [])
  return <Context.Provider value={{ session, refresh }}>{children}</Context.Provider>
}

export function useWho(): Who {
  return useContext(Context)
}
