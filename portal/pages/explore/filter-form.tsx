// The filters of the explorer. What they offer comes from the facets: nothing that finds nothing.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Facets } from '../../../src/contract/api-types.ts'
import { text as mapText } from '../../map/map-text.ts'
import { formatNumber, humanize } from '../../parts/format.ts'
import type { Filter } from './filters.ts'
import { filterValues, isFiltered } from './filters.ts'
import { text } from './text.ts'

type Change = (changes: Readonly<Record<string, string | null>>) => void

interface FilterFormProps {
  readonly state: URLSearchParams
  readonly change: Change
  readonly facets: Facets | undefined
}

type Typed = 'search' | 'number' | 'date'

const TYPING_MS = 300

/** A box that is written into: what is asked changes when the writer pauses. */
function TextFilter({
  name,
  label,
  state,
  change,
  type = 'search',
  hint,
}: FieldProps & { type?: Typed; hint?: string }) {
  const given = state.get(name) ?? ''
  const [value, setValue] = useState(given)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setValue(given), [given])
  const write = (next: string) => {
    setValue(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => change({ [name]: next.trim() || null }), TYPING_MS)
  }
  return (
    <div>
      <label for={`filter-${name}`}>{label}</label>
      <input
        id={`filter-${name}`}
        {...({ type } as { type: 'search' })}
        value={value}
        placeholder={hint}
        inputMode={type === 'search' || type === 'date' ? undefined : 'numeric'}
        min={type === 'number' ? 0 : undefined}
        maxLength={200}
        onInput={(event) => write(event.currentTarget.value)}
      />
    </div>
  )
}

interface FieldProps {
  readonly name: Filter
  readonly label: string
  readonly state: URLSearchParams
  readonly change: Change
}

function ChoiceFilter({
  name,
  label,
  state,
  change,
  facets,
  say,
}: FieldProps & { facets: Facets | undefined; say: (value: string) => string }) {
  const chosen = state.get(name) ?? ''
  const offered = facets?.values[name] ?? []
  const known = chosen === '' || offered.some(({ value }) => value === chosen)
  return (
    <div>
      <label for={`filter-${name}`}>{label}</label>
      <select id={`filter-${name}`} value={chosen} onChange={(event) => change({ [name]: event.currentTarget.value })}>
        <option value="">{text.any}</option>
        {!known && <option value={chosen}>{say(chosen)}</option>}
        {offered.map(({ value, count }) => (
          <option key={value} value={value}>
            {text.counted(say(value), formatNumber(count))}
          </option>
        ))}
      </select>
    </div>
  )
}

function StatusFilter({ state, change, facets }: FilterFormProps) {
  const chosen = filterValues(state, 'status')
  const offered = facets?.values.status ?? []
  const toggle = (value: string) =>
    change({ status: (chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]).join(',') })
  return (
    <fieldset class="chips">
      <legend class="hidden">{text.status}</legend>
      {offered.map(({ value, count }) => (
        <button
          key={value}
          type="button"
          class="chip"
          aria-pressed={chosen.includes(value)}
          onClick={() => toggle(value)}
        >
          {humanize(value)} <span>{formatNumber(count)}</span>
        </button>
      ))}
    </fieldset>
  )
}

function RangeFilter({
  label,
  from,
  to,
  type,
  ...rest
}: Omit<FieldProps, 'name'> & { from: Filter; to: Filter; type: Typed }) {
  return (
    <div class="range">
      <TextFilter {...rest} name={from} label={`${label} ${text.from}`} type={type} />
      <TextFilter {...rest} name={to} label={`${label} ${text.to}`} type={type} />
    </div>
  )
}

const RANGES = ['min_price', 'max_price', 'min_beds', 'max_beds', 'occupancy_from', 'occupancy_to']

export function FilterForm(props: FilterFormProps) {
  const { state, change, facets } = props
  const both = { state, change }
  const province = (code: string) => (mapText.provinces as Readonly<Record<string, string>>)[code] ?? code
  return (
    <search class="filters" aria-label={text.filters}>
      <div class="filter-row">
        <TextFilter {...both} name="q" label={text.q} hint={text.qHint} />
        <ChoiceFilter {...both} name="province" label={text.province} facets={facets} say={province} />
        <ChoiceFilter {...both} name="city" label={text.city} facets={facets} say={String} />
        <ChoiceFilter {...both} name="developer" label={text.developer} facets={facets} say={String} />
        <ChoiceFilter {...both} name="building_type" label={text.type} facets={facets} say={humanize} />
      </div>
      <StatusFilter {...props} />
      <details open={RANGES.some((name) => state.has(name))}>
        <summary>{text.more}</summary>
        <div class="filter-row">
          <RangeFilter {...both} label={text.price} from="min_price" to="max_price" type="number" />
          <RangeFilter {...both} label={text.beds} from="min_beds" to="max_beds" type="number" />
          <RangeFilter {...both} label={text.occupancy} from="occupancy_from" to="occupancy_to" type="date" />
        </div>
      </details>
      {isFiltered(state) && <ClearButton {...both} />}
    </search>
  )
}

function ClearButton({ state, change }: { state: URLSearchParams; change: Change }) {
  const clear = () =>
    change(Object.fromEntries([...state.keys()].filter((name) => name !== 'sort').map((name) => [name, null])))
  return (
    <button type="button" class="plain" onClick={clear}>
      {text.clear}
    </button>
  )
}
