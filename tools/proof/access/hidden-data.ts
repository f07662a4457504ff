// What each plan must not see, as the elite plan sees it, and how to find it in an answer.
import type { Build } from '../../target/build.ts'
import { createKey } from '../../target/operator.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'

export interface Catalogue {
  readonly projects: readonly number[]
  readonly addresses: readonly string[]
  readonly names: readonly string[]
  readonly buildings: readonly number[]
  readonly floorPlans: readonly number[]
  readonly units: readonly number[]
  /** Plan images and price lists. */
  readonly planMedia: readonly number[]
  readonly freeMedia: readonly number[]
}

const PLAN_MEDIA = ['floor_plan', 'key_plate', 'price_list']

export async function readCatalogue(
  server: ServerProcess,
  build: Build,
  plan: 'elite' | 'sandbox',
): Promise<Catalogue> {
  const { key } = await createKey(server, plan)
  const all = async (path: string): Promise<Record<string, unknown>[]> => {
    const rows: Record<string, unknown>[] = []
    for (let cursor = ''; ; ) {
      const { body, status, text } = await send(server.url, 'GET', `${path}?limit=200${cursor}`, { key })
      if (status !== 200) throw new Error(`The proof could not read ${path}: ${status} ${text.slice(0, 200)}`)
      rows.push(...body.data)
      if (!body.meta?.next_cursor || rows.length > 20_000) return rows
      cursor = `&cursor=${encodeURIComponent(body.meta.next_cursor)}`
    }
  }
  const projects = await all('/api/v1/projects')
  const media = await all('/api/v1/media')
  const ids = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => Number(id))
  const isPlan = ({ kind }: Record<string, unknown>) => PLAN_MEDIA.includes(String(kind))
  // The first release has no list of buildings.
  const buildings = build.has('GET /api/v1/buildings') ? await all('/api/v1/buildings') : []
  return {
    projects: ids(projects),
    addresses: projects.map((project) => `${project.address}, ${project.city_name}`),
    names: projects.map((project) => String(project.name)),
    buildings: ids(buildings),
    floorPlans: ids(await all('/api/v1/floor-plans')),
    units: ids(await all('/api/v1/units')),
    planMedia: ids(media.filter(isPlan)),
    freeMedia: ids(media.filter((row) => !isPlan(row))),
  }
}

/** Sets of ids that an answer must not contain. */
export interface Hidden {
  readonly projects: ReadonlySet<number>
  readonly media: ReadonlySet<number>
  /** Floor plans and units are not in the plan at all. */
  readonly plans: boolean
}

/** Every hidden value in an answer, wherever it is. */
export function hiddenIn(value: unknown, hidden: Hidden, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => hiddenIn(item, hidden, `${path}/${i}`))
  if (value === null || typeof value !== 'object') return []
  const record = value as Record<string, unknown>
  const found: string[] = []
  if (hidden.projects.has(Number(record.project_id))) found.push(`${path}/project_id ${record.project_id}`)
  if ('slug' in record && 'city_name' in record && hidden.projects.has(Number(record.id)))
    found.push(`${path}/id ${record.id}, a hidden project`)
  if ('kind' in record && ('url' in record || 'urls' in record) && hidden.media.has(Number(record.id)))
    found.push(`${path}/id ${record.id}, a hidden media item`)
  if (hidden.plans)
    for (const name of ['floor_plans', 'units', 'price_history'])
      if (Array.isArray(record[name]) && record[name].length > 0) found.push(`${path}/${name}`)
  return [...found, ...Object.entries(record).flatMap(([name, item]) => hiddenIn(item, hidden, `${path}/${name}`))]
}

/** What an error says, without what identifies the request. */
export function comparable(text: string, ...names: readonly (string | number)[]): string {
  let out = text.replaceAll(/"(request_id|instance)":"[^"]*"/g, '"$1":""')
  for (const name of names) out = out.replaceAll(String(name), '…')
  return out
}
