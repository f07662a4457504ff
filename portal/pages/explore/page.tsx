// The explorer: filters, the matching projects as a list, and a map.
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
import { MAX_POINTS, ProjectMap } from './project-map.tsx'

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

/** Maximum cities and developers in the filters, the most frequent first. */
const MAX_FACET_VALUES = 300

function Explorer() {
  const [hash, changeHash] = useHash()
  const [view, setView] = useState<Bounds | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const [total, setTotal] = useState<number | null>(null)
  const filters = toProjectQuery(hash)
  const key = JSON.stringify(filters)
  const facets = useLoad(key, (signal) => plinth.projects.facets({ ...filters, limit: MAX_FACET_VALUES }, { signal }))
  const mapResponse = useLoad(key, (signal) => plinth.projects.map({ ...filters, max_points: MAX_POINTS }, { signal }))
  const inView = hash.get('view') === 'map' && view !== null
  const selected = Number(hash.get('selected')) || null
  const sort = hash.get('sort') ?? ''
  const query = {
    ...filters,
    ...(sort ? { sort } : {}),
    ...(inView ? { bbox: view.map((degrees) => Math.round(degrees * 1e5) / 1e5) } : {}),
  } as ProjectQuery
  return (
    <div class="explorer">
      <div class="explorer-filters">
        <FilterForm hash={hash} changeHash={changeHash} facets={facets.data} />
        {facets.error && <Problem error={facets.error} retry={facets.reload} />}
        <div class="explorer-head">
          <p aria-live="polite" class="count">
            {resultCount(total, inView, mapResponse.data?.total)}
          </p>
          <label class="inline">
            <input
              type="checkbox"
              checked={hash.get('view') === 'map'}
              onChange={(event) => changeHash({ view: event.currentTarget.checked ? 'map' : null })}
            />
            {text.onlyInView}
          </label>
          <label class="inline">
            {text.sort}
            <select value={sort} onChange={(event) => changeHash({ sort: event.currentTarget.value })}>
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
        response={mapResponse.data}
        selected={selected}
        hovered={hovered}
        onSelect={(id) => changeHash({ selected: String(id) })}
        onMove={setView}
      />
      <ProjectList query={query} onTotal={setTotal} onHover={setHovered} selected={selected} />
    </div>
  )
}

function resultCount(total: number | null, inView: boolean, all: number | undefined): string {
  if (total === null) return ' '
  if (inView && all !== undefined) return text.inView(formatNumber(total), formatNumber(all))
  return total === 1 ? text.oneProject : text.projects(formatNumber(total))
}
