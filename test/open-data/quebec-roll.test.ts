// Québec's assessment rolls: which units form a building, hostile XML, and an import of a folder.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import { importFile } from '../../src/ingest/import/import-file.ts'
import { forEachDatabase, runCleanups, temporaryFolder } from '../support/databases.ts'
import { dumpOf } from '../support/dump.ts'
import { fileOf } from '../support/import-files.ts'
import { condominium, OWNER, rollFile, rollUnit } from '../support/quebec-roll.ts'
import { readRows } from '../support/read-rows.ts'

afterEach(runCleanups)

const read = async (xml: string | Buffer, format?: string) =>
  readRows(await fileOf('RL23027_2026.xml', xml), format === undefined ? {} : { format })
const rental = { RL0105A: '1000', RL0306A: '4', RL0307A: '1974', RL0307B: 'E', RL0311A: '24' } as const
const corner = rollUnit({
  addresses: [
    { A: '10', C: '20', E: 'AV', G: 'D&apos;AUTEUIL' },
    { A: '5', B: 'A', E: 'CH', G: 'SAINTE-FOY' },
  ],
  matricule: '1111-22-3333',
  ...rental,
})

it('groups units by civic address, and says condo only where all are divided co-ownerships', async () => {
  const { rows, rejected, remarks, format } = await read(rollFile([...condominium(), corner]))
  expect([format, rejected]).toEqual(['quebec-roll', []])
  expect(rows).toMatchObject([
    {
      ...{ city_name: 'Québec', province: 'QC', address: '10-20 Av d’Auteuil, Québec, QC'.replace('’', "'") },
      ...{ units_total: 24, storeys: 4, tenure: 'unknown', year_built: null, construction_status: 'unknown' },
    },
    {
      ...{
        address: '1288 Rue des Lilas O, Québec, QC',
        units_total: 5,
        storeys: null,
        tenure: 'condo',
        year_built: 2016,
      },
      buildings: [
        { unit_labels: '101,102,201,202,301', parcels: expect.arrayContaining([{ kind: 'roll', id: '7634-73-2340' }]) },
      ],
    },
  ])
  expect(rows[0]?.buildings[0]?.addresses.map(({ line }) => line)).toContain('5A Ch Sainte-Foy')
  expect(remarks['lines read']).toBe(7)
  const mixed = rollUnit({ addresses: [{ A: '1288', E: 'RU', G: 'DES LILAS', H: 'O' }], matricule: '7-7-7', ...rental })
  const { rows: both } = await read(rollFile([...condominium(), mixed]))
  expect(both).toMatchObject([{ tenure: 'unknown', units_total: 29, storeys: 4 }])
})

it('gives the same rows in any order, twice, from Latin-1, in small pieces, and from two years the newer', async () => {
  const { rows } = await read(rollFile([...condominium(), corner]))
  const shuffled = rollFile([corner, ...condominium().toReversed(), ...condominium()])
  expect((await read(shuffled)).rows).toEqual(rows)
  expect((await read(Buffer.from(rollFile([...condominium('DU MÉLÈZE')]), 'latin1'))).rows).toEqual(
    (await read(rollFile([...condominium('DU MÉLÈZE')]))).rows,
  )
  const older = await fileOf('RL23027_2025.xml', rollFile(condominium('DES LILAS', '1999'), '23027', 2025))
  const newer = await fileOf('RL23027_2026.xml', rollFile(condominium()))
  for (const files of [
    [older, newer],
    [newer, older],
  ])
    expect((await readRows(files)).rows[0]?.year_built).toBe(2016)
})

it('names what it cannot place: a municipality, a type of street', async () => {
  const unknown = rollUnit({ addresses: [{ A: '1', E: 'CT', G: 'X' }], matricule: '1-2-3', ...rental })
  const vacant = rollUnit({ addresses: [{ G: '3E RANG' }], matricule: '1-2-4', RL0105A: '9100' })
  expect((await read(rollFile([unknown, vacant, corner]))).remarks).toMatchObject({
    'skipped: the type of the street is not known': 1,
    'skipped: a unit without a civic address': 1,
  })
  const { rejected } = await read(rollFile([corner], '99999'))
  expect(rejected).toMatchObject([{ line: 3, column: 'RLM01A', reason: 'the municipality "99999" is unknown' }])
})

describe('hostile XML', () => {
  const unit = rollUnit({ addresses: [{ A: '1', E: 'RU', G: '&lol;' }], matricule: '1-2-3', ...rental })
  const file = rollFile([corner])
  it.each([
    ['a document type', `<!DOCTYPE RL [<!ENTITY lol "lol">]>${rollFile([unit])}`, 'document type'],
    ['an unknown entity', rollFile([unit]), 'an entity is unknown'],
    ['a character beyond Unicode', rollFile([unit.replace('&lol;', '&#x110000;')]), 'an entity is unknown'],
    ['CDATA', rollFile([unit.replace('&lol;', '<![CDATA[x]]>')]), 'CDATA'],
    ['nesting', file.replace('</RL>', '<a>'.repeat(50)), 'nested too deeply'],
    ['endless text', file.replace('</RL>', 'x'.repeat(3_000_000)), 'too long'],
    ['an endless tag', file.replace('</RL>', `<a ${' '.repeat(3_000_000)}`), 'too long'],
    ['an endless comment', file.replace('</RL>', `<!-- ${'x'.repeat(3_000_000)}`), 'too long'],
    ['elements that cross', file.replace('</RLUEx>', '</RL></RLUEx>'), 'closed but not open'],
    ['an end in the middle', file.slice(0, -20), 'incomplete'],
    ['content after the end', `${file}<RL></RL>`, 'content after the end'],
    ['no XML', 'a,b\n1,2\n', 'incomplete'],
  ])('with %s is refused', async (_, xml, reason) => {
    await expect(read(xml, 'quebec-roll')).rejects.toThrow(reason)
  })

  it('may have comments, a million elements, and control characters in values: the row is rejected', async () => {
    const many = `<!-- > <RLUEx> -->${'<RL0999/>'.repeat(1_000_000)}`
    expect((await read(file.replace('<RLUEx>', `<RLUEx>${many}`))).rows).toHaveLength(1)
    const { rows, rejected } = await read(file.replace('SAINTE-FOY', 'SAINTE&#7;FOY'))
    expect([rows.length, rejected.length]).toEqual([0, 1])
  })
})

forEachDatabase('an import of rolls', (open) => {
  it('reads a folder of municipalities, keeps no owner, and changes nothing the second time', async () => {
    const db = await open()
    const folder = join(await temporaryFolder(), 'roles')
    await mkdir(folder)
    await writeFile(join(folder, 'RL23027_2026.xml'), rollFile([...condominium(), corner]))
    await writeFile(join(folder, 'RL66023_2026.xml'), rollFile(condominium(), '66023'))
    const run = () =>
      importFile(db, {
        ...{ file: folder, source: 'quebec', actor: 'test' },
        now: () => new Date('2026-11-14T06:00:00Z'),
        snapshot: () => readSnapshot(db, 'production'),
      })
    expect(await run()).toMatchObject({ outcome: 'published', format: 'quebec-roll', counts: { rows: 3, rejected: 0 } })
    expect(await run()).toMatchObject({ outcome: 'unchanged' })
    const dump = await dumpOf(db)
    expect(dump).toContain('1288 Rue des Lilas O, Montréal, QC')
    expect(dump).not.toContain(OWNER)
  })
})
