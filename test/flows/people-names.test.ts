// Names of people in imported files are stored nowhere: tables, data folder, log, responses.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { importCommand } from '../../src/cli/operate/import-command.ts'
import { LOCAL_OPERATOR } from '../../src/events/audit-log.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { runCleanups } from '../support/databases.ts'
import { dumpOf } from '../support/dump.ts'
import { fileOf, TORONTO_HEADER } from '../support/import-files.ts'
import { operatorKeyOf } from '../support/people.ts'
import { condominium, OWNER, rollFile } from '../support/quebec-roll.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

/** The names that are planted in the fixtures and in the files below. */
const NAMES = [
  ...['Quibblethorpe', 'Fernsby', 'Featherstonehaugh', 'featherstonehaugh@example.invalid', '416-555-0100'],
  'Crumplehorn',
  OWNER,
]
/** Not a person. It must be found, or the search is worthless. */
const CONTROL = 'Marlow Control House'
/** What the other rolls keep is tested with their tables. */
const ROLLS = ['vancouver-tax', 'toronto-applications', 'permits']

let server: TestServer
let responses = ''
const log = console.log
beforeAll(async () => {
  server = await startServer()
  console.log = (line: string) => {
    responses += line
  }
})
afterAll(async () => {
  console.log = log
  await server.stop()
})
afterEach(runCleanups)

const operator = () => operatorKeyOf(server)

async function upload(name: string, content: string | Buffer): Promise<string | undefined> {
  const response = await fetch(`${server.url}/api/v1/operator/uploads?name=${name}`, {
    method: 'POST',
    body: new Uint8Array(Buffer.from(content)),
    headers: { authorization: `Bearer ${operator()}`, 'content-type': 'application/octet-stream' },
  })
  const text = await response.text()
  responses += text
  return JSON.parse(text).data?.upload_id
}

/** Returns the outcome of the run; undefined when the request was refused. */
async function importBy(body: object): Promise<string | undefined> {
  const response = await server.send('POST', '/api/v1/operator/imports', body, operator())
  responses += response.text
  const last = JSON.parse(response.text.trim().split('\n').at(-1)!)
  if (!last.data) return undefined
  for (const path of ['', '/changes'])
    responses += (await server.get(`/api/v1/operator/imports/${last.data.id}${path}`, operator())).text
  return last.data.outcome
}

const row = (n: number) => `k${n},${CONTROL} ${n},${n} Marlow Rd,Hamilton,ON,${n}`
const CSV_HEADER = 'key,name,address,city,province,storeys,Owner,CONTACT_NAME,builderName'
const people = 'Ada Crumplehorn,Bo Crumplehorn,Cy Crumplehorn'
const csv = (rows: readonly string[]) => `${CSV_HEADER}\n${rows.join('\n')}\n`
const GOOD = csv([1, 2, 3, 4].map((n) => `${row(n)},${people}`))
/** Rows with values that are rejected, with a comma too many, and with a column too few. */
const BAD = csv([
  `k5,${CONTROL},5 Marlow Rd,Hamilton,ON,many,${people}`,
  `k6,${CONTROL},6 Marlow Rd, rear,Hamilton,ON,6,${people}`,
  `k7,${CONTROL},7 Marlow Rd,Hamilton,Ada Crumplehorn`,
])
const feature = (properties: object) =>
  JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', id: 1, properties, geometry: null }] })
const OSM = { building: 'apartments', 'addr:housenumber': '9', 'addr:street': 'Marlow Rd', 'addr:city': 'Hamilton' }
const OSM_PEOPLE = {
  owner: 'Ada Crumplehorn',
  operator: 'Crumplehorn',
  architect: 'Bo Crumplehorn',
  'contact:phone': '416-555-0100',
}

const FILES: Readonly<Record<string, string | Buffer>> = {
  'good.csv': GOOD,
  'bad.csv': BAD,
  'headerless.csv': `Ada Crumplehorn,1 Marlow Rd\nBo Crumplehorn,2 Marlow Rd\n`,
  'open-quote.csv': csv([`k1,"${CONTROL},1 Marlow Rd,Hamilton,ON,1,${people}`]),
  'people.ndjson': `${JSON.stringify({ key: 'n1', address: '30 Marlow Rd', city: 'Hamilton', province: 'ON', owner: 'Ada Crumplehorn', buildings: [{ key: 'a', owner: 'Bo Crumplehorn', addresses: ['30 Marlow Rd'] }] })}\n`,
  'broken.ndjson': `{"key":"n2","owner":"Ada Crumplehorn",\n`,
  'osm.geojson': feature({ ...OSM, ...OSM_PEOPLE, 'addr:province': 'ON' }),
  'overpass.json': JSON.stringify({
    elements: [
      { type: 'way', id: 7, center: { lat: 43.2, lon: -79.8 }, tags: { ...OSM, ...OSM_PEOPLE, 'addr:province': 'ON' } },
    ],
  }),
  'registration.csv': `${TORONTO_HEADER}\n1,700001.0,3  MARLOW ST,M4B,PRIVATE,1972.0,10.0,153.0,,,4,ADA CRUMPLEHORN\n2,700002.0,x,Crumplehorn,M4B\n`,
  // Refused as an upload, because nothing would take the owners out of it.
  'quebec-roll.xml': rollFile(condominium()),
  ...Object.fromEntries(ROLLS.map((name) => [`${name}.csv`, readFileSync(`test/open-data/files/${name}.csv`)])),
}

const MAP = {
  key: ['key'],
  columns: { name: 'name', address: 'address', city: 'city_name', province: 'province' },
  constants: {},
}

function searchFolder(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(text))
}

function linesWith(text: string, name: string): string[] {
  return text.split('\n').filter((line) => line.toLowerCase().includes(name.toLowerCase()))
}

it('after imports by path, upload, mapping, dry run and refused run, no planted name is left', async () => {
  const outcomes = new Set<string | undefined>()
  for (const source of ['osm-geojson', 'osm-geojson-up', 'overpass-json', 'overpass-json-up'])
    await server.app.services.dataOperations.changeSource(source, { share_alike_allowed: true }, LOCAL_OPERATOR)
  for (const source of ['permits-csv', 'permits-csv-up'])
    await server.app.services.dataOperations.changeSource(source, { licence: 'Open' }, LOCAL_OPERATOR)
  for (const [name, content] of Object.entries(FILES)) {
    const source = name.replace(/\W/g, '-')
    const file = await fileOf(name, content)
    outcomes.add(await importBy({ file, source }))
    const id = await upload(name, content)
    if (id) outcomes.add(await importBy({ upload: id, source: `${source}-up`, dry_run: true }))
  }
  const mapped = await upload('mapped.csv', GOOD)
  outcomes.add(await importBy({ upload: mapped, source: 'mapped', map: MAP }))
  const file = await fileOf('mapped.csv', FILES['headerless.csv']!)
  outcomes.add(await importBy({ file, source: 'headerless', map: MAP }))
  const config = readConfig({ DATA_DIR: server.dataDir, DEMONSTRATION: 'invented', DEMO_PROJECTS: '30' })
  for (const name of ['good.csv', 'bad.csv', 'vancouver-tax.csv'])
    await importCommand(config, [await fileOf(name, FILES[name]!)], { source: 'command', dryRun: true })
  expect([...outcomes].filter((outcome) => outcome !== undefined)).toEqual(
    expect.arrayContaining(['dry_run', 'published', 'refused']),
  )

  const places = { dump: await dumpOf(server.app.foundation.db), log: server.log(), responses }
  expect(places.dump).toContain(CONTROL)
  expect(searchFolder(join(server.dataDir, 'uploads'), CONTROL)).not.toEqual([])
  for (const name of NAMES) {
    for (const [place, text] of Object.entries(places)) expect(linesWith(text, name), place).toEqual([])
    for (const spelling of [name, name.toUpperCase()]) expect(searchFolder(server.dataDir, spelling), name).toEqual([])
  }
})
