// A table of listings with their links. Selecting a row opens the listing.
import { useLocation } from 'preact-iso'
import type { Listing } from '../../../../src/http/api-types.ts'
import { formatConfidence, outcomeLabel, reasonLabel } from '../../../evidence/evidence-text.ts'
import { OutcomeBadge } from '../../../evidence/outcome-badge.tsx'
import { formatDateTime, NO_VALUE } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { DataTable } from '../../../tables/data-table.tsx'
import { linkTitle, listingHref } from './listings-api.ts'
import { text } from './text.ts'

export function LinkBadges({ listing: { link, decision, gone_at } }: { listing: Listing }) {
  return (
    <span class="row badges">
      <OutcomeBadge outcome={link.outcome} />
      {decision && <Badge tone="stone">{text.decided}</Badge>}
      {gone_at && <Badge>{text.goneBadge}</Badge>}
    </span>
  )
}

function buildingCell({ link }: Listing): string {
  return linkTitle(link) ?? (link.reason === null ? NO_VALUE : reasonLabel(link.reason))
}

const unitOf = ({ link, unit }: Listing) => link.match?.unit ?? unit

const COLUMNS: readonly Column<Listing>[] = [
  { key: 'key', title: text.key, cell: ({ key }) => <a href={listingHref(key)}>{key}</a> },
  { key: 'address', title: text.address, cell: ({ address }) => <span class="one-line">{address}</span> },
  {
    key: 'outcome',
    title: text.outcome,
    cell: (listing) => <LinkBadges listing={listing} />,
    value: ({ link }) => outcomeLabel(link.outcome),
  },
  {
    key: 'building',
    title: text.building,
    cell: (listing) => <span class="one-line">{buildingCell(listing)}</span>,
    value: ({ link }) => linkTitle(link) ?? null,
  },
  { key: 'unit', title: text.unit, cell: (listing) => unitOf(listing) ?? NO_VALUE, value: unitOf },
  {
    key: 'confidence',
    title: text.confidence,
    number: true,
    cell: ({ link }) => (link.match ? formatConfidence(link.match.match_confidence) : NO_VALUE),
    value: ({ link }) => link.match?.match_confidence ?? null,
  },
  {
    key: 'updated_at',
    title: text.updated,
    cell: ({ updated_at }) => <span class="nowrap">{formatDateTime(updated_at)}</span>,
  },
]

export function ListingTable({ listings }: { listings: readonly Listing[] }) {
  const { route } = useLocation()
  return (
    <DataTable
      name="listings"
      label={text.list}
      columns={COLUMNS}
      rows={listings}
      rowKey={({ key }) => key}
      onOpen={({ key }) => route(listingHref(key))}
    />
  )
}
