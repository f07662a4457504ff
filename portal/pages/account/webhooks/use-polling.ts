// Reloads while a state is about to change: a first ping, a delivery in progress.
import { useEffect, useRef } from 'preact/hooks'

const INTERVAL_MS = 1500
/** After that the user can refresh: page requests count against the rate limit. */
const MAX_RELOADS = 6

interface Polling {
  readonly everyMs?: number
  readonly most?: number
}

export function usePolling(
  isChanging: boolean,
  reload: () => void,
  { everyMs = INTERVAL_MS, most = MAX_RELOADS }: Polling = {},
): void {
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => {
    if (!isChanging) return
    let left = most
    const timer = setInterval(() => {
      left -= 1
      if (left === 0) clearInterval(timer)
      if (document.visibilityState === 'visible') latest.current()
    }, everyMs)
    return () => clearInterval(timer)
  }, [isChanging])
}
