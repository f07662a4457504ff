// The project page.
import { useMemo } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import type { Project as ProjectRecord } from '../../../src/contract/api-types.ts'
import { useDataSession } from '../../api/current-user.tsx'
import { useHash } from '../../api/use-hash.ts'
import { PointMap } from '../../map/point-map.tsx'
import { labelled } from '../../parts/choose-language.ts'
import { wordFor } from '../../parts/enum-words.ts'
import { formatDate } from '../../parts/format.ts'
import { Loading } from '../../parts/notice.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { SandboxNote } from '../../parts/sandbox-note.tsx'
import { text } from './text.ts'
import './page.css'
import { AsOf } from './as-of.tsx'
import { Costs, hasCosts } from './costs.tsx'
import { Facts, Head } from './facts.tsx'
import { FloorPlans } from './floor-plans.tsx'
import { Gallery } from './gallery.tsx'
import { JsonRecord } from './json-record.tsx'
import { PlanGated } from './plan-gated.tsx'
import { Prices } from './prices.tsx'
import { Sources } from './sources.tsx'
import { Amenities, Team } from './team.tsx'
import { Timeline } from './timeline.tsx'
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
      <p class="row project-top">
        <a href="/explore">← {text.back}</a>
        <AsOf date={asOf} onChange={(date) => changeHash({ as_of: date })} />
      </p>
      <SandboxNote session={session} />
      {asOf && <p class="notice">{text.asOfNote(formatDate(asOf))}</p>}
      <PlanGated result={parts.record} what={text.history}>
        {(project) => <Sections project={project} parts={parts} asOf={asOf} />}
      </PlanGated>
    </PageLayout>
  )
}

function Sections({ project, parts, asOf }: { project: ProjectRecord; parts: ProjectParts; asOf: string | null }) {
  const media = project.media ?? []
  const { plans, units, history } = parts
  return (
    <>
      <Head project={project} />
      <Facts project={project} />
      <h2>{text.status}</h2>
      <PlanGated result={history} what={text.history}>
        {(entries) => <Timeline project={project} history={entries} />}
      </PlanGated>
      <h2>{text.plans}</h2>
      <PlanGated result={plans} what={text.plans}>
        {(rows) => <FloorPlans plans={rows} media={media} />}
      </PlanGated>
      <h2>{text.prices}</h2>
      <PlanGated result={history} what={text.prices}>
        {(entries) => <Prices project={project} plans={plans.data ?? []} history={entries} />}
      </PlanGated>
      <h2>{text.media}</h2>
      <Gallery media={media} />
      {hasCosts(project) && <h2>{text.costs}</h2>}
      {hasCosts(project) && <Costs project={project} />}
      {project.amenities.length > 0 && <h2>{text.amenities}</h2>}
      {project.amenities.length > 0 && <Amenities amenities={project.amenities} />}
      <h2>{text.team}</h2>
      <Team project={project} />
      <h2>{text.towers}</h2>
      <Towers buildings={project.buildings ?? []} name={project.name} />
      <Location project={project} />
      {!asOf && <h2>{text.units}</h2>}
      {!asOf && (
        <PlanGated result={units} what={text.units}>
          {(rows) => <Units units={rows} plans={plans.data ?? []} />}
        </PlanGated>
      )}
      <h2>{text.sources}</h2>
      <Sources project={project} />
      <JsonRecord project={project} asOf={asOf} />
    </>
  )
}

function Location({ project }: { project: ProjectRecord }) {
  const { id, name, address, latitude, longitude, location_accuracy, buildings } = project
  const points = useMemo(() => {
    const towers = (buildings ?? []).flatMap((tower, i) =>
      tower.latitude === null || tower.longitude === null
        ? []
        : [
            {
              id: tower.id,
              latitude: tower.latitude,
              longitude: tower.longitude,
              label: tower.name ?? address,
              mark: letterFor(i),
            },
          ],
    )
    if (towers.length > 0) return towers
    return latitude === null || longitude === null ? [] : [{ id, latitude, longitude, label: address }]
  }, [project])
  if (points.length === 0) return null
  return (
    <>
      <h2>{text.location}</h2>
      <PointMap label={labelled(text.location, name)} points={points} />
      {location_accuracy && <p class="quiet">{text.accuracy(wordFor('locationAccuracy', location_accuracy))}</p>}
    </>
  )
}

const letterFor = (i: number) => String.fromCharCode(65 + (i % 26))
