// File jobs: what goes in comes out, in order and unchanged, whatever the format; wrong files; mapping, quota and retention.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, expect, it } from 'vitest'
import { FolderStore } from '../../src/catalog/files/snapshot-store.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import { CRASH_POINTS } from '../../src/files/file-run.ts'
import { FileElsewhere, FileStore } from '../../src/files/file-store.ts'
import { DAY_MS, HOUR_MS } from '../../src/kernel/time.ts'
import { fromCases } from '../support/cases.ts'
import { forEachDatabase, runCleanups, temporaryFolder } from '../support/databases.ts'
import { workbookOf } from '../support/workbook.ts'
import { zipOf } from '../support/zip-files.ts'
import { filesStage } from './files-stage.ts'

const ROWS = 10_000
const numbered = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('')
const csvOf = (count: number, address: string) =>
  `Key,Address,Note\r\n${numbered(count, (i) => `k${i},"#${100 + i} - ${address}", n ${i}\r\n`)}`

/** Name, text and its encoding; each is read and written back as it was. */
const TEXTS = fromCases<{ name: string; encoding?: BufferEncoding; text: string; format: string }[]>(
  'files/files',
  'texts',
)
/** Name, text or hexadecimal bytes, and what the error says. */
const WRONG = fromCases<{ name: string; text?: string; hex?: string; error: string }[]>('files/files', 'wrong')

let zstd: (bytes: Buffer) => Promise<Buffer>
beforeAll(() => {
  // Written by another program: DuckDB compresses with the reference library.
  zstd = async (bytes) => {
    const folder = await temporaryFolder()
    writeFileSync(join(folder, 'in.txt'), bytes)
    const db = await (await DuckDBInstance.create()).connect()
    await db.run(
      `copy (select * from read_csv('${folder}/in.txt', header = false, columns = {'line': 'varchar'}, delim = '\\x1f', quote = '', escape = '', new_line = '\\n'))
       to '${folder}/out.csv.zst' (format csv, header false, compression zstd, quote '', escape '', delimiter '\\x1f')`,
    )
    db.disconnectSync()
    return readFileSync(join(folder, 'out.csv.zst'))
  }
})

it('shares the bytes of files with other machines through a store, and says when there is none', async () => {
  const shared = new FolderStore(await temporaryFolder())
  const [one, other] = [new FileStore(await temporaryFolder(), shared), new FileStore(await temporaryFolder(), shared)]
  await one.save('file_1.1.1', Buffer.from('answers'))
  expect(readFileSync(await other.local('file_1.1.1'), 'utf8')).toBe('answers')
  await other.delete(['file_1.1.1'])
  await expect(other.local('file_1.1.1')).rejects.toThrow('ENOENT')
  await expect(new FileStore(await temporaryFolder()).local('file_1')).rejects.toBeInstanceOf(FileElsewhere)
  await runCleanups()
})

forEachDatabase('a file of addresses', (open) => {
  it('comes out with every row in order, its own columns byte for byte, and then ours', async () => {
    const stage = await filesStage(await open(), 5_000)
    const text = csvOf(ROWS, stage.address)
    const { id, state, mapping } = await stage.upload(text)
    expect([state, mapping]).toEqual(['queued', { address: ['Address'] }])
    const job = await stage.pass(id)
    expect(job).toMatchObject({ state: 'finished', rows_total: ROWS, rows_done: ROWS, parts: 2, problem: null })
    expect(job.counts).toMatchObject({ matched: ROWS, error: 0, lookups: ROWS })
    expect(stage.billed()).toBe(ROWS)
    const out = (await stage.result(id, 'csv')).toString()
    const lines = out.split('\r\n')
    expect(lines.map((line) => line.replace(/,(?:plinth_outcome|matched,accept),.*$/, '')).join('\r\n')).toBe(text)
    expect(lines[0]).toBe(
      'Key,Address,Note,plinth_outcome,plinth_recommended_action,plinth_confidence,plinth_building_id,plinth_building_name,plinth_project_id,plinth_project_name,plinth_address,plinth_unit,plinth_latitude,plinth_longitude,plinth_reason,plinth_second_building_id,plinth_second_address,plinth_second_confidence,plinth_error',
    )
    const events = await stage.db.query.selectFrom('events').selectAll().where('type', '=', 'file.finished').execute()
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ account_id: stage.owner.accountId, resource_id: id })
    expect(events[0]!.body).toMatchObject({ details: { state: 'finished', rows: ROWS, counts: { matched: ROWS } } })
  })

  it.each(TEXTS)('keeps $name as written', async ({ text, encoding = 'utf8', format }) => {
    const stage = await filesStage(await open())
    const written = text.replaceAll('ADDRESS', stage.address)
    const { id, columns } = await stage.upload(Buffer.from(written, encoding))
    await stage.files.update(stage.owner, id, { mapping: { address: [columns.at(-1)!.name] } }, SYSTEM)
    const job = await stage.pass(id)
    expect(job).toMatchObject({ state: 'finished', format, problem: null })
    const rows = written
      .replace('\ufeff', '')
      .trimEnd()
      .split(/\r\n|\n/)
    const out = (await stage.result(id, format === 'ndjson' ? 'ndjson' : 'csv')).toString().replace('\ufeff', '')
    const lines = out.trimEnd().split(/\r\n|\n/)
    const header = format === 'ndjson' || job.has_header ? 0 : 1
    expect(lines).toHaveLength(rows.length + header)
    for (const [i, row] of rows.entries())
      expect(lines[i + header]!.startsWith(format === 'ndjson' ? row.replace(/\}$/, '') : row)).toBe(true)
    expect(job.counts.matched).toBeGreaterThan(0)
  })

  it('reads gzip, Zstandard, workbooks and Parquet like the plain file', async () => {
    const stage = await filesStage(await open())
    const rows = Array.from({ length: 7 }, (_, i) => [`k${i}`, `#${100 + i} - ${stage.address}`, i])
    const text = `key,address,n\n${rows.map(([key, address, n]) => `${key},"${address}",${n}\n`).join('')}`
    const folder = await temporaryFolder()
    const db = await (await DuckDBInstance.create()).connect()
    writeFileSync(join(folder, 'in.csv'), text)
    await db.run(`copy (select * from '${folder}/in.csv') to '${folder}/in.parquet' (compression zstd)`)
    const inputs = {
      csv: text,
      gzip: gzipSync(text),
      zstd: await zstd(Buffer.from(text)),
      xlsx: workbookOf([['key', 'address', 'n'], ...(rows as (string | number)[][])]),
      parquet: readFileSync(join(folder, 'in.parquet')),
    }
    const results: string[] = []
    for (const bytes of Object.values(inputs)) {
      const { id } = await stage.upload(bytes)
      expect(await stage.pass(id)).toMatchObject({ state: 'finished', counts: { matched: 7 } })
      results.push((await stage.result(id, 'ndjson')).toString().replaceAll(/"n":"?(\d)"?/g, '"n":$1'))
    }
    expect(new Set(results).size).toBe(1)
    expect(results[0]!.split('\n')).toHaveLength(8)
  })

  it('copies every value of a Parquet file as it is stored', async () => {
    const stage = await filesStage(await open())
    const folder = await temporaryFolder()
    const db = await (await DuckDBInstance.create()).connect()
    await db.run(`create table t as select i::integer as id, '#' || (100 + i) || ' - ${stage.address}' as address,
      (9007199254740993 + i)::bigint as big, (i / 7)::decimal(18, 6) as money, date '1999-12-31' + i::integer as day,
      timestamp '2026-11-14 06:00:00.123456' + to_microseconds(i) as moment, (i % 2 = 0) as flag, i / 3::double as share,
      case when i % 3 = 0 then null else 'é' || i end as word, uuid() as uuid, 'ab\\x00'::blob as raw,
      [i, i + 1]::bigint[] as list, {'a': i, 'b': 'x'} as pair from range(2500) r(i)`)
    await db.run(`copy t to '${folder}/in.parquet' (row_group_size 2048)`)
    const { id } = await stage.upload(readFileSync(join(folder, 'in.parquet')))
    expect(await stage.pass(id)).toMatchObject({ state: 'finished', rows_done: 2500 })
    writeFileSync(join(folder, 'out.parquet'), await stage.result(id, 'parquet'))
    const columns = 'id, address, big, money, day, moment, flag, share, word, uuid, raw, list, pair'
    const count = async (query: string) => Number((await (await db.run(query)).getRows())[0]![0])
    const rowsOf = (table: string) => `select row_number() over () as n, ${columns} from ${table}`
    expect(await count(`select count(*) from (${rowsOf('t')} intersect ${rowsOf(`'${folder}/out.parquet'`)})`)).toBe(
      2500,
    )
    expect(await count(`select count(*) from '${folder}/out.parquet' where plinth_outcome = 'matched'`)).toBe(2500)
  })

  it('gives rows that are blank, broken or without an address an error, and loses none of their cells', async () => {
    const stage = await filesStage(await open())
    const text = `key,address,city\n1,${stage.address.split(',')[0]},\n\n2,,\n3,A,B,C,D\n4\n`
    const { id } = await stage.upload(text)
    expect(await stage.pass(id)).toMatchObject({ state: 'finished', rows_total: 5, counts: { error: 4 } })
    const lines = (await stage.result(id, 'csv')).toString().trimEnd().split('\n')
    expect(
      lines.map((line) => [
        line.split(',').slice(0, 5),
        line.split(',').length,
        line.match(/[A-Z][^,]*\.$|[A-Z][^,]*, [^,]*\."$/)?.[0],
      ]),
    ).toEqual([
      [['key', 'address', 'city', 'column_4', 'column_5'], 21, undefined],
      [['1', stage.address.split(',')[0], '', '', ''], expect.any(Number), undefined],
      [['', '', '', '', ''], 21, 'The row is blank.'],
      [['2', '', '', '', ''], 21, 'The row has no address.'],
      [['3', 'A', 'B', 'C', 'D'], 22, 'The row has 5 columns, but the header has 3."'],
      [['4', '', '', '', ''], 21, 'The row has no address.'],
    ])
    const { id: other } = await stage.upload(`{"address":"x"}\n{broken\n\n[1]\n{}\n`)
    await stage.pass(other)
    const objects = (await stage.result(other, 'ndjson')).toString().trimEnd().split('\n')
    expect(objects.map((line) => JSON.parse(line)).map((row) => [row.plinth_input, row.plinth_error])).toEqual([
      [undefined, null],
      ['{broken', 'The line is not valid JSON.'],
      ['', 'The line is blank.'],
      ['[1]', 'The line is not a JSON object.'],
      [undefined, 'The row has no address.'],
    ])
  })

  it.each(WRONG)('refuses $name', async ({ text = '', hex, error }) => {
    const stage = await filesStage(await open())
    const bytes = hex === undefined ? Buffer.from(text) : Buffer.from(hex, 'hex')
    await expect(stage.upload(bytes)).rejects.toMatchObject({
      code: 'invalid_file',
      message: expect.stringContaining(error),
    })
    expect(await stage.store.names(stage.clock.ms)).toEqual([])
  })

  it('refuses an archive that is no workbook, and fails on a file that is damaged at its end before anything is billed', async () => {
    const stage = await filesStage(await open())
    await expect(stage.upload(zipOf([{ name: 'a.txt', content: 'text' }]))).rejects.toThrow('not an Excel workbook')
    const packed = gzipSync(csvOf(ROWS, stage.address))
    const cut = await stage.upload(packed.subarray(0, packed.length - 100))
    const job = await stage.pass(cut.id)
    expect(job).toMatchObject({ state: 'failed', problem: { code: 'invalid_file' }, next_run_at: null, parts: 0 })
    expect(stage.billed()).toBe(0)
    const events = await stage.db.query
      .selectFrom('events')
      .select('body')
      .where('type', '=', 'file.finished')
      .execute()
    expect(events.map(({ body }) => body)).toMatchObject([{ details: { state: 'failed', rows: null } }])
    stage.allowance.rows = 5
    const long = await stage.upload(csvOf(6, stage.address))
    expect(await stage.pass(long.id)).toMatchObject({ state: 'failed', problem: { code: 'plan_limit' } })
  })

  it('waits for a person unless one column is named like an address, and starts again after another choice', async () => {
    const stage = await filesStage(await open())
    const text = `id,Where,city\n1,nowhere,"${stage.address}"\n`
    const { id, state, mapping } = await stage.upload(text)
    expect([state, mapping]).toEqual(['waiting', { city: ['city'] }])
    expect(await stage.pass(id)).toMatchObject({ state: 'waiting', rows_total: null })
    const choose = (mapping: object) => stage.files.update(stage.owner, id, { mapping }, SYSTEM)
    await expect(choose({ address: ['Adress'] })).rejects.toThrow('no column "Adress"')
    await expect(choose({ city: ['city'] })).rejects.toThrow('which column has the address')
    await expect(stage.files.result(stage.owner, id)).rejects.toMatchObject({ code: 'state_conflict' })
    await choose({ address: ['Where'], city: null })
    expect(await stage.pass(id)).toMatchObject({ state: 'finished', counts: { matched: 0 } })
    await choose({ address: ['city'] })
    expect(await stage.pass(id)).toMatchObject({ state: 'finished', generation: 3, parts: 1, counts: { matched: 1 } })
    expect((await stage.store.names(stage.clock.ms)).sort()).toEqual([id, `${id}.3.1`])
    await choose({ address: ['Where', 'city'] })
    expect(await stage.pass(id)).toMatchObject({ state: 'finished', counts: { error: 0 } })
    expect(await stage.upload(csvOf(1, stage.address), { hold: true })).toMatchObject({ state: 'waiting' })
    expect(await stage.upload(`address,full address\na,b\n`)).toMatchObject({ state: 'waiting' })
    const bare = await stage.upload(`1,${stage.address.replace(/,.*/, '')}\n2,x\n`)
    expect(bare).toMatchObject({
      state: 'waiting',
      has_header: false,
      columns: [{ name: 'column_1' }, { name: 'column_2' }],
    })
    await stage.files.update(stage.owner, bare.id, { mapping: { address: ['column_2'] } }, SYSTEM)
    expect(await stage.pass(bare.id)).toMatchObject({ state: 'finished', rows_total: 2, counts: { matched: 1 } })
  })

  it('pauses when the lookups are used up, and goes on where it stopped', async () => {
    const stage = await filesStage(await open())
    stage.allowance.lookups = 5
    const { id } = await stage.upload(csvOf(12, stage.address))
    const paused = await stage.pass(id)
    expect(paused).toMatchObject({ state: 'paused', rows_done: 5, problem: { code: 'quota_exceeded' } })
    expect(await stage.pass(id)).toMatchObject({ state: 'paused', rows_done: 5 })
    expect(stage.billed()).toBe(5)
    stage.allowance.lookups = 100
    expect(await stage.pass(id)).toMatchObject({ state: 'finished', rows_done: 12, problem: null })
    expect(stage.billed()).toBe(12)
    expect((await stage.result(id, 'csv')).toString().trimEnd().split('\r\n')).toHaveLength(13)
  })

  it('runs as many jobs of an account at a time as its plan allows', async () => {
    const stage = await filesStage(await open())
    stage.allowance.running = 1
    const [first, second] = [await stage.upload(csvOf(1, stage.address)), await stage.upload(csvOf(1, stage.address))]
    await stage.db.query
      .updateTable('file_jobs')
      .set({ state: 'running', next_run_at: null })
      .where('id', '=', first.id)
      .execute()
    expect(await stage.pass(second.id)).toMatchObject({ state: 'queued' })
    await stage.db.query.updateTable('file_jobs').set({ state: 'failed' }).where('id', '=', first.id).execute()
    expect(await stage.pass(second.id)).toMatchObject({ state: 'finished' })
  })

  it.each(CRASH_POINTS)(
    'survives kills at “%s”: the result is the same, and no event or lookup is there twice',
    async (point) => {
      const stage = await filesStage(await open())
      const text = csvOf(11, stage.address)
      const { id } = await stage.upload(text)
      for (let kill = 1; kill <= 3; kill++) {
        let reached = 0
        await stage.killed(id, (now) => {
          if (now === point && ++reached === kill) throw new Error('killed')
        })
        const { state } = await stage.files.get(stage.owner, id)
        if (state === 'finished') break
      }
      expect(await stage.pass(id)).toMatchObject({
        state: 'finished',
        rows_done: 11,
        counts: { matched: 11, lookups: 11 },
      })
      const lines = (await stage.result(id, 'csv')).toString().split('\r\n')
      expect(lines.map((line) => line.replace(/,(?:plinth_outcome|matched,accept),.*$/, '')).join('\r\n')).toBe(text)
      const events = await stage.db.query
        .selectFrom('events')
        .select('id')
        .where('type', '=', 'file.finished')
        .execute()
      expect(events).toHaveLength(1)
      expect(stage.billed()).toBeLessThanOrEqual(11)
    },
  )

  it('writes nothing more once a file was changed or deleted', async () => {
    const stage = await filesStage(await open())
    const { id } = await stage.upload(csvOf(11, stage.address))
    let changed = false
    await expect(
      stage.killed(id, (point) => {
        if (point !== 'part stored' || changed) return
        changed = true
        void stage.files.remove(stage.owner, id, SYSTEM)
      }),
    ).rejects.toThrow('deleted')
    await expect(stage.files.get(stage.owner, id)).rejects.toMatchObject({ code: 'file_not_found' })
  })

  it('deletes files after their time, the bytes of deleted accounts after two looks, and shows none to others', async () => {
    const stage = await filesStage(await open())
    const { id } = await stage.upload(csvOf(4, stage.address))
    await stage.pass(id)
    for (const owner of [stage.other, { ...stage.owner, dataset: 'sandbox' as const }]) {
      const { files } = stage
      for (const read of [() => files.get(owner, id), () => files.result(owner, id)])
        await expect(read()).rejects.toMatchObject({ code: 'file_not_found' })
      await expect(files.remove(owner, id, SYSTEM)).rejects.toMatchObject({ code: 'file_not_found' })
    }
    const lost = await stage.upload(csvOf(1, stage.address))
    await stage.db.query.deleteFrom('file_jobs').where('id', '=', lost.id).execute()
    await stage.files.deleteExpired()
    expect(await stage.store.names(stage.clock.ms)).toContain(lost.id)
    stage.clock.ms += HOUR_MS
    await stage.files.deleteExpired()
    expect((await stage.store.names(stage.clock.ms)).sort()).toEqual([id, `${id}.1.1`, `${id}.1.2`])
    stage.clock.ms += 30 * DAY_MS
    await stage.files.deleteExpired()
    expect(await stage.store.names(stage.clock.ms)).toEqual([])
    await expect(stage.files.get(stage.owner, id)).rejects.toMatchObject({ code: 'file_not_found' })
  })
})
