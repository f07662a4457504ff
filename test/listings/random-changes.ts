// Applies random changes of data, decisions and merges, and compares relinking with linking everything.
import { expect } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { Random } from '../../tools/shared/random.ts'
import { listing } from './listings-stage.ts'
import { currentVersion, house, relinkStage } from './relink-stage.ts'

const STREETS = ['Widmer Lane', 'Widmar Lane', 'King St W', 'King St E', 'Kings Rd', 'Lake Shore Blvd', 'Lakeshore Ave']
const NUMBERS = [7, 12, 14]
const NAMES = ['Harbour Lofts', 'Harbor Lofts', 'Crown Court', 'The Kings', 'Widmer Place']
const CITIES = ['Toronto', 'Mississauga', 'Hamilton']

const INPUTS = STREETS.flatMap((street, s) =>
  NUMBERS.map((number, n) => {
    const name = NAMES[(s + n) % NAMES.length]!
    const city = CITIES[(s * 2 + n) % CITIES.length]!
    const text = [`${number} ${street}, ${city}`, `${number} ${street.slice(0, -1)} ${name}`, `905-${number} ${street}`]
    return listing(`${s}-${n}`, text[(s + n) % 3]!, n === 1 ? { hints: { city, building_name: name } } : {})
  }),
)

export async function surviveChanges(db: Database, seed: number, steps: number): Promise<void> {
  const generator = new Random(seed)
  const random = () => generator.next()
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const anyRow = (key: string): ProjectRow => {
    const city = pick(CITIES)
    const line = `${pick(NUMBERS)} ${pick(STREETS)}`
    return house(key, line, { name: pick(NAMES), city_name: city, address: `${line}, ${city}, ON` })
  }
  const stage = await relinkStage(db)
  const { listings, owner, relinker, publish, catalog, desk, rollBack } = stage
  let rows = Array.from({ length: 8 }, (_, i) => anyRow(`r${i}`))
  await publish(rows)
  await listings.upsertMany(owner, INPUTS, { storedLimit: 1000 })
  await relinker.settle()
  const versions = [currentVersion(catalog)]
  const decisions: string[] = []
  const merges: string[] = []
  const projects = () => catalog.snapshot('production').projects.toArray()
  const publishAll = (next: ProjectRow[]) => {
    rows = next
    return publish(rows)
  }
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    replace: () => publishAll(rows.map((row) => (random() < 0.3 ? anyRow(row.key) : row))),
    add: () => publishAll([...rows, anyRow(`n${versions.length}`)]),
    remove: () => publishAll(rows.filter(() => random() < 0.8)),
    'roll back': () => rollBack(pick(versions)),
    async verify() {
      const found = await stage.object(pick(INPUTS).address, `acc_${versions.length}`)
      if (!found) return
      const verdict = { verdict: 'correct' as const, projectId: pick(projects()).id, note: null }
      const { decision } = await desk.decide(found.id, found.version, 'ana', verdict)
      decisions.push(decision!.id)
    },
    async revoke() {
      const id = decisions.pop()
      if (id) await desk.revoke(id, 'ana', 'wrong')
    },
    async merge() {
      const [from, into] = [pick(projects()).id, pick(projects()).id]
      if (from !== into) merges.push(await stage.merge(from, into))
    },
    async 'undo merge'() {
      const id = merges.pop()
      if (id) await stage.undoMerge(id)
    },
    decide: () => listings.decide(owner, pick(INPUTS).key, { verdict: 'reject', by: 'per_1' }),
    undo: () => listings.undoDecision(owner, pick(INPUTS).key),
  }
  const did: string[] = []
  for (let step = 0; step < steps; step++) {
    const name = pick(Object.keys(changes))
    did.push(name)
    // A merge or a revocation may not be possible any more; then it changes nothing.
    await changes[name]!().catch((error: { code?: string }) => {
      if (!error.code) throw error
    })
    await Promise.all([catalog.refresh(), stage.verified.sync()])
    versions.push(currentVersion(catalog))
    await relinker.settle()
    const { stored, computed } = await stage.compareWithAll()
    expect(stored, `seed ${seed}: ${did.join(', ')}`).toEqual(computed)
  }
}
