// A search field that reports its value when typing pauses.
import { useEffect, useId, useState } from 'preact/hooks'

const DEBOUNCE_MS = 250

export function SearchField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value, onChange } = props
  const id = useId()
  const [input, setInput] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => input !== value && onChange(input.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [input])
  return (
    <div class="field search-field">
      <label for={id}>{label}</label>
      <input id={id} type="search" value={input} onInput={(event) => setInput(event.currentTarget.value)} />
    </div>
  )
}
