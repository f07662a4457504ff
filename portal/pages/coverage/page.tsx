// Coverage: how many buildings the dataset has, and what is known about them, by province, city and source.
import './page.css'
import type { Attribution, Coverage as Group, Session } from '../../../src/http/api-types.ts'
import { useCurrentUser } from '../../api/current-user.tsx'
import { plinth } from '../../api/plinth.ts'
import { useLoad } from '../../api/use-load.ts'
import { fill } from '../../language/choose-language.ts'
import { formatNumber, formatPercent } from '../../language/format.ts'
import { text as mapText } from '../../map/base/map-text.ts'
import { Loading, WhenLoaded } from '../../parts/notice.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { SandboxNote } from '../../parts/sandbox-note.tsx'
import type { Column } from '../../tables/data-table.tsx'
import { PlainTable } from '../../tables/data-table.tsx'
import { KNOWN, knownColumns, shareOf } from './known.ts'
import { ProvinceCities } from './province-cities.tsx'
import { text } from './text.ts'

export function Coverage() {
  const { session } = useCurrentUser()
  return (
    <PageLayout title={text.title}>
      <p class="lead">{text.lead}</p>
      <SandboxNote session={session} />
      {session === undefined ? <Loading lines={6} /> : <Groups session={session} />}
    </PageLayout>
  )
}

/** The starter plan has no listings. */
const hasListings = (session: Session | null) => session !== null && session.account.plan !== 'starter'

function Groups({ session }: { session: Session | null }) {
  const provinces = useLoad('provinces', (signal) =>
    plinth.coverage.list(hasListings(session) ? { include: ['listings'] } : {}, { signal }),
  )
  return (
    <WhenLoaded result={provinces} lines={6}>
      {({ data }) => (
        <>
          {data.length === 0 && <p>{text.none}</p>}
          {data.map((group) => (
            <Province key={group.province} group={group} />
          ))}
          <h2>{text.sources}</h2>
          <Sources />
        </>
      )}
    </WhenLoaded>
  )
}

function Province({ group }: { group: Group }) {
  const { province, buildings, listings } = group
  const name = (mapText.provinces as Readonly<Record<string, string>>)[province!] ?? province!
  return (
    <section class="card below" aria-label={name}>
      <div class="known">
        <div>
          <h2>{name}</h2>
          <p class="quiet">
            {buildings === 1 ? text.oneBuilding : fill(text.buildingCount, { count: formatNumber(buildings) })}
          </p>
          {listings != null && listings.total > 0 && (
            <p class="quiet">
              {fill(text.listings, { share: formatPercent(listings.share), total: formatNumber(listings.total) })}
            </p>
          )}
        </div>
        {KNOWN.map((field) => (
          <div key={field}>
            <p class="quiet">{text[field]}</p>
            <p>{shareOf(group, field)}</p>
            <progress aria-label={`${text[field]}, ${name}`} max={buildings} value={group[field] ?? 0} />
          </div>
        ))}
      </div>
      <ProvinceCities province={province!} name={name} />
    </section>
  )
}

/** Titles of imported sources are names. */
const GENERATED: Readonly<Record<string, string>> = text.generated

type SourceRow = Group & Pick<Attribution, 'title' | 'licence' | 'licence_url'>

const SOURCE_COLUMNS: readonly Column<SourceRow>[] = [
  { key: 'source', title: text.source, heading: true, cell: ({ title }) => title },
  {
    key: 'licence',
    title: text.licence,
    cell: ({ licence, licence_url }) => (licence_url ? <a href={licence_url}>{licence}</a> : (licence ?? text.ownData)),
  },
  ...knownColumns,
]

function Sources() {
  const loaded = useLoad('sources', async (signal): Promise<SourceRow[]> => {
    const [{ data }, { sources }] = await Promise.all([
      plinth.coverage.list({ by: 'source', limit: 200 }, { signal }),
      plinth.attributions({ signal }),
    ])
    const byName = new Map(sources.map((source) => [source.name, source]))
    return data.map((group) => {
      const { title = group.source!, licence = null, licence_url = null } = byName.get(group.source!) ?? {}
      return { ...group, title: GENERATED[group.source!] ?? title, licence, licence_url }
    })
  })
  return (
    <WhenLoaded result={loaded}>
      {(rows) => <PlainTable label={text.sources} columns={SOURCE_COLUMNS} rows={rows} look="card" />}
    </WhenLoaded>
  )
}
