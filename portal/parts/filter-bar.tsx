// Filter fields above a list; their values are in the URL fragment.
import './form.css'
import { useEffect, useRef } from 'preact/hooks'
import { useHash } from '../api/use-hash.ts'
import { humanize } from '../language/format.ts'
import { text } from '../language/shared-text.ts'

export interface FilterField {
  readonly name: string
  readonly label: string
  /** Makes it a select instead of a text field. */
  readonly choices?: readonly (readonly [value: string, label: string])[]
}

export function optionsFor(words: readonly string[]): [value: string, label: string][] {
  return [['', text.any], ...words.map((word): [string, string] => [word, humanize(word)])]
}

const DEBOUNCE_MS = 250

export type FilterValues = Readonly<Record<string, string>>

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
  const set = (name: string, value: string, delayMs: number) => {
    latest.current = { ...latest.current, [name]: value }
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      onChange(latest.current)
    }, delayMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  // Links on the page change filters too. A choice that is not applied yet must not be lost to an earlier one.
  useEffect(() => {
    if (timer.current === undefined) latest.current = values
  }, [JSON.stringify(values)])
  return (
    <form class="row filter-bar" aria-label={label} onSubmit={(event) => event.preventDefault()}>
      {fields.map(({ name, label: title, choices }) => (
        <div key={name}>
          <label for={`by-${name}`}>{title}</label>
          {choices ? (
            <select
              id={`by-${name}`}
              value={values[name] ?? ''}
              onChange={(event) => set(name, event.currentTarget.value, 0)}
            >
              {choices.map(([value, option]) => (
                <option key={value} value={value}>
                  {option}
                </option>
              ))}
            </select>
          ) : (
            <input
              id={`by-${name}`}
              defaultValue={values[name] ?? ''}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => set(name, event.currentTarget.value, DEBOUNCE_MS)}
            />
          )}
        </div>
      ))}
    </form>
  )
}

/** The named values that are not empty. */
export function activeFilters(values: FilterValues, names: readonly string[]): Record<string, string> {
  const entries = names.map((name) => [name, values[name]?.trim() ?? ''] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}
