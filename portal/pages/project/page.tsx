// The project page.
import { useRoute } from 'preact-iso'
import type { Project as ProjectRecord } from '../../../src/http/api-types.ts'
import { useDataSession } from '../../api/current-user.tsx'
import { useHash } from '../../api/use-hash.ts'
import { fill } from '../../language/choose-language.ts'
import { formatDate } from '../../language/format.ts'
import { Loading } from '../../parts/notice.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { SandboxNote } from '../../parts/sandbox-note.tsx'
import { text } from './text.ts'
import './page.css'
import { AsOf } from './as-of.tsx'
import { Costs, hasCosts } from './costs.tsx'
import { Facts, Head } from './facts.tsx'
import { FloorPlans } from './floor-plans.tsx'
import { Gallery, hasGallery } from './gallery.tsx'
import { JsonRecord } from './json-record.tsx'
import { hasLocation, Location } from './location.tsx'
import { PlanGated } from './plan-gated.tsx'
import { hasPrices, Prices } from './prices.tsx'
import { loadedSection, SectionList, SectionNav, section } from './sections.tsx'
import { Sources } from './sources.tsx'
import { Amenities, hasTeam, Team } from './team.tsx'
import { hasTimeline, Timeline } from './timeline.tsx'
import { Towers } from './towers.tsx'
import { Units } from './units.tsx'
import type { ProjectParts } from './use-project.ts'
import { useProject } from './use-project.ts'

export function Project() {
  const session = useDataSession()
  const { params } = useRoute()
  if (session !== undefined) return <ProjectPage key={params.id} id={params.id!} />
  return (
    <PageLayout title={text.title}>
      <Loading lines={6} />
    </PageLayout>
  )
}

function ProjectPage({ id }: { id: string }) {
  const [hash, changeHash] = useHash()
  const session = useDataSession()
  const asOf = hash.get('as_of')
  const parts = useProject(id, asOf)
  return (
    <PageLayout title={parts.record.data?.name ?? text.title}>
      <p class="row between">
        <a href="/explore">← {text.back}</a>
        <AsOf date={asOf} onChange={(date) => changeHash({ as_of: date })} />
      </p>
      <SandboxNote session={session} />
      {asOf && <p class="notice">{fill(text.asOfNote, { date: formatDate(asOf) })}</p>}
      <PlanGated result={parts.record} what={text.history}>
        {(project) => <Sections project={project} parts={parts} asOf={asOf} />}
      </PlanGated>
    </PageLayout>
  )
}

function Sections({ project, parts, asOf }: { project: ProjectRecord; parts: ProjectParts; asOf: string | null }) {
  const media = project.media ?? []
  const buildings = project.buildings ?? []
  const { plans, units, history } = parts
  const planRows = plans.data ?? []
  const sections = [
    ...loadedSection(
      'plans',
      text.plans,
      plans,
      (rows) => rows.length > 0,
      (rows) => <FloorPlans plans={rows} media={media} />,
    ),
    // Units are those of today.
    ...(asOf
      ? []
      : loadedSection(
          'units',
          text.units,
          units,
          (rows) => rows.length > 0,
          (rows) => <Units units={rows} plans={planRows} />,
        )),
    ...loadedSection(
      'prices',
      text.prices,
      history,
      (entries) => hasPrices(entries, planRows),
      (entries) => <Prices project={project} plans={planRows} history={entries} />,
    ),
    ...section('costs', text.costs, hasCosts(project), () => <Costs project={project} />),
    ...loadedSection('status', text.statusHistory, history, hasTimeline, (entries) => (
      <Timeline project={project} history={entries} />
    )),
    ...section('media', text.media, hasGallery(media), () => <Gallery media={media} />),
    ...section('amenities', text.amenities, project.amenities.length > 0, () => (
      <Amenities amenities={project.amenities} />
    )),
    ...section('team', text.team, hasTeam(project), () => <Team project={project} />),
    ...section('towers', text.towers, buildings.length > 0, () => <Towers buildings={buildings} name={project.name} />),
    ...section('location', text.location, hasLocation(project), () => <Location project={project} />),
    ...section('sources', text.sources, true, () => <Sources project={project} />),
  ]
  return (
    <>
      <Head project={project} />
      <SectionNav sections={sections} />
      <Facts project={project} />
      <SectionList sections={sections} />
      <JsonRecord
        path={`/api/v1/projects/${project.id}?${asOf ? `include=media&as_of=${asOf}` : 'include=media,sources'}`}
        record={project}
      />
    </>
  )
}
