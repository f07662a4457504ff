// From an empty PostgreSQL to linked listings: a national register, a city's strata lots and another's units.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { importCommand } from '../../src/cli/operate/import-command.ts'
import { listSourcesCommand } from '../../src/cli/operate/sources-command.ts'
import { toStatcanLambert } from '../../src/ingest/open-data/projections.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { fromCases } from '../support/cases.ts'
import { runCleanups } from '../support/databases.ts'
import { fileOf } from '../support/import-files.ts'
import { floorLabels, narBuilding, narFile } from '../support/nar-files.ts'
import { createDatabase, dropDatabase } from '../support/postgres.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { TEST_SECRET } from '../support/test-settings.ts'

interface City {
  readonly name: string
  readonly province: string
  readonly code: number
  readonly prefix: string
  readonly at: readonly [longitude: number, latitude: number]
  readonly streets: readonly string[]
}

const CITIES: readonly City[] = fromCases('flows/open-data', 'cities')
const PER_STREET = 10
const FLOORS = 6
const UNITS_PER_FLOOR = 4

interface House {
  readonly city: City
  readonly civic: number
  readonly street: string
  /** As the city's own file numbers it. */
  readonly number: number
}

const HOUSES: readonly House[] = CITIES.flatMap((city) =>
  city.streets.flatMap((street, s) =>
    Array.from({ length: PER_STREET }, (_, i) => {
      return { city, street, civic: 100 + 20 * i, number: s * PER_STREET + i }
    }),
  ),
)
const housesOf = (name: string) => HOUSES.filter(({ city }) => city.name === name)
const typeOf = ({ province }: City) => (province === 'QC' ? 'RUE' : 'ST')

function registerOf(name: string): string {
  const lines = housesOf(name).flatMap(({ city, civic, street, number }) => {
    const [x, y] = toStatcanLambert(
      city.at[0] + 0.004 * (number % PER_STREET),
      city.at[1] + 0.004 * Math.floor(number / PER_STREET),
    )
    const names = { NAME: street.toUpperCase(), TYPE: typeOf(city) }
    return narBuilding(`${city.province}-${number}`, floorLabels(FLOORS, UNITS_PER_FLOOR), {
      CIVIC_NO: civic,
      OFFICIAL_STREET_NAME: names.NAME,
      OFFICIAL_STREET_TYPE: names.TYPE,
      MAIL_STREET_NAME: names.NAME,
      MAIL_STREET_TYPE: names.TYPE,
      PROV_CODE: city.code,
      CSD_ENG_NAME: city.name,
      CSD_FRE_NAME: city.name,
      MAIL_MUN_NAME: city.name.toUpperCase(),
      MAIL_PROV_ABVN: city.province,
      MAIL_POSTAL_CODE: `${city.prefix}1A${number % 10}`,
      BG_X: Math.round(x),
      BG_Y: Math.round(y),
    })
  })
  return narFile(lines)
}

/** Lines with the header of a file in test/open-data/files. */
function fileLike(name: string, delimiter: string, rows: readonly Readonly<Record<string, string | number>>[]): string {
  const header = readFileSync(`test/open-data/files/${name}.csv`, 'utf8').split('\n')[0]!.trim()
  const columns = header.replace('\ufeff', '').split(delimiter)
  return [header, ...rows.map((row) => columns.map((column) => row[column] ?? '').join(delimiter)), ''].join('\n')
}

/** Half of the buildings are strata plans. */
const strataLots = housesOf('Vancouver')
  .filter(({ number }) => number % 2 === 0)
  .flatMap(({ civic, street, number }) =>
    floorLabels(FLOORS, UNITS_PER_FLOOR).map((unit, lot) => ({
      PID: `990-${String(number).padStart(3, '0')}-${String(lot).padStart(3, '0')}`,
      LEGAL_TYPE: 'STRATA',
      FOLIO: `58${number}${lot}`,
      PLAN: `VAS${9000 + number}`,
      FROM_CIVIC_NUMBER: unit,
      TO_CIVIC_NUMBER: civic,
      STREET_NAME: `${street.toUpperCase()} ST`,
      PROPERTY_POSTAL_CODE: `V5L 1A${number % 10}`,
      YEAR_BUILT: 1990 + number,
      REPORT_YEAR: 2026,
      OWNER_NAME: 'Wendeline Quibblethorpe',
    })),
  )
const condominiums = housesOf('Montréal')
  .filter(({ number }) => number % 2 === 1)
  .flatMap(({ civic, street, number }) =>
    floorLabels(FLOORS, UNITS_PER_FLOOR).map((unit, at) => ({
      ID_UEV: `9${number}${String(at).padStart(3, '0')}`,
      CIVIQUE_DEBUT: civic,
      CIVIQUE_FIN: civic,
      NOM_RUE: `rue ${street}  (MTL)`,
      SUITE_DEBUT: unit,
      MUNICIPALITE: 50,
      ETAGE_HORS_SOL: 1,
      NOMBRE_LOGEMENT: 1,
      ANNEE_CONSTRUCTION: 9999,
      CODE_UTILISATION: 1000,
      LIBELLE_UTILISATION: 'Logement',
      CATEGORIE_UEF: 'Condominium',
      NO_ARROND_ILE_CUM: 'REM19',
    })),
  )

/** As people write them. */
function typed({ city, civic, street, number }: House, way: number): string {
  if (city.province === 'QC')
    return [`${civic}, rue ${street}, app. 30${way + 1}, Montréal`, `${civic} ${street.toLowerCase()} #204 montreal`][
      way % 2
    ]!
  return [
    `#${101 + (number % 4)} -${civic} ${street.toLowerCase()}, ${city.name}`,
    `${civic} ${street} Street unit 504, ${city.name}, ${city.province}`,
    `302-${civic} ${street.toUpperCase()} ST ${city.name}`,
  ][way % 3]!
}

describe.runIf(inject('postgresUrl') !== '')('open data on an empty PostgreSQL', () => {
  let server: TestServer
  let url: string
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-open-data-'))
  const config = () => readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: TEST_SECRET })
  const log = console.log
  let printed: string[] = []
  const run = async (command: Promise<number>) => {
    printed = []
    return { code: await command, text: printed.join('\n') }
  }
  beforeAll(async () => {
    console.log = (line: string) => printed.push(line)
    url = await createDatabase(inject('postgresUrl'), 'empty')
  })
  afterAll(async () => {
    console.log = log
    await server?.stop()
    await runCleanups()
    await dropDatabase(inject('postgresUrl'), url)
  })

  it('imports the register of three provinces, then two cities', async () => {
    const files = await Promise.all(CITIES.map(({ name, code }) => fileOf(`Address_${code}.csv`, registerOf(name))))
    const register = await run(importCommand(config(), files, { source: 'nar', format: 'nar', minUnits: 5 }))
    expect([register.code, register.text]).toEqual([0, expect.stringContaining(`projects: ${HOUSES.length} new`)])

    const strata = await fileOf('tax.csv', fileLike('vancouver-tax', ';', strataLots))
    const vancouver = await run(importCommand(config(), [strata], { source: 'vancouver-tax', format: 'vancouver-tax' }))
    expect([vancouver.code, vancouver.text]).toEqual([0, expect.stringContaining('published as')])
    const units = await fileOf('uef.csv', fileLike('montreal-uef', ',', condominiums))
    const montreal = await run(importCommand(config(), [units], { source: 'montreal-uef', format: 'montreal-uef' }))
    expect([montreal.code, montreal.text]).toEqual([0, expect.stringContaining('published as')])

    server = await startServer({ DATABASE_URL: url })
    const { counts, is_demonstration } = (await server.get('/api/v1/dataset', server.keys.pro)).body.data
    // The cities describe buildings of the register: none is there twice.
    expect({ counts, is_demonstration }).toMatchObject({ counts: { projects: HOUSES.length }, is_demonstration: false })
  })

  it('links listings to the right buildings', async () => {
    const queries = HOUSES.flatMap((house) => [0, 1, 2].map((way) => ({ house, address: typed(house, way) })))
    expect(queries).toHaveLength(360)
    const key = server.keys.elite
    const linked = await server.send(
      'POST',
      '/api/v1/building-links/batch',
      { queries: queries.map(({ address }) => ({ address })) },
      key,
    )
    expect(linked.status, linked.text.slice(0, 300)).toBe(200)
    let found = 0
    for (const [i, { data, meta }] of linked.body.data.entries()) {
      if (meta.recommended_action !== 'accept') continue
      const { city, civic, street } = queries[i]!.house
      expect([queries[i]!.address, data[0].canonical_mls_address]).toEqual([
        queries[i]!.address,
        expect.stringMatching(new RegExp(`^${civic} (rue )?${street}( St)?, ${city.name}, ${city.province}$`, 'i')),
      ])
      found += 1
    }
    expect(found).toBeGreaterThan(queries.length * 0.97)
  })

  it('lists the units of a building with their sources, page by page, to plans with units only', async () => {
    const { body } = await server.get('/api/v1/buildings?q=100%20Alderbrook', server.keys.pro)
    const path = `/api/v1/buildings/${body.data[0].id}/units`
    const first = (await server.get(`${path}?limit=10`, server.keys.pro)).body
    const next = encodeURIComponent(first.meta.next_cursor)
    const rest = (await server.get(`${path}?limit=200&cursor=${next}`, server.keys.pro)).body
    const units = [...first.data, ...rest.data].map(({ unit }: { unit: string }) => unit)
    expect(units).toEqual(floorLabels(FLOORS, UNITS_PER_FLOOR).map(String))
    expect([first.meta.total, rest.meta.has_more, first.meta.sources]).toEqual([
      units.length,
      false,
      ['vancouver-tax', 'nar'],
    ])
    const refused = await server.get(path, server.keys.starter)
    expect([refused.status, refused.body.code]).toEqual([403, 'plan_required'])
    expect((await server.get('/api/v1/buildings?limit=1', server.keys.starter)).text).not.toContain('"unit"')
  })

  it('finds the building and the project of a parcel, however its id is written', async () => {
    const { body } = await server.get('/api/v1/buildings?parcel=990-000-005', server.keys.pro)
    expect(body.data.map(({ address }: { address: string }) => address)).toEqual(['100 Alderbrook St, Vancouver, BC'])
    expect(body.data[0].parcels).toContainEqual({ kind: 'pid', id: '990-000-005' })
    expect(body.data[0].parcels).toContainEqual({ kind: 'roll', id: '5805' })
    for (const path of ['buildings?parcel=990%20000%20005', 'buildings?parcel=5805,77', 'projects?parcel=990000005']) {
      const found = (await server.get(`/api/v1/${path}`, server.keys.pro)).body
      expect([path, found.meta.total]).toEqual([path, 1])
    }
    const none = await server.get('/api/v1/buildings?parcel=99000000', server.keys.pro)
    expect([none.body.meta.total, none.body.meta.reason]).toEqual([0, 'no_match'])
    // A roll without a number for each unit says nothing, and neither does a register of addresses.
    expect((await server.get('/api/v1/buildings?city=Toronto&limit=1', server.keys.pro)).body.data[0].parcels).toEqual(
      [],
    )
  })

  it('says where each field of a building comes from, and under which licences', async () => {
    const { body } = await server.get('/api/v1/projects?q=100%20Alderbrook', server.keys.pro)
    const { id } = body.data[0]
    const { data } = (await server.get(`/api/v1/projects/${id}?include=sources`, server.keys.pro)).body
    expect(data).toMatchObject({
      name: '100 Alderbrook St',
      name_source: 'address',
      tenure: 'strata',
      building_type: 'multi_unit',
      sales_status: 'unknown',
      units_total: FLOORS * UNITS_PER_FLOOR,
      condo_corp: { registry: 'VAS', number: 9000 },
      year_built: 1990,
    })
    expect(data.latitude).toBeCloseTo(49.27, 3)
    // Lists of units have a path of their own.
    expect(JSON.stringify(data)).not.toContain('unit_labels')
    const { fields } = data.field_sources
    expect([fields.tenure.source, fields.latitude.source]).toEqual(['vancouver-tax', 'nar'])

    const { sources } = (await server.get('/api/v1/dataset/attributions', server.keys.pro)).body.data
    const licences = Object.fromEntries(sources.map(({ name, licence }: Record<string, string>) => [name, licence]))
    expect(licences).toEqual({
      nar: 'Open Government Licence – Canada',
      'vancouver-tax': 'Open Government Licence – Vancouver',
      'montreal-uef': expect.stringMatching(/CC BY|Creative Commons/),
    })
    // A register does not say what is a condominium.
    const toronto = (await server.get('/api/v1/projects?city=Toronto&tenure=unknown', server.keys.pro)).body
    expect(toronto.meta.total).toBe(housesOf('Toronto').length)
    expect((await run(listSourcesCommand(config(), {}))).text).toMatch(/vancouver-tax[\s\S]*nar/)
    expect(JSON.stringify(data)).not.toContain('Quibblethorpe')
  })
})
