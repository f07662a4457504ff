// A field to search in a list; the list is asked when the typing rests.
import { useEffect, useId, useState } from 'preact/hooks'

const REST_MS = 250

export function SearchField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value, onChange } = props
  const id = useId()
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => typed !== value && onChange(typed.trim()), REST_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div class="field search-field">
      <label for={id}>{label}</label>
      <input id={id} type="search" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
    </div>
  )
}
