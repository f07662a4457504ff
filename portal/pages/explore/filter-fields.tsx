// One filter each: text, a choice, statuses and ranges. Facets supply the options, so every option has results.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Facets } from '../../../src/http/api-types.ts'
import type { ChangeHash } from '../../api/use-hash.ts'
import { fill } from '../../language/choose-language.ts'
import { wordFor } from '../../language/enum-words.ts'
import { formatNumber } from '../../language/format.ts'
import type { Filter } from './filters.ts'
import { filterValues } from './filters.ts'
import { text } from './text.ts'

export interface FilterProps {
  readonly hash: URLSearchParams
  readonly changeHash: ChangeHash
  readonly facets: Facets | undefined
}

type InputType = 'number' | 'date'

const DEBOUNCE_MS = 300

/** Applies the filter after the user stops typing. */
function TextFilter({ name, label, hash, changeHash, type }: FieldProps & { type: InputType }) {
  const applied = hash.get(name) ?? ''
  const [value, setValue] = useState(applied)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setValue(applied), [applied])
  const update = (next: string) => {
    setValue(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => changeHash({ [name]: next.trim() || null }), DEBOUNCE_MS)
  }
  return (
    <div>
      <label for={`filter-${name}`}>{label}</label>
      <input
        id={`filter-${name}`}
        {...({ type } as { type: 'number' })}
        value={value}
        inputMode={type === 'date' ? undefined : 'numeric'}
        min={type === 'number' ? 0 : undefined}
        onInput={(event) => update(event.currentTarget.value)}
      />
    </div>
  )
}

interface FieldProps {
  readonly name: Filter
  readonly label: string
  readonly hash: URLSearchParams
  readonly changeHash: ChangeHash
}

export function ChoiceFilter({
  name,
  label,
  hash,
  changeHash,
  facets,
  any,
  optionLabel,
}: FieldProps & { facets: Facets | undefined; any: string; optionLabel: (value: string) => string }) {
  const selected = hash.get(name) ?? ''
  const options = facets?.values[name] ?? []
  const isListed = selected === '' || options.some(({ value }) => value === selected)
  return (
    <div>
      <label for={`filter-${name}`}>{label}</label>
      <select
        id={`filter-${name}`}
        value={selected}
        onChange={(event) => changeHash({ [name]: event.currentTarget.value })}
      >
        <option value="">{any}</option>
        {!isListed && <option value={selected}>{optionLabel(selected)}</option>}
        {options.map(({ value, count }) => (
          <option key={value} value={value}>
            {fill(text.counted, { name: optionLabel(value), count: formatNumber(count) })}
          </option>
        ))}
      </select>
    </div>
  )
}

export function StatusFilter({ hash, changeHash, facets }: FilterProps) {
  const selected = filterValues(hash, 'status')
  const options = facets?.values.status ?? []
  const toggle = (value: string) =>
    changeHash({
      status: (selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value]).join(','),
    })
  return (
    <fieldset class="row chips">
      <legend class="hidden">{text.status}</legend>
      {options.map(({ value, count }) => (
        <button
          key={value}
          type="button"
          class="chip"
          aria-pressed={selected.includes(value)}
          onClick={() => toggle(value)}
        >
          {wordFor('status', value)} <span class="number">{formatNumber(count)}</span>
        </button>
      ))}
    </fieldset>
  )
}

export function RangeFilter({
  label,
  from,
  to,
  type,
  ...rest
}: Omit<FieldProps, 'name'> & { from: Filter; to: Filter; type: InputType }) {
  return (
    <div class="range">
      <TextFilter {...rest} name={from} label={`${label} ${text.from}`} type={type} />
      <TextFilter {...rest} name={to} label={`${label} ${text.to}`} type={type} />
    </div>
  )
}
