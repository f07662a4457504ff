// State that can be shared by sending the address of the page: behind `#`, which browsers do not send to a server.
import { useEffect, useState } from 'preact/hooks'

const read = () => new URLSearchParams(location.hash.slice(1))

/** The values behind `#`, and a way to change some of them; an empty value or null goes. */
export function useHash(): readonly [URLSearchParams, (change: Readonly<Record<string, string | null>>) => void] {
  const [values, setValues] = useState(read)
  useEffect(() => {
    const listen = () => setValues(read())
    addEventListener('hashchange', listen)
    addEventListener('popstate', listen)
    return () => {
      removeEventListener('hashchange', listen)
      removeEventListener('popstate', listen)
    }
  }, [])
  const change = (changes: Readonly<Record<string, string | null>>) => {
    const next = read()
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    const written = next.toString()
    history.replaceState(history.state, '', written ? `#${written}` : location.pathname + location.search)
    setValues(next)
  }
  return [values, change]
}
