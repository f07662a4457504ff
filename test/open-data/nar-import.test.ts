// A register in the database: several files, the same again, approval, and kills while reading.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { toLinkResponseJson } from '../../src/http/links/link-json.ts'
import { requireApprovable } from '../../src/ingest/import/approval.ts'
import { importFile } from '../../src/ingest/import/import-file.ts'
import type { ImportOptions } from '../../src/ingest/import/import-request.ts'
import { readStoredRequest } from '../../src/ingest/import/import-runs.ts'
import type { ImportProgress } from '../../src/ingest/read/row-stream.ts'
import { Links } from '../../src/links/links.ts'
import { programOf } from '../support/child.ts'
import { databaseOptions, forEachDatabase, forOneDatabase, temporaryFolder } from '../support/databases.ts'
import { fileOf } from '../support/import-files.ts'
import { floorLabels, narBuilding, narFile } from '../support/nar-files.ts'

const building = (n: number) =>
  narBuilding(`{${n}}`, floorLabels(2, 4), {
    CIVIC_NO: 2 * n,
    OFFICIAL_STREET_NAME: 'OSPREY',
    MAIL_STREET_NAME: 'OSPREY',
  })

async function importNar(db: Database, file: string, options: Partial<ImportOptions> = {}) {
  return importFile(db, {
    file,
    source: 'registry',
    actor: 'test',
    now: () => new Date('2026-11-14T06:00:00Z'),
    snapshot: () => readSnapshot(db, 'production'),
    ...options,
  })
}

forEachDatabase('an import of a register', (open) => {
  it('publishes the buildings of all files, changes nothing the second time, and can be approved', async () => {
    const db = await open()
    const folder = await temporaryFolder()
    const file = await fileOf('Address_35.csv', narFile([1, 2, 3, 4, 5].flatMap(building)))
    const more = await fileOf('Address_24.csv', narFile([6, 7].flatMap(building)))
    const files = { moreFiles: [more], workFolder: folder }
    const run = await importNar(db, file, { ...files, dryRun: true })
    expect(run).toMatchObject({ outcome: 'dry_run', format: 'nar', file_name: 'Address_35.csv and 1 more file' })
    const { request } = await requireApprovable(db, run.id, { reason: null, confirm: null })
    const approved = await importNar(db, request.file, {
      moreFiles: request.more_files,
      approval: { run, reason: null },
      workFolder: folder,
    })
    expect(approved).toMatchObject({ outcome: 'published', sha256: run.sha256, counts: { rows: 7, rejected: 0 } })
    const snapshot = await readSnapshot(db, 'production')
    const { projects } = snapshot
    expect(projects.toArray().map(({ address, units_total }) => [address, units_total])).toContainEqual([
      '14 Osprey St, Toronto, ON',
      8,
    ])
    const links = new Links({ snapshot: () => snapshot } as unknown as Catalog)
    const unitsKnown = ['103-14 Osprey St, Toronto', '305-14 Osprey St, Toronto', '14 Osprey St, Toronto'].map(
      (address) =>
        toLinkResponseJson(links.resolve({ address }, 'production'), {}).data.map(({ unit, unit_known }) => [
          unit,
          unit_known,
        ]),
    )
    expect(unitsKnown).toEqual([[['103', true]], [['305', false]], [[null, null]]])
    const phases: string[] = []
    const onProgress = ({ phase }: ImportProgress) => void (phases.at(-1) === phase || phases.push(phase))
    // The order of the files does not matter.
    const again = await importNar(db, more, { moreFiles: [file], workFolder: folder, onProgress })
    expect(again).toMatchObject({ outcome: 'unchanged', counts: { unchanged: 7 } })
    expect(phases[0]).toBe('reading')
    expect((await readStoredRequest(db, again.id))?.more_files).toEqual([file])
    expect(readdirSync(folder)).toEqual([])
  })

  it('compares broken lines with all lines, and removes a building in spite of one', async () => {
    const db = await open()
    const numbers = Array.from({ length: 30 }, (_, n) => n + 1)
    const file = (list: readonly number[], broken: number) =>
      fileOf('Address_35.csv', `${narFile(list.flatMap(building))}${'x,y\n'.repeat(broken)}`)
    expect(await importNar(db, await file(numbers, 0))).toMatchObject({ outcome: 'published' })
    const refused = await importNar(db, await file(numbers, 20))
    expect(refused).toMatchObject({ outcome: 'refused', counts: { rejected: 20 } })
    expect(refused.gates).toEqual([expect.stringContaining('20 of 260 lines were rejected')])
    const without = await importNar(db, await file(numbers.slice(1), 1))
    expect(without).toMatchObject({ outcome: 'published', changes: { created: 0, changed: 0, gone: 1 } })
    expect(without.rejected).toMatchObject([{ line: 234, key: null }])
  })
})

forOneDatabase('an import of a register that is killed', (kind) => {
  it('leaves nothing published while reading or grouping, and removes its files the next time', async () => {
    const options = await databaseOptions(kind)
    const workFolder = await temporaryFolder()
    const small = await fileOf('Address_35.csv', narFile([1, 2].flatMap(building)))
    // More lines than are sorted in memory.
    const lines = narFile(Array.from({ length: 9000 }, (_, n) => building(n + 1)).flat())
    const large = await fileOf('Address_35.csv', lines)
    for (const [point, file] of [
      ['before batch', small],
      ['grouping', large],
    ]) {
      const args = [...programOf('ingest/import-crash-child'), JSON.stringify({ options, file, point, workFolder })]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
      const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
      expect(signal, point).toBe('SIGKILL')
      // The sorted lines are deleted as soon as all are grouped. The next import deletes those of a killed one.
      expect(readdirSync(workFolder).length).toBe(point === 'grouping' ? 1 : 0)
      const db = await openDatabase(options)
      expect((await readSnapshot(db, 'production')).projects.size).toBe(0)
      await db.close()
    }
    const db = await openDatabase(options)
    expect(await importNar(db, small, { workFolder })).toMatchObject({ outcome: 'published', counts: { rows: 2 } })
    await db.close()
    expect(readdirSync(workFolder)).toEqual([])
  })
})
