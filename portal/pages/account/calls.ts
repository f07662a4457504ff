// Calls of somebody who is signed in: when the session has ended meanwhile, the page notices and asks to sign in.
import { useEffect, useState } from 'preact/hooks'
import { PlinthError } from '../../../src/client/client.ts'
import type { Loaded } from '../../api/load.ts'
import { useLoad } from '../../api/load.ts'
import { useWho } from '../../api/who.tsx'

const isOver = (error: unknown) => error instanceof PlinthError && error.status === 401

export function useOwn<T>(question: string, ask: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const loaded = useLoad(question, ask)
  const { refresh } = useWho()
  useEffect(() => {
    if (isOver(loaded.error)) void refresh()
  }, [loaded.error])
  return loaded
}

export interface Act {
  readonly busy: boolean
  readonly error: Error | undefined
  /** Does it unless it is being done already; what went wrong is kept for the page to show. */
  run(act: () => Promise<unknown>): Promise<void>
}

export function useAct(): Act {
  const [state, setState] = useState<{ busy: boolean; error?: Error }>({ busy: false })
  const { refresh } = useWho()
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

export interface Pages<T> extends Loaded<readonly T[]> {
  /** Fetches the next page; undefined when there is none. */
  readonly more: (() => void) | undefined
  readonly act: Act
}

interface OnePage<T> {
  readonly data: readonly T[]
  readonly meta: { readonly next_cursor: string | null }
}

/** A list that comes in pages: the first at once, the others when they are asked for. */
export function usePages<T>(
  question: string,
  ask: (cursor: string | undefined, signal?: AbortSignal) => Promise<OnePage<T>>,
): Pages<T> {
  const first = useOwn(question, (signal) => ask(undefined, signal))
  const [rest, setRest] = useState<{ of: OnePage<T>; rows: readonly T[]; cursor: string | null }>()
  const act = useAct()
  // Pages after a first one that is no longer shown are of another list.
  const known = rest && rest.of === first.data ? rest : undefined
  const cursor = known ? known.cursor : (first.data?.meta.next_cursor ?? null)
  const next = async () => {
    const page = await ask(cursor!)
    setRest({ of: first.data!, rows: [...(known?.rows ?? []), ...page.data], cursor: page.meta.next_cursor })
  }
  return {
    ...first,
    data: first.data && [...first.data.data, ...(known?.rows ?? [])],
    more: cursor === null ? undefined : () => void act.run(next),
    act,
  }
}
