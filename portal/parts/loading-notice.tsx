// Shows how far the production dataset is on a server that was just installed.
import { useEffect, useState } from 'preact/hooks'
import { fill } from '../language/choose-language.ts'
import { formatNumber } from '../language/format.ts'
import { text } from '../language/shared-text.ts'

const POLL_MS = 2000

interface DatasetState {
  readonly state: 'ready' | 'loading'
  readonly done?: number
  readonly total?: number
  readonly seconds_left?: number
}

async function fetchState(): Promise<DatasetState | undefined> {
  const response = await fetch('/readyz')
  return ((await response.json()) as { datasets?: { production: DatasetState } }).datasets?.production
}

/** Nothing when production is complete. Asks again only until then. */
export function LoadingNotice() {
  const [state, setState] = useState<DatasetState | undefined>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isShown = true
    const poll = async () => {
      const next = await fetchState().catch(() => undefined)
      if (!isShown) return
      setState(next)
      if (next?.total) timer = setTimeout(poll, POLL_MS)
    }
    void poll()
    return () => {
      isShown = false
      clearTimeout(timer)
    }
  }, [])
  if (!state?.total) return null
  const { done = 0, total = 0, seconds_left = 1 } = state
  return (
    <p class="notice" role="status">
      {fill(state.state === 'loading' ? text.datasetLoading : text.datasetGrowing, {
        done: formatNumber(done),
        total: formatNumber(total),
        seconds: formatNumber(seconds_left),
      })}
    </p>
  )
}
