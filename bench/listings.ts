// `npm run bench listings`: the first load of stored listings, and relinking after 100 buildings changed.
//   npm run bench listings [-- --listings=50000 --projects=2000 --embedded --check=5000 --streams=2
//     --write-results]
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '../bin/build.mjs'
import { Catalog } from '../src/catalog/catalog.ts'
import { matchBuildings } from '../src/catalog/snapshot/snapshot-matcher.ts'
import type { Database } from '../src/db/database.ts'
import { openDatabase } from '../src/db/database.ts'
import { Links } from '../src/links/links.ts'
import { VerifiedAddresses } from '../src/links/verified-addresses.ts'
import { ListingLinker } from '../src/listings/link-listing.ts'
import { readRows, relinkRows } from '../src/listings/relink/relink-rows.ts'
import { createDatabase, startPostgres } from '../test/support/postgres.ts'
import { buildingLines, inventListing, publishChangedBuildings } from './listing-lines.ts'
import { resultsMonth, writeResultsSection } from './results-file.ts'
import type { RunningServer } from './running-server.ts'
import { cpuSeconds, createKeys, processesOf, pssMegabytes, startServer } from './running-server.ts'
import { fillDatabase } from './scale-data.ts'

const CHANGED = 100
const MATCH_LINES = 200_000
/** An account can have as many open. */
const MAX_STREAMS = 4

const option = (name: string): number | undefined => {
  const text = process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1]
  return text === undefined ? undefined : Number(text)
}

const log = (text: string) => console.log(`  ${text}`)
const count = (n: number) => Math.round(n).toLocaleString('en')
const cpuOf = (server: RunningServer): number => processesOf(server).reduce((sum, pid) => sum + cpuSeconds(pid), 0)
const memoryOf = (server: RunningServer): number => processesOf(server).reduce((sum, pid) => sum + pssMegabytes(pid), 0)

type LineOf = (i: number) => string

/** Streams all listings, in one stream per core, and reads the results. Returns listings per second. */
async function load(server: RunningServer, key: string, total: number, lineOf: LineOf): Promise<number> {
  const streams = option('streams') ?? Math.min(MAX_STREAMS, cpus().length)
  const started = performance.now()
  const part = Math.ceil(total / streams)
  await Promise.all(
    Array.from({ length: streams }, (_, i) =>
      loadPart(server, key, Math.max(0, Math.min(part, total - i * part)), (line) => lineOf(i * part + line)),
    ),
  )
  return total / ((performance.now() - started) / 1000)
}

async function loadPart(server: RunningServer, key: string, total: number, lineOf: LineOf): Promise<void> {
  const upload = request(`${server.url}/api/v1/listings/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
  })
  const results = new Promise<number>((resolve, reject) => {
    upload.once('error', reject)
    upload.once('response', (response) => {
      let lines = 0
      let errors = ''
      response.on('data', (data: Buffer) => {
        for (let at = data.indexOf(10); at >= 0; at = data.indexOf(10, at + 1)) lines++
        if (data.includes('"error"')) errors ||= data.toString()
        if (lines % 100_000 < 50) process.stderr.write(`\r  ${count(lines)} listings`)
      })
      response.once('end', () => {
        process.stderr.write('\n')
        if (errors || response.statusCode !== 200) reject(new Error(`${response.statusCode}: ${errors.slice(0, 500)}`))
        else resolve(lines)
      })
    })
  })
  const chunks = function* () {
    for (let from = 0; from < total; from += 500) {
      const to = Math.min(total, from + 500)
      yield `${Array.from({ length: to - from }, (_, i) => lineOf(from + i)).join('\n')}\n`
    }
  }
  await pipeline(Readable.from(chunks()), upload)
  const stored = await results
  if (stored !== total) throw new Error(`${stored} of ${total} listings were stored.`)
}

/** Queries per second of `plinth match` with as many threads as cores. */
async function matchRate(folder: string, db: Database, lineOf: (i: number) => string, lines: number): Promise<number> {
  const catalog = new Catalog({ db })
  await catalog.refresh()
  const [buildings, queries] = [join(folder, 'buildings.ndjson'), join(folder, 'queries.ndjson')]
  writeFileSync(buildings, [...buildingLines(catalog.snapshot('production').projects)].join('\n'))
  const file = createWriteStream(queries)
  for (let i = 0; i < lines; i++) if (!file.write(`${lineOf(i)}\n`)) await once(file, 'drain')
  file.end()
  await finished(file)
  const args = ['match', '--buildings', buildings, queries, '--threads', String(cpus().length), '-o', '/dev/null']
  const { stderr } = spawnSync(process.execPath, ['bin/plinth.mjs', ...args], { encoding: 'utf8' })
  const seconds = /queries in ([\d.]+) s/.exec(stderr)?.[1]
  if (!seconds) throw new Error(`plinth match failed: ${stderr}`)
  return lines / Number(seconds)
}

interface Relinked {
  readonly firstEventMs: number
  readonly doneMs: number
  readonly asked: number
  readonly announced: number
}

async function changeBuildings(db: Database): Promise<Relinked> {
  const ids = await db.query
    .selectFrom('records')
    .select('id')
    .where('dataset', '=', 'production')
    .where('kind', '=', 'project')
    .where('until', 'is', null)
    .orderBy('id')
    .execute()
  const step = Math.floor(ids.length / CHANGED)
  const version = await publishChangedBuildings(
    db,
    Array.from({ length: CHANGED }, (_, i) => ids[i * step]!.id),
  )
  const committed = performance.now()
  const events = db.query.selectFrom('events').where('type', '=', 'listing.link_changed')
  while (!(await events.select('id').limit(1).executeTakeFirst())) await sleep(20)
  const firstEventMs = performance.now() - committed
  const pass = () =>
    db.query.selectFrom('listing_passes').selectAll().where('to_version', '=', version).executeTakeFirst()
  let found = await pass()
  for (; !found?.finished_at; found = await pass()) await sleep(50)
  const { done, changed } = found
  return { firstEventMs, doneMs: performance.now() - committed, asked: done, announced: changed }
}

/** Links some listings, evenly spread, from scratch. Returns how many stored links differ: it must be none. */
async function countWrong(db: Database, total: number, checked: number): Promise<number> {
  const catalog = new Catalog({ db })
  const verified = new VerifiedAddresses(db)
  await Promise.all([catalog.refresh(), verified.sync()])
  const linker = new ListingLinker(new Links(catalog, verified))
  const step = Math.max(1, Math.floor(total / checked))
  let wrong = 0
  for (let from = 1; from <= total; from += 500 * step) {
    const ids = Array.from({ length: 500 }, (_, i) => from + i * step)
    wrong += (await relinkRows(linker, 'production', await readRows(db, ids), 'data')).filter(
      ({ isLinkChanged }) => isLinkChanged,
    ).length
  }
  return wrong
}

async function measure(folder: string, databaseUrl: string | undefined): Promise<string> {
  const total = option('listings') ?? (databaseUrl ? 1_000_000 : 100_000)
  const projects = option('projects') ?? 20_000
  const checked = option('check') ?? total
  const open = () => openDatabase({ dataDir: folder, ...(databaseUrl ? { url: databaseUrl } : {}) })
  const filling = await open()
  await fillDatabase(filling, projects)
  const catalog = new Catalog({ db: filling })
  await catalog.refresh()
  const buildings = [...matchBuildings(catalog.snapshot('production').projects)]
  log(`${count(projects)} projects, ${count(buildings.length)} buildings`)
  const lineOf = (i: number) => JSON.stringify(inventListing(buildings, i))
  const queryOf = (i: number) => {
    const { key, address, ...hints } = inventListing(buildings, i)
    return JSON.stringify({ id: key, text: address, ...hints })
  }
  const rate = await matchRate(folder, filling, queryOf, Math.min(total, MATCH_LINES))
  log(`plinth match: ${count(rate)} lines/s`)
  await filling.close()
  // As `plinth serve` does by default.
  const workers = databaseUrl ? Math.min(MAX_STREAMS, cpus().length) : 1
  const server = await startServer({ dataDir: folder, databaseUrl, workers })
  try {
    await server.ready()
    const [key] = await createKeys(server, 1)
    const memoryBefore = memoryOf(server)
    const cpuBefore = cpuOf(server)
    const loadRate = await load(server, key!, total, lineOf)
    const cpuPerListing = (1e6 * (cpuOf(server) - cpuBefore)) / total
    await sleep(5000)
    const memoryAfter = memoryOf(server)
    log(`loaded at ${count(loadRate)} listings/s; memory ${count(memoryBefore)} → ${count(memoryAfter)} MB`)
    // The embedded database belongs to the server while it runs.
    const db = databaseUrl ? await open() : undefined
    const relinked = db && (await changeBuildings(db))
    const memoryRelinked = memoryOf(server)
    const wrong = db && (await countWrong(db, total, checked))
    await db?.close()
    const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)} %`
    const rows: [string, string][] = [
      ['stored listings', count(total)],
      ['workers', count(workers)],
      ['first load through the batch endpoint', `${count(loadRate)} listings/s`],
      [`\`plinth match --threads ${cpus().length}\``, `${count(rate)} lines/s`],
      ['the load, as a share of it', percent(loadRate, rate)],
      ['processor time of the server per listing', `${cpuPerListing.toFixed(0)} µs`],
      ['memory of the server before and after the load', `${count(memoryBefore)} and ${count(memoryAfter)} MB`],
    ]
    if (relinked && wrong !== undefined)
      rows.push(
        [
          `${CHANGED} buildings changed: listings linked again`,
          `${count(relinked.asked)} (${percent(relinked.asked, total)})`,
        ],
        ['changes announced', count(relinked.announced)],
        ['publish to first event', `${(relinked.firstEventMs / 1000).toFixed(1)} s`],
        ['publish to last link', `${(relinked.doneMs / 1000).toFixed(1)} s`],
        [`wrong links among ${count(Math.min(checked, total))} linked from scratch`, count(wrong)],
        ['memory of the server after relinking', `${count(memoryRelinked)} MB`],
      )
    return ['| | |', '|---|---|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n')
  } finally {
    await server.stop()
  }
}

export async function benchListings(): Promise<void> {
  await buildIfStale()
  const isEmbedded = process.argv.includes('--embedded')
  const cluster = isEmbedded ? undefined : await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'plinth-bench-listings-'))
  try {
    const table = await measure(folder, cluster && (await createDatabase(cluster.url, 'migrated')))
    console.log(table)
    if (!process.argv.includes('--write-results')) return
    const [name, database] = cluster ? ['listings', 'PostgreSQL'] : ['listings-embedded', 'embedded database']
    const command = `npm run bench listings --${isEmbedded ? ' --embedded' : ''} --write-results`
    writeResultsSection(name, `${resultsMonth()} · two shared ARM cores · ${database} · \`${command}\`\n\n${table}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await cluster?.stop()
  }
}
