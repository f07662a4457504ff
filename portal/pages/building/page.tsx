// The page of one building: its facts, addresses, project, sources and history.
import { useRoute } from 'preact-iso'
import type { BuildingDetail, Project } from '../../../src/http/api-types.ts'
import { useDataSession } from '../../api/current-user.tsx'
import { plinth } from '../../api/plinth.ts'
import { useLoad } from '../../api/use-load.ts'
import { labelled } from '../../language/choose-language.ts'
import { knownWord, wordFor } from '../../language/enum-words.ts'
import { formatNumber } from '../../language/format.ts'
import { Badge } from '../../parts/badge.tsx'
import { InventedBadge } from '../../parts/invented-badge.tsx'
import { Loading, WhenLoaded } from '../../parts/notice.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { SandboxNote } from '../../parts/sandbox-note.tsx'
import { statusTone } from '../../parts/status-tone.ts'
import { formatCondoCorp, formatYearBuilt } from '../project/format-facts.ts'
import { JsonRecord } from '../project/json-record.tsx'
import { KnownFacts } from '../project/known-facts.tsx'
import { hasLocation, Location } from '../project/location.tsx'
import { loadedSection, SectionList, section } from '../project/sections.tsx'
import { Sources } from '../project/sources.tsx'
import { text as words } from '../project/text.ts'
import { hasTimeline, Timeline } from '../project/timeline.tsx'
import { Addresses } from '../project/towers.tsx'
import { useHistory } from '../project/use-project.ts'
import { text } from './text.ts'
import '../project/page.css'

export function Building() {
  const session = useDataSession()
  const { params } = useRoute()
  if (session !== undefined) return <BuildingPage key={params.id} id={params.id!} />
  return (
    <PageLayout title={text.title}>
      <Loading lines={6} />
    </PageLayout>
  )
}

const titleOf = ({ name, address }: BuildingDetail) => name ?? address

function BuildingPage({ id }: { id: string }) {
  const session = useDataSession()
  const loaded = useLoad(id, async (signal) => {
    const building = await plinth.buildings.get(Number(id), {}, { signal })
    return { building, project: await plinth.projects.get(building.project_id, { include: ['sources'] }, { signal }) }
  })
  return (
    <PageLayout title={loaded.data ? titleOf(loaded.data.building) : text.title}>
      <SandboxNote session={session} />
      <WhenLoaded result={loaded} lines={6}>
        {(found) => <Sections {...found} />}
      </WhenLoaded>
    </PageLayout>
  )
}

interface Found {
  readonly building: BuildingDetail
  readonly project: Project
}

/** The same data, sandbox or not, as on this page. */
const pageOf = (path: string) => path + location.search

function Sections({ building, project }: Found) {
  const history = useHistory(String(project.id))
  const sections = [
    ...section('addresses', text.addresses, true, () => (
      <div class="card">
        <Addresses label={text.addresses} addresses={building.addresses} />
      </div>
    )),
    ...section('site', text.siteBuildings, building.site_buildings.length > 0, () => (
      <ul>
        {building.site_buildings.map(({ id, name, address }) => (
          <li key={id}>
            <a href={pageOf(`/buildings/${id}`)}>{name ?? address}</a> {name && <span class="quiet">{address}</span>}
          </li>
        ))}
      </ul>
    )),
    ...loadedSection('status', words.statusHistory, history, hasTimeline, (entries) => (
      <Timeline project={project} history={entries} />
    )),
    ...section('sources', words.sources, true, () => <Sources project={project} />),
  ]
  return (
    <>
      <div class="beside">
        <Facts building={building} project={project} />
        {hasLocation({ ...building, name: titleOf(building) }) ? (
          <div>
            <Location project={{ ...building, name: titleOf(building) }} />
          </div>
        ) : (
          <p class="quiet">{text.noPoint}</p>
        )}
      </div>
      <SectionList sections={sections} />
      <JsonRecord path={`/api/v1/buildings/${building.id}`} record={building} />
    </>
  )
}

function Facts({ building, project }: Found) {
  const { project_id, project_name, status, parcels, latitude, longitude } = building
  const others = building.names.filter((name) => name !== building.name)
  return (
    <div>
      <p class="lead">{building.address}</p>
      <p class="row">
        {status !== 'unknown' && <Badge tone={statusTone(status)}>{wordFor('status', status)}</Badge>}
        <InventedBadge of={building} />
        <a href={pageOf(`/explore/${project_id}`)}>{labelled(words.title, project_name)}</a>
      </p>
      {others.length > 0 && <p class="quiet">{labelled(words.formerly, others.join(', '))}</p>}
      <KnownFacts
        facts={[
          [words.storeys, formatNumber(building.storeys)],
          [words.homes, formatNumber(building.units)],
          [words.built, formatYearBuilt(building.year_built, project.construction_status)],
          [words.type, knownWord('buildingType', building.building_type)],
          [words.tenure, knownWord('tenure', building.tenure)],
          [text.developer, building.developer],
          [words.neighbourhood, building.neighbourhood_name],
          [words.postalCode, building.postal_code],
          [words.condoCorp, formatCondoCorp(building.condo_corp)],
          [text.coordinates, latitude && longitude && `${latitude}, ${longitude}`],
          ...counted(words.plans, building.floor_plans_count),
          ...counted(text.unitRows, building.units_count),
          ...(parcels.length > 0 ? [[text.parcels, parcels.map(({ id }) => id).join(', ')] as const] : []),
        ]}
      />
    </div>
  )
}

/** None in the catalogue says nothing about the building. */
const counted = (name: string, count: number | null) => (count ? [[name, formatNumber(count)] as const] : [])
