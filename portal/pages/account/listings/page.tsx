// The account's listings: counts by outcome, filters and the list, or how to begin.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Listing, ListingPage } from '../../../../src/http/api-types.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { outcomeLabel } from '../../../evidence/evidence-text.ts'
import { text as sharedText } from '../../../language/shared-text.ts'
import { Button } from '../../../parts/button.tsx'
import type { FilterField, FilterValues } from '../../../parts/filter-bar.tsx'
import { activeFilters, FilterBar, useFilters } from '../../../parts/filter-bar.tsx'
import { PagedRows } from '../../../tables/paged-rows.tsx'
import { usePageSize } from '../../../tables/use-stored.ts'
import { Counts } from './counts.tsx'
import { GetStarted } from './get-started.tsx'
import { ListingTable } from './listing-table.tsx'
import { LISTINGS, listingHref } from './listings-api.ts'
import { ListingsSection } from './section.tsx'
import { text } from './text.ts'

const OUTCOMES = ['matched', 'ambiguous', 'weak', 'no_match'] as const

const any: readonly [string, string] = ['', sharedText.any]
const FIELDS: readonly FilterField[] = [
  {
    name: 'outcome',
    label: text.outcome,
    choices: [any, ...OUTCOMES.map((outcome): [string, string] => [outcome, outcomeLabel(outcome)])],
  },
  { name: 'recommended_action', label: text.action, choices: [any, ...Object.entries(text.actions)] },
  { name: 'min_confidence', label: text.minConfidence, choices: [any, ...Object.entries(text.confidences)] },
  { name: 'feed', label: text.feed },
  { name: 'status', label: text.status },
  { name: 'project_id', label: text.projectId },
  { name: 'unit', label: text.unitFilter },
]
const NAMES = FIELDS.map(({ name }) => name)
const NO_FILTERS: FilterValues = Object.fromEntries(NAMES.map((name) => [name, '']))

function OpenByKey() {
  const { route } = useLocation()
  const [key, setKey] = useState('')
  const open = (event: Event) => {
    event.preventDefault()
    if (key.trim() !== '') route(listingHref(key.trim()))
  }
  return (
    <form class="row open-key" onSubmit={open}>
      <label class="inline" for="open-key">
        {text.openKey}
      </label>
      <input
        id="open-key"
        value={key}
        maxLength={128}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => setKey(event.currentTarget.value)}
      />
      <button type="submit" class="second">
        {text.open}
      </button>
    </form>
  )
}

export function Listings() {
  const [values, setFilters] = useFilters()
  // A new form, because its text fields keep their own values.
  const [cleared, setCleared] = useState(0)
  const [version, setVersion] = useState(0)
  const pageSize = usePageSize('listings', 100)
  const filters = activeFilters(values, NAMES)
  const isFiltered = Object.keys(filters).length > 0
  const pages = useCursorPages<Listing, ListingPage>(LISTINGS, { ...filters, limit: String(pageSize.size) }, version)
  const clear = () => {
    setFilters(NO_FILTERS)
    setCleared(cleared + 1)
  }
  const isEmpty = !isFiltered && pages.first?.data.length === 0 && !pages.error
  return (
    <ListingsSection error={pages.error}>
      {isEmpty ? (
        <GetStarted onLoaded={() => setVersion(version + 1)} />
      ) : (
        <>
          <div class="row between head">
            <p class="lead">{text.lead}</p>
            <OpenByKey />
          </div>
          <Counts version={version} selected={values.outcome ?? ''} />
          <FilterBar key={cleared} label={text.filters} fields={FIELDS} values={values} onChange={setFilters} />
          {isFiltered && (
            <p>
              <Button look="second small" label={text.clear} onClick={clear} />
            </p>
          )}
          <PagedRows pages={pages} pageSize={pageSize} empty={text.noMatch}>
            <ListingTable listings={pages.rows} />
          </PagedRows>
        </>
      )}
    </ListingsSection>
  )
}
