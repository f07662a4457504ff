// The account's homes: those with several listings first in mind, and the list of all.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Home, HomePage } from '../../../../src/http/api-types.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { formatDate, formatNumber, NO_VALUE } from '../../../language/format.ts'
import { text as sharedText } from '../../../language/shared-text.ts'
import { Button } from '../../../parts/button.tsx'
import type { FilterField, FilterValues } from '../../../parts/filter-bar.tsx'
import { activeFilters, FilterBar, useFilters } from '../../../parts/filter-bar.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { PagedTable } from '../../../tables/paged-rows.tsx'
import { ListingsSection } from '../listings/section.tsx'
import { HOMES, HomeBadges, homeHref, homeTitle } from './home-names.tsx'
import { text } from './text.ts'

const PAGE = '100'
const any: readonly [string, string] = ['', sharedText.any]
const FIELDS: readonly FilterField[] = [
  { name: 'min_listings', label: text.listings, choices: [any, ['2', text.several]] },
  { name: 'status', label: text.status, choices: [any, ...Object.entries(text.statuses)] },
  { name: 'unit', label: text.unit },
  { name: 'project_id', label: text.projectId },
  { name: 'building_id', label: text.buildingIdFilter },
]
const NAMES = FIELDS.map(({ name }) => name)
const NO_FILTERS: FilterValues = Object.fromEntries(NAMES.map((name) => [name, '']))

const COLUMNS: readonly Column<Home>[] = [
  { key: 'home', title: text.title, cell: (home) => <a href={homeHref(home.id)}>{homeTitle(home)}</a> },
  { key: 'status', title: text.status, cell: (home) => <HomeBadges home={home} /> },
  { key: 'listing_count', title: text.listings, number: true, cell: (home) => formatNumber(home.listing_count) },
  { key: 'boards', title: text.boards, cell: ({ boards }) => boards.join(', ') || NO_VALUE },
  {
    key: 'days',
    title: text.daysOnMarket,
    number: true,
    cell: ({ campaigns: [newest] }) => (newest ? formatNumber(newest.days_on_market) : NO_VALUE),
  },
  {
    key: 'first_seen',
    title: text.firstSeen,
    cell: (home) => <span class="nowrap">{formatDate(home.first_seen)}</span>,
  },
]

export function Homes() {
  const { route } = useLocation()
  const [values, setFilters] = useFilters()
  // A new form, because its text fields keep their own values.
  const [cleared, setCleared] = useState(0)
  const filters = activeFilters(values, NAMES)
  const isFiltered = Object.keys(filters).length > 0
  const pages = useCursorPages<Home, HomePage>(HOMES, { ...filters, limit: PAGE })
  const clear = () => {
    setFilters(NO_FILTERS)
    setCleared(cleared + 1)
  }
  return (
    <ListingsSection error={pages.error}>
      <p class="lead">{text.lead}</p>
      <FilterBar key={cleared} label={text.filters} fields={FIELDS} values={values} onChange={setFilters} />
      {isFiltered && (
        <p>
          <Button look="second small" label={text.clear} onClick={clear} />
        </p>
      )}
      <PagedTable
        name="homes"
        pages={pages}
        empty={isFiltered ? text.noMatch : text.empty}
        label={text.list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        onOpen={({ id }) => route(homeHref(id))}
      />
    </ListingsSection>
  )
}
