// Runs one request at a time for a form or button, with its busy state and error.
import { useState } from 'preact/hooks'

export interface Action {
  readonly busy: boolean
  readonly error: Error | undefined
  /** Ignored while a run is in progress. */
  run(work: () => Promise<unknown>): Promise<void>
}

export function useAction(): Action {
  const [state, setState] = useState<{ busy: boolean; error?: Error }>({ busy: false })
  const run = async (work: () => Promise<unknown>) => {
    if (state.busy) return
    setState({ busy: true })
    try {
      await work()
      setState({ busy: false })
    } catch (error) {
      setState({ busy: false, error: error as Error })
    }
  }
  return { busy: state.busy, error: state.error, run }
}
