// The explorer: filters, the matching projects as a list, and a map.
import { useMemo, useState } from 'preact/hooks'
import type { ProjectMap as ProjectMapResponse, ProjectQuery } from '../../../src/http/api-types.ts'
import { useCurrentUser } from '../../api/current-user.tsx'
import { plinth } from '../../api/plinth.ts'
import type { HashChanges } from '../../api/use-hash.ts'
import { useHash } from '../../api/use-hash.ts'
import { useLoad } from '../../api/use-load.ts'
import { useNarrow } from '../../api/use-narrow.ts'
import { fill } from '../../language/choose-language.ts'
import { formatNumber } from '../../language/format.ts'
import type { Bounds } from '../../map/base/bounds.ts'
import { boundsOf, gridAround } from '../../map/base/bounds.ts'
import { Choice } from '../../parts/choice.tsx'
import { InlineSelect } from '../../parts/inline-select.tsx'
import { Loading, Problem } from '../../parts/notice.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { text } from './text.ts'
import './page.css'
import { SandboxNote } from '../../parts/sandbox-note.tsx'
import { FilterRow, FilterSheet } from './filter-form.tsx'
import { toProjectQuery } from './filters.ts'
import { ProjectList } from './project-list.tsx'
import { MAX_POINTS, ProjectMap, pointsOf } from './project-map.tsx'

export function Explore() {
  const { session } = useCurrentUser()
  return (
    <PageLayout title={text.title} heading={text.heading}>
      <SandboxNote session={session} />
      {session === undefined ? <Loading lines={6} /> : <Explorer />}
    </PageLayout>
  )
}

type Pane = 'list' | 'map'
const PANES = [
  { value: 'list', label: text.listPane },
  { value: 'map', label: text.mapPane },
] as const

/** Maximum cities and developers in the filters, the most frequent first. */
const MAX_FACET_VALUES = 300

function Explorer() {
  const [hash, changeHash] = useHash()
  const [view, setView] = useState<Bounds | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const [total, setTotal] = useState<number | null>(null)
  const [pane, setPane] = useState<Pane>('list')
  const narrow = useNarrow()
  const filters = toProjectQuery(hash)
  const key = JSON.stringify(filters)
  const facets = useLoad(key, (signal) => plinth.projects.facets({ ...filters, limit: MAX_FACET_VALUES }, { signal }))
  const whole = useLoad(key, (signal) => plinth.projects.map({ ...filters, max_points: MAX_POINTS }, { signal }))
  const { response, bounds } = usePointsInView(filters, whole.data, view)
  const position = hash.get('map')
  // Until someone moves the map, it shows all of them.
  const follows = hash.get('view') !== 'all'
  const inView = follows && position !== null && view !== null
  const selected = Number(hash.get('selected')) || null
  const sort = hash.get('sort') ?? ''
  const query = {
    ...filters,
    ...(sort ? { sort } : {}),
    ...(inView ? { bbox: view.map((degrees) => Math.round(degrees * 1e5) / 1e5) } : {}),
  } as ProjectQuery
  const list = <ProjectList query={query} onTotal={setTotal} onHover={setHovered} selected={selected} />
  const map = (
    <ProjectMap
      response={response}
      bounds={bounds}
      selected={selected}
      hovered={hovered}
      onSelect={(id) => changeHash({ selected: String(id) })}
      position={position}
      onMove={(bounds, moved) => {
        setView(bounds)
        if (moved) changeHash({ map: moved })
      }}
    />
  )
  // Without the list, the map has the only count.
  const count = narrow && pane === 'map' ? (whole.data?.total ?? null) : total
  const counted = resultCount(count, inView, whole.data?.total)
  // Other filters have other projects, and the map goes to them.
  const changeFilters = (changes: HashChanges) => changeHash({ ...changes, map: null })
  const props = { hash, changeHash: changeFilters, facets: facets.data }
  return (
    <div class="explorer">
      {narrow ? <FilterSheet {...props} total={counted} /> : <FilterRow {...props} />}
      {facets.error && <Problem error={facets.error} retry={facets.reload} />}
      <div class="row explorer-head">
        <p aria-live="polite" class="count">
          {counted}
        </p>
        {narrow && <Choice label={text.panes} options={PANES} value={pane} onChange={setPane} />}
        {(!narrow || pane === 'map') && (
          <label class="inline">
            <input
              type="checkbox"
              checked={follows}
              onChange={(event) => changeHash({ view: event.currentTarget.checked ? null : 'all' })}
            />
            {text.onlyInView}
          </label>
        )}
        {(!narrow || pane === 'list') && (
          <InlineSelect
            label={text.sort}
            value={sort}
            choices={Object.entries(text.sorts)}
            onChange={(value) => changeHash({ sort: value })}
          />
        )}
      </div>
      {/* A phone shows one of them, and loads the map only when it is chosen. */}
      <div class="panes">
        {(!narrow || pane === 'list') && list}
        {(!narrow || pane === 'map') && map}
      </div>
    </div>
  )
}

/** Closer views of many projects have a request of their own. */
const MAX_CLOSE_DEGREES = 16

function usePointsInView(filters: ProjectQuery, whole: ProjectMapResponse | undefined, view: Bounds | null) {
  const isClose = whole?.clustered && view && view[2] - view[0] < MAX_CLOSE_DEGREES
  const bbox = isClose ? ([...gridAround(view)] as [number, number, number, number]) : null
  const close = useLoad(JSON.stringify([filters, bbox]), async (signal) =>
    bbox ? plinth.projects.map({ ...filters, bbox, max_points: MAX_POINTS }, { signal }) : undefined,
  )
  const bounds = useMemo(() => (whole?.clustered ? boundsOf(pointsOf(whole)) : null), [whole])
  return { response: (bbox && close.data) || whole, bounds: bounds ?? undefined }
}

function resultCount(total: number | null, inView: boolean, all: number | undefined): string {
  if (total === null) return ' '
  if (inView && all !== undefined) return fill(text.inView, { count: formatNumber(total), all: formatNumber(all) })
  return total === 1 ? text.oneProject : fill(text.projects, { count: formatNumber(total) })
}
