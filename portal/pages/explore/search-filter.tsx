// The explorer's search field: filters by what is typed, and suggests what to open.
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Suggestion } from '../../../src/http/api-types.ts'
import { SuggestBox } from '../../suggest/suggest-box.tsx'
import { suggestFrom } from '../../suggest/suggestions.ts'
import type { FilterProps } from './filter-fields.tsx'
import { text } from './text.ts'

const DEBOUNCE_MS = 300
const suggest = suggestFrom()

export function SearchFilter({ hash, changeHash }: FilterProps) {
  const { route } = useLocation()
  const applied = hash.get('q') ?? ''
  const [value, setValue] = useState(applied)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setValue(applied), [applied])
  useEffect(() => () => clearTimeout(timer.current), [])
  const update = (next: string) => {
    setValue(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => changeHash({ q: next.trim() || null }), DEBOUNCE_MS)
  }
  const choose = ({ kind, label, project_id }: Suggestion) => {
    clearTimeout(timer.current)
    setValue('')
    if (kind === 'developer' || kind === 'neighbourhood') changeHash({ q: null, [kind]: label })
    else if (project_id !== null) route(`/explore/${project_id}${location.search}`)
    else changeHash({ q: label })
  }
  return (
    <div>
      <label for="filter-q">{text.q}</label>
      <SuggestBox id="filter-suggestions" suggest={suggest} onChoose={choose}>
        {(combobox) => (
          <input
            {...combobox}
            id="filter-q"
            type="text"
            enterkeyhint="search"
            value={value}
            placeholder={text.qHint}
            maxLength={200}
            onInput={(event) => update(event.currentTarget.value)}
          />
        )}
      </SuggestBox>
    </div>
  )
}
