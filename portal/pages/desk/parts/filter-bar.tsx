// Fields that narrow a list; what they say stands behind `#` of the address.
import { useEffect, useRef } from 'preact/hooks'
import './filter-bar.css'
import { useHash } from '../../../api/use-hash.ts'
import { humanize } from '../../../parts/format.ts'
import { text } from '../text.ts'

export interface FilterField {
  readonly name: string
  readonly label: string
  /** A choice among words; a field to type in without them. */
  readonly choices?: readonly (readonly [value: string, label: string])[]
}

/** Any of them, or one. */
export function optionsFor(words: readonly string[]): [value: string, label: string][] {
  return [['', text.any], ...words.map((word): [string, string] => [word, humanize(word)])]
}

const PAUSE_MS = 250

export type FilterValues = Readonly<Record<string, string>>

/** The values as they are asked for: what is typed counts when the hand rests. */
export function useFilters(): [FilterValues, (values: FilterValues) => void] {
  const [hash, changeHash] = useHash()
  return [Object.fromEntries(hash), changeHash]
}

interface FilterBarProps {
  readonly label: string
  readonly fields: readonly FilterField[]
  readonly values: FilterValues
  readonly onChange: (values: FilterValues) => void
}

export function FilterBar({ label, fields, values, onChange }: FilterBarProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(values)
  const set = (name: string, value: string, pauseMs: number) => {
    latest.current = { ...latest.current, [name]: value }
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(latest.current), pauseMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <form class="filter-bar" aria-label={label} onSubmit={(event) => event.preventDefault()}>
      {fields.map(({ name, label: title, choices }) => (
        <div key={name}>
          <label for={`by-${name}`}>{title}</label>
          {choices ? (
            <select
              id={`by-${name}`}
              value={values[name] ?? ''}
              onChange={(event) => set(name, event.currentTarget.value, 0)}
            >
              {choices.map(([value, said]) => (
                <option key={value} value={value}>
                  {said}
                </option>
              ))}
            </select>
          ) : (
            <input
              id={`by-${name}`}
              defaultValue={values[name] ?? ''}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => set(name, event.currentTarget.value, PAUSE_MS)}
            />
          )}
        </div>
      ))}
    </form>
  )
}

/** Of the values only those that say something. */
export function activeFilters(values: FilterValues, names: readonly string[]): Record<string, string> {
  const said = names.map((name) => [name, values[name]?.trim() ?? ''] as const)
  return Object.fromEntries(said.filter(([, value]) => value !== ''))
}
