// Listings that are probably the same home, in groups.
import { fill } from '../../../parts/choose-language.ts'
import './duplicates.css'
import type { ListingDuplicates, ListingDuplicatesPage } from '../../../../src/http/api-types.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { formatConfidence } from '../../../evidence/evidence-text.ts'
import { Badge } from '../../../parts/badge.tsx'
import { formatDateTime, formatNumber, NO_VALUE } from '../../../parts/format.ts'
import { PagedRows } from '../../../parts/paged-rows.tsx'
import { useSessionExpiry } from '../parts/use-account.ts'
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

function Group({ group }: { group: ListingDuplicates }) {
  return (
    <li class="card">
      <div class="group-head">
        <div>
          <h2>{titleOf(group)}</h2>
          <p class="row">
            <Badge tone={group.reason === 'same_unit' ? 'good' : 'warn'}>{words.reasons[group.reason]}</Badge>
            <span class="quiet">{fill(words.listings, { count: formatNumber(group.count) })}</span>
          </p>
        </div>
        <p class="confidence">
          <strong>{formatConfidence(group.confidence)}</strong> <span class="quiet">{words.confidence}</span>
        </p>
      </div>
      <section class="scroll" tabIndex={0} aria-label={titleOf(group)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.key}</th>
              <th scope="col">{text.address}</th>
              <th scope="col">{text.status}</th>
              <th scope="col">{text.feed}</th>
              <th scope="col">{text.updated}</th>
              <th scope="col" class="number">
                {text.confidence}
              </th>
            </tr>
          </thead>
          <tbody>
            {group.listings.map((listing) => (
              <tr key={listing.key}>
                <td>
                  <a href={listingHref(listing.key)}>{listing.key}</a>
                </td>
                <td>{listing.address}</td>
                <td>{listing.status ?? NO_VALUE}</td>
                <td>{listing.feed ?? NO_VALUE}</td>
                <td class="nowrap">{formatDateTime(listing.updated_at)}</td>
                <td class="number">
                  {listing.match_confidence === null ? NO_VALUE : formatConfidence(listing.match_confidence)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {group.count > group.listings.length && (
        <p class="quiet">{fill(words.first, { count: formatNumber(group.listings.length) })}</p>
      )}
    </li>
  )
}

export function Duplicates() {
  const pages = useCursorPages<ListingDuplicates, ListingDuplicatesPage>(`${LISTINGS}/duplicates`, { limit: PAGE })
  useSessionExpiry(pages.error)
  return (
    <ListingsSection error={pages.error}>
      <p class="lead">{words.lead}</p>
      <PagedRows pages={pages} empty={words.empty}>
        <ol class="duplicate-groups">
          {pages.rows.map((group) => (
            <Group key={group.listings.map(({ key }) => key).join(' ')} group={group} />
          ))}
        </ol>
      </PagedRows>
    </ListingsSection>
  )
}
