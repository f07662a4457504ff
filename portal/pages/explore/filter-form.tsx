// The explorer's filters. Facets supply the options, so every option has results.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Facets } from '../../../src/contract/api-types.ts'
import type { ChangeHash } from '../../api/use-hash.ts'
import { text as mapText } from '../../map/map-text.ts'
import { formatNumber, humanize } from '../../parts/format.ts'
import type { Filter } from './filters.ts'
import { filterValues, isFiltered } from './filters.ts'
import { text } from './text.ts'

interface FilterFormProps {
  readonly hash: URLSearchParams
  readonly changeHash: ChangeHash
  readonly facets: Facets | undefined
}

type InputType = 'search' | 'number' | 'date'

const DEBOUNCE_MS = 300

/** Applies the filter after the user stops typing. */
function TextFilter({
  name,
  label,
  hash,
  changeHash,
  type = 'search',
  hint,
}: FieldProps & { type?: InputType; hint?: string }) {
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
        {...({ type } as { type: 'search' })}
        value={value}
        placeholder={hint}
        inputMode={type === 'search' || type === 'date' ? undefined : 'numeric'}
        min={type === 'number' ? 0 : undefined}
        maxLength={200}
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

function ChoiceFilter({
  name,
  label,
  hash,
  changeHash,
  facets,
  optionLabel,
}: FieldProps & { facets: Facets | undefined; optionLabel: (value: string) => string }) {
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
        <option value="">{text.any}</option>
        {!isListed && <option value={selected}>{optionLabel(selected)}</option>}
        {options.map(({ value, count }) => (
          <option key={value} value={value}>
            {text.counted(optionLabel(value), formatNumber(count))}
          </option>
        ))}
      </select>
    </div>
  )
}

function StatusFilter({ hash, changeHash, facets }: FilterFormProps) {
  const selected = filterValues(hash, 'status')
  const options = facets?.values.status ?? []
  const toggle = (value: string) =>
    changeHash({
      status: (selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value]).join(','),
    })
  return (
    <fieldset class="chips">
      <legend class="hidden">{text.status}</legend>
      {options.map(({ value, count }) => (
        <button
          key={value}
          type="button"
          class="chip"
          aria-pressed={selected.includes(value)}
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
}: Omit<FieldProps, 'name'> & { from: Filter; to: Filter; type: InputType }) {
  return (
    <div class="range">
      <TextFilter {...rest} name={from} label={`${label} ${text.from}`} type={type} />
      <TextFilter {...rest} name={to} label={`${label} ${text.to}`} type={type} />
    </div>
  )
}

const RANGES = ['min_price', 'max_price', 'min_beds', 'max_beds', 'occupancy_from', 'occupancy_to']

export function FilterForm(props: FilterFormProps) {
  const { hash, changeHash, facets } = props
  const shared = { hash, changeHash }
  const provinceName = (code: string) => (mapText.provinces as Readonly<Record<string, string>>)[code] ?? code
  return (
    <search class="filters" aria-label={text.filters}>
      <div class="filter-row">
        <TextFilter {...shared} name="q" label={text.q} hint={text.qHint} />
        <ChoiceFilter {...shared} name="province" label={text.province} facets={facets} optionLabel={provinceName} />
        <ChoiceFilter {...shared} name="city" label={text.city} facets={facets} optionLabel={String} />
        <ChoiceFilter {...shared} name="developer" label={text.developer} facets={facets} optionLabel={String} />
        <ChoiceFilter {...shared} name="building_type" label={text.type} facets={facets} optionLabel={humanize} />
        <ChoiceFilter {...shared} name="tenure" label={text.tenure} facets={facets} optionLabel={humanize} />
      </div>
      <StatusFilter {...props} />
      <details open={RANGES.some((name) => hash.has(name))}>
        <summary>{text.more}</summary>
        <div class="filter-row">
          <RangeFilter {...shared} label={text.price} from="min_price" to="max_price" type="number" />
          <RangeFilter {...shared} label={text.beds} from="min_beds" to="max_beds" type="number" />
          <RangeFilter {...shared} label={text.occupancy} from="occupancy_from" to="occupancy_to" type="date" />
        </div>
      </details>
      {isFiltered(hash) && <ClearButton {...shared} />}
    </search>
  )
}

function ClearButton({ hash, changeHash }: Omit<FilterFormProps, 'facets'>) {
  const clear = () =>
    changeHash(Object.fromEntries([...hash.keys()].filter((name) => name !== 'sort').map((name) => [name, null])))
  return (
    <button type="button" class="plain" onClick={clear}>
      {text.clear}
    </button>
  )
}
