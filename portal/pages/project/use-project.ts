// Loads a project's record, floor plans, units and history.
// The requests are separate, so a section that the plan lacks doesn't affect the others.
import type { FloorPlan, HistoryEntry, Project, Unit } from '../../../src/http/api-types.ts'
import { plinth } from '../../api/plinth.ts'
import type { Loadable } from '../../api/use-load.ts'
import { useLoad } from '../../api/use-load.ts'

const PAGE_SIZE = 200
/** The page shows no more units or changes than this; use the API for the rest. */
const MAX_RECORDS = 1000

async function collect<T>(records: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const record of records) {
    collected.push(record)
    if (collected.length >= MAX_RECORDS) break
  }
  return collected
}

type FetchPage<T> = (query: {
  cursor?: string
  limit: number
}) => Promise<{ data: T[]; meta: { next_cursor: string | null } }>

async function* allPages<T>(fetchPage: FetchPage<T>): AsyncIterable<T> {
  let cursor: string | null = null
  do {
    const { data, meta }: Awaited<ReturnType<FetchPage<T>>> = await fetchPage({
      limit: PAGE_SIZE,
      ...(cursor ? { cursor } : {}),
    })
    yield* data
    cursor = meta.next_cursor
  } while (cursor)
}

export interface ProjectParts {
  readonly record: Loadable<Project>
  readonly plans: Loadable<FloorPlan[]>
  readonly units: Loadable<Unit[]>
  /** Oldest first. */
  readonly history: Loadable<HistoryEntry[]>
}

const FIELDS = ['sales_status', 'construction_status', 'price', 'price_from', 'price_to']

export function useProject(id: string, asOf: string | null): ProjectParts {
  const date = asOf ? { as_of: asOf } : {}
  // The sources of past values are not known.
  const include = asOf ? (['media'] as const) : (['media', 'sources'] as const)
  const { projects } = plinth
  return {
    record: useLoad(`${id} ${asOf}`, (signal) => projects.get(id, { include, ...date }, { signal })),
    plans: useLoad(`${id} ${asOf}`, (signal) =>
      collect(allPages((query) => projects.floorPlans(id, { ...query, ...date }, { signal }))),
    ),
    units: useLoad(id, (signal) => collect(allPages((query) => projects.units(id, query, { signal })))),
    history: useHistory(id),
  }
}

/** Oldest first. */
export function useHistory(id: string): Loadable<HistoryEntry[]> {
  return useLoad(id, async (signal) => {
    const options = { include: 'floor_plans', field: FIELDS } as const
    const load = allPages((query) => plinth.projects.history(id, { ...options, ...query }, { signal }))
    return (await collect(load)).reverse()
  })
}
