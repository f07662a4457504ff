// The suggestions for a field: waits for a pause in typing and cancels the request before.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Suggestion } from '../../src/http/api-types.ts'
import type { Suggest } from './suggestions.ts'
import { canSuggestFor } from './suggestions.ts'

const DEBOUNCE_MS = 80

interface Suggestions {
  /** Null until the first response. The last ones stay while the next ones load. */
  readonly items: readonly Suggestion[] | null
  ask(typed: string): void
  /** Ends what is under way. */
  cancel(): void
  /** Drops the suggestions too. */
  clear(): void
}

export function useSuggestions(suggest: Suggest, onItems: () => void): Suggestions {
  const [items, setItems] = useState<readonly Suggestion[] | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const request = useRef<AbortController>(undefined)
  const cancel = () => {
    clearTimeout(timer.current)
    request.current?.abort()
  }
  useEffect(() => cancel, [])
  const load = async (typed: string) => {
    const control = new AbortController()
    request.current = control
    // Errors are silent: the field works without suggestions.
    const found = await suggest(typed, control.signal).catch(() => null)
    if (control.signal.aborted) return
    setItems(found)
    onItems()
  }
  return {
    items,
    ask(typed) {
      cancel()
      if (canSuggestFor(typed)) timer.current = setTimeout(load, DEBOUNCE_MS, typed)
      else setItems(null)
    },
    cancel,
    clear() {
      cancel()
      setItems(null)
    },
  }
}
