// State after `#` in the URL: links can share it, and browsers don't send it to servers.
import { useEffect, useState } from 'preact/hooks'

export type HashChanges = Readonly<Record<string, string | null | undefined>>
export type ChangeHash = (changes: HashChanges, how?: 'replace' | 'push') => void

const readHash = () => new URLSearchParams(location.hash.slice(1))

/** The values after `#` and a function that changes some of them. An empty value is removed from the URL. */
export function useHash(): readonly [URLSearchParams, ChangeHash] {
  const [values, setValues] = useState(readHash)
  useEffect(() => {
    const update = () => setValues(readHash())
    addEventListener('hashchange', update)
    return () => removeEventListener('hashchange', update)
  }, [])
  const change: ChangeHash = (changes, how = 'replace') => {
    const next = readHash()
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    const url = next.size > 0 ? `#${next}` : location.pathname + location.search
    if (how === 'push') history.pushState(null, '', url)
    else history.replaceState(history.state, '', url)
    setValues(next)
  }
  return [values, change]
}
