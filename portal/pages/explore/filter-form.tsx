// The explorer's filters: one row on wide screens, a sheet on narrow ones.

import { useState } from 'preact/hooks'
import { fill } from '../../language/choose-language.ts'
import { wordFor } from '../../language/enum-words.ts'
import { text as mapText } from '../../map/base/map-text.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Menu } from '../../parts/menu.tsx'
import type { FilterProps } from './filter-fields.tsx'
import { ChoiceFilter, RangeFilter, StatusFilter } from './filter-fields.tsx'
import type { Filter } from './filters.ts'
import { FILTERS, filterValues, isFiltered } from './filters.ts'
import { SearchFilter } from './search-filter.tsx'
import { text } from './text.ts'

/** Filters behind “More filters”. */
const MORE = FILTERS.filter((filter) => !['q', 'province', 'city', 'status'].includes(filter))

const countSet = (hash: URLSearchParams, filters: readonly Filter[]) =>
  filters.reduce((sum, filter) => sum + filterValues(hash, filter).length, 0)

const typeName = (code: string) => wordFor('buildingType', code)
const tenureName = (code: string) => wordFor('tenure', code)
const provinceName = (code: string) => (mapText.provinces as Readonly<Record<string, string>>)[code] ?? code

function PlaceFilters({ hash, changeHash, facets }: FilterProps) {
  const shared = { hash, changeHash, facets }
  return (
    <>
      <ChoiceFilter
        {...shared}
        name="province"
        label={text.province}
        any={text.anyProvince}
        optionLabel={provinceName}
      />
      <ChoiceFilter {...shared} name="city" label={text.city} any={text.anyCity} optionLabel={String} />
    </>
  )
}

function MoreFilters({ hash, changeHash, facets }: FilterProps) {
  const shared = { hash, changeHash }
  const choice = { ...shared, facets, any: text.any }
  return (
    <div class="more-filters">
      <ChoiceFilter {...choice} name="neighbourhood" label={text.neighbourhood} optionLabel={String} />
      <ChoiceFilter {...choice} name="developer" label={text.developer} optionLabel={String} />
      <ChoiceFilter {...choice} name="building_type" label={text.type} optionLabel={typeName} />
      <ChoiceFilter {...choice} name="tenure" label={text.tenure} optionLabel={tenureName} />
      <RangeFilter {...shared} label={text.price} from="min_price" to="max_price" type="number" />
      <RangeFilter {...shared} label={text.beds} from="min_beds" to="max_beds" type="number" />
      <RangeFilter {...shared} label={text.occupancy} from="occupancy_from" to="occupancy_to" type="date" />
    </div>
  )
}

export function FilterRow(props: FilterProps) {
  const { hash } = props
  return (
    <search class="filters" aria-label={text.filters}>
      <SearchFilter {...props} />
      <PlaceFilters {...props} />
      <Menu label={text.status} count={countSet(hash, ['status'])}>
        <StatusFilter {...props} />
      </Menu>
      <Menu label={text.more} count={countSet(hash, MORE)}>
        <MoreFilters {...props} />
      </Menu>
      {isFiltered(hash) && <ClearButton {...props} />}
    </search>
  )
}

/** The search field, and a button that opens the other filters as a sheet. */
export function FilterSheet(props: FilterProps & { readonly total: string }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const count = countSet(
    props.hash,
    FILTERS.filter((filter) => filter !== 'q'),
  )
  return (
    <search class="filters" aria-label={text.filters}>
      <SearchFilter {...props} />
      <button type="button" class="second" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text.filters}
        {count > 0 && <span class="badge stone">{count}</span>}
      </button>
      {isOpen && (
        <Dialog title={text.filters} className="filter-sheet" onClose={close}>
          <div class="more-filters">
            <PlaceFilters {...props} />
          </div>
          <StatusFilter {...props} />
          <MoreFilters {...props} />
          <div class="row end sheet-actions">
            {isFiltered(props.hash) && <ClearButton {...props} />}
            <Button label={fill(text.showResults, { results: props.total })} onClick={close} />
          </div>
        </Dialog>
      )}
    </search>
  )
}

function ClearButton({ hash, changeHash }: FilterProps) {
  const clear = () =>
    changeHash(Object.fromEntries([...hash.keys()].filter((name) => name !== 'sort').map((name) => [name, null])))
  return <Button look="plain" label={text.clear} onClick={clear} />
}
