// Names and values of a hostile file, quoted in a message or a rejected row, are safe to store and show.
import { expect, it } from 'vitest'
import { FileMappings } from '../../src/feeds/read-file.ts'
import type { SourceFile } from '../../src/ingest/files/source-file.ts'
import { montrealUefTable } from '../../src/ingest/open-data/montreal-uef.ts'
import { odbTable } from '../../src/ingest/open-data/odb.ts'
import { quebecRollTable } from '../../src/ingest/open-data/quebec-roll.ts'
import { valueProblem } from '../../src/ingest/read/row-checks.ts'
import { RowStream } from '../../src/ingest/read/row-stream.ts'
import type { ReadItem } from '../../src/ingest/record/draft.ts'
import { kindOf } from '../../src/ingest/rolls/roll-lines.ts'

const HOSTILE = 'a\u0000b\ud800'
const CLEAN = 'a\ufffdb\ufffd'

const messageOf = (work: () => unknown): string => {
  try {
    work()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

it('cleans the column of a rejected row', async () => {
  const history = [{ field: 'name', from: { [HOSTILE]: 'c\u0001d' }, to: null, effective_at: '2026-01-01T00:00:00Z' }]
  const fields = { key: 'a', address: '12 Marlow St', city_name: 'Toronto', province: 'ON', history }
  async function* items(): AsyncGenerator<ReadItem> {
    yield { kind: 'draft', draft: { line: 1, fields } }
  }
  const stream = new RowStream()
  for await (const _ of stream.rows({ bytes: 1, bytesRead: () => 1 }, items(), 2026));
  expect(stream.rejected.map(({ column }) => column)).toEqual([`history.0.from.${CLEAN}`])
})

it('cleans the columns that a definition asks for and the file lacks', () => {
  const table = { ...odbTable, columns: [HOSTILE] }
  expect(messageOf(() => kindOf([], { name: 'a.csv' } as SourceFile, table))).toContain(
    `the column "${CLEAN}" is missing`,
  )
})

it('cleans the code of an unknown municipality', () => {
  for (const table of [montrealUefTable, quebecRollTable])
    expect(JSON.stringify(table.recordOf(() => HOSTILE, 1))).toContain(`${CLEAN}\\" is unknown`)
})

it('cleans the columns that the problem of a feed lists', () => {
  const record = { [HOSTILE]: 1, ['🏢'.repeat(200)]: 1 }
  const message = messageOf(() => new FileMappings({}).of(record))
  expect(message).toContain(`The file has: ${CLEAN}, 🏢`)
  expect(message.isWellFormed()).toBe(true)
})

it('checks a value by the name of its own field, also where a name contains a dot', () => {
  expect(valueProblem({ 'other.price': 5 }, 'history.0.from', 2026)).toBeNull()
  expect(valueProblem({ price: 5 }, 'history.0.from', 2026)).toMatchObject({ path: 'history.0.from.price' })
  expect(valueProblem(5, 'plans.0.price', 2026)).toMatchObject({ path: 'plans.0.price' })
})

it('checks a row of long names in each other without copying the path of each', () => {
  const name = 'x'.repeat(1500)
  let nested: unknown = 1
  for (let depth = 0; depth < 2500; depth++) nested = { [name]: nested }
  // Copied paths would be 4.7 GB.
  expect(valueProblem(nested, 'history.0.from', 2026)).toBeNull()
})
