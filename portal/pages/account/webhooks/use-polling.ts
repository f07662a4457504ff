// Looks again while something is about to change by itself: an endpoint that answers its first ping, a delivery on its way.
import { useEffect, useRef } from 'preact/hooks'

const EVERY_MS = 1500
/** Then the person has the button: requests of a page are counted like all others. */
const TIMES = 6

export function usePolling(isMoving: boolean, look: () => void): void {
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    if (!isMoving) return
    let left = TIMES
    const timer = setInterval(() => {
      left -= 1
      if (left === 0) clearInterval(timer)
      if (document.visibilityState === 'visible') latest.current()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [isMoving])
}
