// What of a page's state can be handed on in a link: it stands behind `#`, which browsers keep to themselves.
import { useEffect, useState } from 'preact/hooks'

const read = () => new URLSearchParams(location.hash.slice(1))

/** One value of it; setting it adds no step to the way back. */
export function useFragment(name: string, fallback = ''): [string, (value: string) => void] {
  const [value, setValue] = useState(() => read().get(name) ?? fallback)
  useEffect(() => {
    const look = () => setValue(read().get(name) ?? fallback)
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [name, fallback])
  const set = (wanted: string) => {
    const all = read()
    if (wanted === fallback) all.delete(name)
    else all.set(name, wanted)
    const written = all.toString()
    history.replaceState(history.state, '', written === '' ? location.pathname : `#${written}`)
    setValue(wanted)
  }
  return [value, set]
}
