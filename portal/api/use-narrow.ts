// Tells whether the screen is as narrow as a phone or a tablet held upright.
import { useEffect, useState } from 'preact/hooks'

const NARROW = '(max-width: 60rem)'

export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches)
  useEffect(() => {
    const query = matchMedia(NARROW)
    const update = () => setNarrow(query.matches)
    query.addEventListener('change', update)
    return () => query.removeEventListener('change', update)
  }, [])
  return narrow
}
