// One home: its campaigns and its listings over time.
import type { Home, HomeCampaign, HomeListing } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDate, formatNumber, NO_VALUE } from '../../../language/format.ts'
import { BackLink, Card, WhenLoaded } from '../../../parts/notice.tsx'
import { Details } from '../../../parts/records.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { PlainTable } from '../../../tables/data-table.tsx'
import { listingHref } from '../listings/listings-api.ts'
import { ListingsSection } from '../listings/section.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { HomeBadges, homeTitle, transactionText } from './home-names.tsx'
import { text } from './text.ts'

const period = ({ listed_on, off_market_on }: Pick<HomeCampaign, 'listed_on' | 'off_market_on'>) => (
  <span class="nowrap">
    {formatDate(listed_on)} – {off_market_on === null ? text.today : formatDate(off_market_on)}
  </span>
)

const LISTINGS: readonly Column<HomeListing>[] = [
  { key: 'key', title: text.key, cell: ({ key }) => <a href={listingHref(key)}>{key}</a> },
  { key: 'mls', title: text.mlsNumber, cell: ({ mls_number: number }) => number ?? NO_VALUE },
  { key: 'board', title: text.board, cell: ({ board, feed }) => board ?? feed ?? NO_VALUE },
  { key: 'office', title: text.office, cell: ({ office }) => office ?? NO_VALUE },
  { key: 'transaction', title: text.transaction, cell: ({ transaction }) => transactionText(transaction) },
  { key: 'status', title: text.status, cell: (row) => row.status ?? text.statuses[row.market_status] },
  { key: 'period', title: text.period, cell: period },
]

const CAMPAIGNS: readonly Column<HomeCampaign>[] = [
  { key: 'transaction', title: text.transaction, cell: ({ transaction }) => transactionText(transaction) },
  { key: 'period', title: text.period, cell: period },
  { key: 'days', title: text.daysOnMarket, number: true, cell: (row) => formatNumber(row.days_on_market) },
  { key: 'listed', title: text.daysListed, number: true, cell: (row) => formatNumber(row.days_listed) },
  { key: 'listings', title: text.listings, cell: ({ keys }) => keys.join(', ') },
]

function HomeDetails({ home }: { home: Home }) {
  const { building, legal_level, legal_unit } = home
  return (
    <Card title={text.details}>
      <Details
        rows={[
          [text.unit, home.unit],
          legal_level !== null && [text.legalLevel, legal_level],
          legal_unit !== null && [text.legalUnit, legal_unit],
          [
            text.building,
            <a href={`/buildings/${building.id}`}>{building.address ?? building.name ?? String(building.id)}</a>,
          ],
          building.project_id !== null && [
            text.project,
            <a href={`/explore/${building.project_id}`}>{building.project_name}</a>,
          ],
          home.boards.length > 0 && [text.boards, home.boards.join(', ')],
          [text.relistings, formatNumber(home.relistings)],
          [text.firstSeen, formatDate(home.first_seen)],
          home.last_seen !== null && [text.lastSeen, formatDate(home.last_seen)],
        ]}
      />
      {legal_level !== null && <p class="quiet">{text.legalNote}</p>}
    </Card>
  )
}

export function OneHome({ id }: AccountPageProps) {
  const loaded = useLoad(`home ${id}`, (signal) => plinth.homes.get(id, { signal }))
  return (
    <ListingsSection error={loaded.error}>
      <WhenLoaded result={loaded} lines={8}>
        {(home) => (
          <>
            <BackLink href="/account/homes" label={text.back} />
            <div class="row">
              <h2>{homeTitle(home)}</h2>
              <HomeBadges home={home} />
            </div>
            <div class="stack after">
              <HomeDetails home={home} />
              <Card title={text.campaigns}>
                <p class="quiet">{text.campaignsLead}</p>
                <PlainTable label={text.campaigns} columns={CAMPAIGNS} rows={home.campaigns} />
              </Card>
              <Card title={text.listings}>
                <PlainTable label={text.listings} columns={LISTINGS} rows={home.listings} />
                {home.listing_count > home.listings.length && (
                  <p class="quiet">{fill(text.newest, { count: formatNumber(home.listings.length) })}</p>
                )}
              </Card>
            </div>
          </>
        )}
      </WhenLoaded>
    </ListingsSection>
  )
}
