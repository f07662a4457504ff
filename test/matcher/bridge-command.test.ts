// Tests `plinth bridge`: the ids of buildings, from their file and from its index, in every format.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bridgeCommand } from '../../src/cli/match/bridge-command.ts'
import { indexCommand } from '../../src/cli/match/building-index-command.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const folder = suiteFolder()
const buildings = join(folder, 'buildings.csv')
const index = join(folder, 'buildings.plinth')
const ROWS = [
  ['a', 'rentsafe', '4152554', 'gers-1'],
  ['a', 'TSCC', '2345', 'gers-1'],
  ['b', null, null, 'gers-2'],
  ['d', 'city, old', '7', null],
]

beforeEach(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  writeFileSync(
    buildings,
    `id,address,city,province,register,register_id,gers_id,condo_corp
a,1 Bay St,Toronto,ON,rentsafe,4152554,gers-1,TSCC 2345
b,2 Bay St,Toronto,ON,,,gers-2,
c,3 Bay St,Toronto,ON,,,,
d,4 Bay St,Toronto,ON,"city, old",7,,
`,
  )
  await indexCommand(buildings, { output: index })
})
afterEach(() => vi.restoreAllMocks())

it.each([
  ['the file of buildings', buildings],
  ['its index', index],
])('writes a row per building and register from %s', async (_, file) => {
  const csv = join(folder, 'bridge.csv')
  expect(await bridgeCommand(file, { output: csv })).toBe(0)
  const cells = ROWS.map((row) => row.map((text) => (text?.includes(',') ? `"${text}"` : (text ?? ''))).join(','))
  expect(readFileSync(csv, 'utf8')).toBe(`building_id,register,register_id,gers_id\n${cells.join('\n')}\n`)

  const ndjson = join(folder, 'bridge.ndjson')
  await bridgeCommand(file, { output: ndjson })
  const lines = readFileSync(ndjson, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => Object.values(JSON.parse(line)))).toEqual(ROWS)

  const parquet = join(folder, 'bridge.parquet')
  await bridgeCommand(file, { output: parquet })
  const duck = await (await DuckDBInstance.create()).connect()
  const reader = await duck.runAndReadAll(`select * from '${parquet}'`)
  expect(reader.getRows()).toEqual(ROWS)
  duck.closeSync()
})

it('names a file that is missing', async () => {
  await expect(bridgeCommand(join(folder, 'none.csv'), { output: join(folder, 'x.csv') })).rejects.toThrow('none.csv')
})
