// Everything the page of a project asks for: the record, its plans, its units and its past, each on its own,
// so that what a plan lacks takes nothing else with it.
import type { FloorPlan, HistoryEntry, Project, Unit } from '../../../src/contract/api-types.ts'
import { plinth } from '../../api/plinth.ts'
import type { Loadable } from '../../api/use-load.ts'
import { useLoad } from '../../api/use-load.ts'

const PAGE = 200
/** More units or changes than this are for programs. */
const MOST = 1000

async function atMost<T>(records: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = []
  for await (const record of records) {
    taken.push(record)
    if (taken.length >= MOST) break
  }
  return taken
}

type Asked<T> = (query: {
  cursor?: string
  limit: number
}) => Promise<{ data: T[]; meta: { next_cursor: string | null } }>

async function* every<T>(ask: Asked<T>): AsyncIterable<T> {
  let cursor: string | null = null
  do {
    const { data, meta }: Awaited<ReturnType<Asked<T>>> = await ask({ limit: PAGE, ...(cursor ? { cursor } : {}) })
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
  const at = asOf ? { as_of: asOf } : {}
  const { projects } = plinth
  return {
    record: useLoad(`${id} ${asOf}`, (signal) => projects.get(id, { include: ['media'], ...at }, { signal })),
    plans: useLoad(`${id} ${asOf}`, (signal) =>
      atMost(every((query) => projects.floorPlans(id, { ...query, ...at }, { signal }))),
    ),
    units: useLoad(id, (signal) => atMost(every((query) => projects.units(id, query, { signal })))),
    history: useLoad(id, async (signal) => {
      const asked = { include: 'floor_plans', field: FIELDS } as const
      const entries = await atMost(every((query) => projects.history(id, { ...asked, ...query }, { signal })))
      return entries.reverse()
    }),
  }
}
