// The explorer: filters above, the list and the map of what they find side by side. Everything chosen is behind `#`.
import { useState } from 'preact/hooks'
import type { ProjectQuery } from '../../../src/contract/api-types.ts'
import { useCurrentUser } from '../../api/current-user.tsx'
import { plinth } from '../../api/plinth.ts'
import { useHash } from '../../api/use-hash.ts'
import { useLoad } from '../../api/use-load.ts'
import { formatNumber } from '../../parts/format.ts'
import { Loading, Problem } from '../../parts/notice.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { text } from './text.ts'
import './page.css'
import { SandboxNote } from '../../parts/sandbox-note.tsx'
import { FilterForm } from './filter-form.tsx'
import { toProjectQuery } from './filters.ts'
import { ProjectList } from './project-list.tsx'
import { MOST_POINTS, ProjectMap } from './project-map.tsx'

export function Explore() {
  const { session } = useCurrentUser()
  return (
    <PageLayout title={text.title} heading={text.heading}>
      <SandboxNote session={session} />
      {session === undefined ? <Loading lines={6} /> : <Explorer />}
    </PageLayout>
  )
}

type Bounds = readonly [number, number, number, number]

/** Facets offer this many cities and developers, the most frequent first. */
const OFFERED = 300

function Explorer() {
  const [state, change] = useHash()
  const [view, setView] = useState<Bounds | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const [total, setTotal] = useState<number | null>(null)
  const filters = toProjectQuery(state)
  const question = JSON.stringify(filters)
  const facets = useLoad(question, (signal) => plinth.projects.facets({ ...filters, limit: OFFERED }, { signal }))
  const found = useLoad(question, (signal) => plinth.projects.map({ ...filters, max_points: MOST_POINTS }, { signal }))
  const inView = state.get('view') === 'map' && view !== null
  const selected = Number(state.get('selected')) || null
  const sort = state.get('sort') ?? ''
  const query = {
    ...filters,
    ...(sort ? { sort } : {}),
    ...(inView ? { bbox: view.map((degrees) => Math.round(degrees * 1e5) / 1e5) } : {}),
  } as ProjectQuery
  return (
    <div class="explorer">
      <div class="explorer-filters">
        <FilterForm state={state} change={change} facets={facets.data} />
        {facets.error && <Problem error={facets.error} retry={facets.reload} />}
        <div class="explorer-head">
          <p aria-live="polite" class="found">
            {counted(total, inView, found.data?.total)}
          </p>
          <label class="inline">
            <input
              type="checkbox"
              checked={state.get('view') === 'map'}
              onChange={(event) => change({ view: event.currentTarget.checked ? 'map' : null })}
            />
            {text.onlyInView}
          </label>
          <label class="inline">
            {text.sort}
            <select value={sort} onChange={(event) => change({ sort: event.currentTarget.value })}>
              {Object.entries(text.sorts).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        </div>
      </div>
      <ProjectMap
        found={found.data}
        selected={selected}
        raised={hovered}
        onSelect={(id) => change({ selected: String(id) })}
        onMove={setView}
      />
      <ProjectList query={query} onTotal={setTotal} onHover={setHovered} selected={selected} />
    </div>
  )
}

function counted(total: number | null, inView: boolean, all: number | undefined): string {
  if (total === null) return ' '
  if (inView && all !== undefined) return text.inView(formatNumber(total), formatNumber(all))
  return total === 1 ? text.foundOne : text.found(formatNumber(total))
}
