// Listings that are probably the same home, in groups.
import type { ListingDuplicates, ListingDuplicatesPage } from '../../../../src/http/api-types.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { formatConfidence } from '../../../evidence/evidence-text.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime, formatNumber, NO_VALUE } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { PlainTable } from '../../../tables/data-table.tsx'
import { PagedRows } from '../../../tables/paged-rows.tsx'
import { buildingName, LISTINGS, listingHref } from './listings-api.ts'
import { ListingsSection } from './section.tsx'
import { text } from './text.ts'

const words = text.duplicatesPage
const PAGE = '50'

function titleOf(group: ListingDuplicates): string {
  const { unit } = group
  const place = buildingName(group)
  return unit === null ? place : `${place}, ${fill(words.unit, { unit })}`
}

const COLUMNS: readonly Column<ListingDuplicates['listings'][number]>[] = [
  { key: 'key', title: text.key, cell: ({ key }) => <a href={listingHref(key)}>{key}</a> },
  { key: 'address', title: text.address, cell: ({ address }) => address },
  { key: 'status', title: text.status, cell: ({ status }) => status ?? NO_VALUE },
  { key: 'feed', title: text.feed, cell: ({ feed }) => feed ?? NO_VALUE },
  { key: 'updated', title: text.updated, cell: (row) => <span class="nowrap">{formatDateTime(row.updated_at)}</span> },
  {
    key: 'confidence',
    title: text.confidence,
    number: true,
    cell: ({ match_confidence: share }) => (share === null ? NO_VALUE : formatConfidence(share)),
  },
]

function Group({ group }: { group: ListingDuplicates }) {
  return (
    <li class="card">
      <div class="row between">
        <div>
          <h2>{titleOf(group)}</h2>
          <p class="row">
            <Badge tone={group.reason === 'same_unit' ? 'good' : 'warn'}>{words.reasons[group.reason]}</Badge>
            <span class="quiet">{fill(words.listings, { count: formatNumber(group.count) })}</span>
          </p>
        </div>
        <p>
          <strong class="big">{formatConfidence(group.confidence)}</strong>{' '}
          <span class="quiet">{words.confidence}</span>
        </p>
      </div>
      <PlainTable label={titleOf(group)} columns={COLUMNS} rows={group.listings} />
      {group.count > group.listings.length && (
        <p class="quiet">{fill(words.first, { count: formatNumber(group.listings.length) })}</p>
      )}
    </li>
  )
}

export function Duplicates() {
  const pages = useCursorPages<ListingDuplicates, ListingDuplicatesPage>(`${LISTINGS}/duplicates`, { limit: PAGE })
  return (
    <ListingsSection error={pages.error}>
      <p class="lead">{words.lead}</p>
      <PagedRows pages={pages} empty={words.empty}>
        <ol class="stack">
          {pages.rows.map((group) => (
            <Group key={group.listings.map(({ key }) => key).join(' ')} group={group} />
          ))}
        </ol>
      </PagedRows>
    </ListingsSection>
  )
}
