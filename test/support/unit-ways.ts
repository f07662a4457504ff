// Homes in the buildings of a server, each address written in eight ways.
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts'
import type { TestServer } from './server.ts'

interface Home {
  readonly buildingId: number
  readonly line: string
  readonly city: string
  readonly unit: string
}

type Way = (home: Home) => string

const NUMBERED: readonly Way[] = [
  ({ line, unit, city }) => `#${unit} - ${line}, ${city}`,
  ({ line, unit, city }) => `${unit}-${line}, ${city}`,
  ({ line, unit, city }) => `${line}, Unit ${unit}, ${city}`,
  ({ line, unit, city }) => `${line} #${unit}, ${city}`,
  ({ line, unit, city }) => `Suite ${unit}, ${line}, ${city}`,
  ({ line, unit, city }) => `${line} ${unit}, ${city}`,
  ({ line, unit, city }) => `${line.replace(/^(\d+) (?=rue |av|boul|ch)/i, '$1, ')}, app. ${unit}, ${city}`,
]
const LETTERED: Way = ({ line, unit, city }) => `Apt ${unit} ${line}, ${city}`
export const WAYS = NUMBERED.length + 1

interface WrittenHome {
  readonly home: Home
  readonly address: string
}

/** `1906-1914 Queen St E` is a range of numbers, and not unit 1906. */
const isRange = (unit: number, civic: number) => civic > unit && civic - unit <= 100 && (civic - unit) % 2 === 0

/** Units as a building of its height has them; some are penthouses. */
export function writtenHomes({ projects }: Snapshot): WrittenHome[] {
  const buildings = projects
    .toArray()
    .flatMap((project) => project.buildings.map((building) => ({ project, building })))
  return buildings.flatMap(({ project, building }, i) => {
    const line = building.addresses.find(({ kind, valid_to }) => kind === 'municipal' && valid_to === null)?.line
    if (line === undefined) return []
    const floor = 2 + (i % Math.max(1, Math.min((building.storeys ?? 20) - 1, 40)))
    const number = floor * 100 + 1 + ((i * 7) % 12)
    const shifted = isRange(number, Number.parseInt(line, 10)) ? number + 1 : number
    const place = { buildingId: building.id, line, city: project.city_name }
    const numbered = { ...place, unit: i % 17 === 0 ? `PH${1 + (i % 9)}` : String(shifted) }
    const lettered = { ...place, unit: `${floor}B` }
    return [
      ...NUMBERED.map((way) => ({ home: numbered, address: way(numbered) })),
      { home: lettered, address: LETTERED(lettered) },
    ]
  })
}

const QUERIES = 1000

/** The addresses whose answer has another unit, or names another building. Each request has a key of its own. */
export async function wrongAnswers(server: TestServer, homes: readonly WrittenHome[]) {
  const { buildings } = server.app.services.catalog.snapshot('production')
  const units: string[] = []
  const places: string[] = []
  for (let at = 0; at < homes.length; at += QUERIES) {
    const part = homes.slice(at, at + QUERIES)
    const queries = part.map(({ address }) => ({ address }))
    const key = await server.newKey('elite')
    const { status, body, text } = await server.send('POST', '/api/v1/building-links/batch', { queries }, key)
    if (status !== 200) throw new Error(text)
    for (const [i, { home, address }] of part.entries()) {
      const [link] = body.data[i].data
      if (link?.unit !== home.unit) units.push(`${address}: ${link?.unit}`)
      const lines = link?.building_id && buildings.get(link.building_id)!.addresses.map(({ line }) => line)
      // Towers with one address are told apart by nothing in the text.
      const isPlace = link?.building_id === home.buildingId || link?.building_id === null || lines?.includes(home.line)
      if (!isPlace) places.push(`${address}: ${link?.canonical_mls_address}`)
    }
  }
  return { units, places }
}

interface Group {
  readonly reason: string
  readonly unit: string | null
  readonly count: number
  readonly listings: readonly { readonly key: string }[]
}

/** Stores every address as a listing, and each line once more twice without a unit. Returns all groups of duplicates. */
export async function duplicateGroups(server: TestServer, homes: readonly WrittenHome[]): Promise<Group[]> {
  const key = await server.newKey('elite')
  const { account } = await server.app.services.access.directory.authenticate(key)
  const rows = homes.flatMap(({ home, address }, i) => {
    const { line, city, unit } = home
    const without =
      i % WAYS === 0
        ? [1, 2].map((copy) => ({ key: `${line}, ${city}|none|${copy}`, address: `${line}, ${city}` }))
        : []
    return [{ key: `${line}, ${city}|${unit}|${i}`, address }, ...without]
  })
  const listings = new Map(
    rows.map((row) => [row.key, { ...row, hints: {}, status: null, attributes: null, feed: null }]),
  )
  const owner = { accountId: account.id, dataset: 'production' } as const
  const all = [...listings.values()]
  for (let at = 0; at < all.length; at += QUERIES)
    await server.app.services.listings.upsertMany(owner, all.slice(at, at + QUERIES), { storedLimit: all.length })
  const groups: Group[] = []
  let cursor = ''
  do {
    const { body } = await server.get(`/api/v1/listings/duplicates?limit=200${cursor}`, key)
    groups.push(...body.data)
    cursor = body.meta.has_more ? `&cursor=${encodeURIComponent(body.meta.next_cursor)}` : ''
  } while (cursor !== '')
  return groups
}

/** The homes of a group by the keys of its listings, such as `1480 Howe St, Vancouver|1203`. */
export const homesIn = ({ listings }: Group): string[] => [
  ...new Set(listings.map(({ key }) => key.slice(0, key.lastIndexOf('|')))),
]
