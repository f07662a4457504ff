// `npm run bench listings`: the first load of stored listings, lookups of the same addresses in batches, and relinking
// after 100 buildings changed.
//   npm run bench listings [-- --listings=50000 --projects=2000 --embedded --check=5000 --streams=2
//     --write-results]
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '../../../bin/build.mjs'
import { Catalog } from '../../../src/catalog/catalog.ts'
import { matchBuildings } from '../../../src/catalog/snapshot/snapshot-matcher.ts'
import type { Database } from '../../../src/db/database.ts'
import { openDatabase } from '../../../src/db/database.ts'
import { Links } from '../../../src/links/links.ts'
import { VerifiedAddresses } from '../../../src/links/verified-addresses.ts'
import { ListingLinker } from '../../../src/listings/link-listing.ts'
import { readRows, relinkRows } from '../../../src/listings/relink/relink-rows.ts'
import { percent, table, whole } from '../../shared/tables.ts'
import { cpuSecondsOf } from '../../target/processes.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { recordGoal } from './goals.ts'
import { buildingLines, inventListing } from './listing-lines.ts'
import { inFolder, numberOption, onDatabase, publish } from './measure.ts'
import { CHANGED, changeBuildings, changeBuildingsOffline } from './relink-changes.ts'
import { createKeys, startForBench } from './running-server.ts'
import { fillDatabase } from './scale-data.ts'

const MATCH_LINES = 200_000
/** Fewer show mostly the start of a process that has read no record yet. */
const GOAL_LISTINGS = 1_000_000
/** An account can have as many open. */
const MAX_STREAMS = 4

const log = (text: string) => console.log(`  ${text}`)
const cpuOf = (server: ServerProcess): number => cpuSecondsOf(...server.pids())

type LineOf = (i: number) => string

async function writeLines(file: string, from: number, to: number, lineOf: LineOf): Promise<void> {
  const out = createWriteStream(file)
  for (let i = from; i < to; i++) if (!out.write(`${lineOf(i)}\n`)) await once(out, 'drain')
  out.end()
  await finished(out)
}

interface Stream {
  readonly path: string
  readonly key: string
  readonly from: number
  readonly to: number
}

/** One stream per core. Lines are in files first: inventing them would cost the server its processors. Returns lines per second. */
async function sendStreams(
  server: ServerProcess,
  streams: readonly Stream[],
  lineOf: LineOf,
  folder: string,
): Promise<number> {
  const files = streams.map((_, i) => join(folder, `stream-${i}.ndjson`))
  for (const [i, { from, to }] of streams.entries()) await writeLines(files[i]!, from, to, lineOf)
  const started = performance.now()
  await Promise.all(streams.map((stream, i) => send(server, stream, files[i]!)))
  const total = streams.reduce((sum, { from, to }) => sum + to - from, 0)
  return total / ((performance.now() - started) / 1000)
}

/** `keys` in turn: an account can have one stream of lookups, and several of listings. */
function streamsOf(path: string, keys: readonly string[], total: number): Stream[] {
  const streams = numberOption('streams', Math.min(MAX_STREAMS, cpus().length))
  const part = Math.ceil(total / streams)
  return Array.from({ length: streams }, (_, i) => ({
    path,
    key: keys[i % keys.length]!,
    from: Math.min(i * part, total),
    to: Math.min((i + 1) * part, total),
  }))
}

async function send(server: ServerProcess, { path, key, from, to }: Stream, file: string): Promise<void> {
  const upload = request(`${server.url}${path}`, {
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
        if (lines % 100_000 < 50) process.stderr.write(`\r  ${whole(lines)} lines`)
      })
      response.once('error', reject)
      response.once('end', () => {
        process.stderr.write('\n')
        if (errors || response.statusCode !== 200) reject(new Error(`${response.statusCode}: ${errors.slice(0, 500)}`))
        else resolve(lines)
      })
    })
  })
  await pipeline(createReadStream(file), upload)
  const answered = await results
  if (answered !== to - from) throw new Error(`${answered} of ${to - from} lines were answered.`)
}

/** Queries per second of `plinth match` with as many threads as cores. */
async function matchRate(folder: string, db: Database, lineOf: (i: number) => string, lines: number): Promise<number> {
  const catalog = new Catalog({ db })
  await catalog.refresh()
  const [buildings, queries] = [join(folder, 'buildings.ndjson'), join(folder, 'queries.ndjson')]
  writeFileSync(buildings, [...buildingLines(catalog.snapshot('production').projects)].join('\n'))
  await writeLines(queries, 0, lines, lineOf)
  const args = ['match', '--buildings', buildings, queries, '--threads', String(cpus().length), '-o', '/dev/null']
  const { stderr } = spawnSync(process.execPath, ['bin/plinth.mjs', ...args], { encoding: 'utf8' })
  const seconds = /queries in ([\d.]+) s/.exec(stderr)?.[1]
  if (!seconds) throw new Error(`plinth match failed: ${stderr}`)
  return lines / Number(seconds)
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
  const total = numberOption('listings', databaseUrl ? 1_000_000 : 100_000)
  const projects = numberOption('projects', 20_000)
  const checked = numberOption('check', total)
  const open = () => openDatabase({ dataDir: folder, ...(databaseUrl ? { url: databaseUrl } : {}) })
  const filling = await open()
  await fillDatabase(filling, projects)
  const catalog = new Catalog({ db: filling })
  await catalog.refresh()
  const buildings = [...matchBuildings(catalog.snapshot('production').projects)]
  log(`${whole(projects)} projects, ${whole(buildings.length)} buildings`)
  const lineOf = (i: number) => JSON.stringify(inventListing(buildings, i))
  const queryOf = (i: number) => {
    const { key, address, ...hints } = inventListing(buildings, i)
    return JSON.stringify({ id: key, text: address, ...hints })
  }
  const batchLineOf = (i: number) => {
    const { key: query_id, ...query } = inventListing(buildings, i)
    return JSON.stringify({ query_id, ...query })
  }
  const lookups = Math.min(total, MATCH_LINES)
  const rate = await matchRate(folder, filling, queryOf, lookups)
  log(`plinth match: ${whole(rate)} lines/s`)
  await filling.close()
  // As `plinth serve` does by default.
  const workers = databaseUrl ? Math.min(MAX_STREAMS, cpus().length) : 1
  const start = async () => {
    const { server, ready } = await startForBench({ dataDir: folder, databaseUrl, workers })
    await ready()
    return server
  }
  let server = await start()
  try {
    const keys = await createKeys(server, 1 + MAX_STREAMS)
    const key = keys.pop()!
    const memoryBefore = server.memoryMb()
    const cpuBefore = cpuOf(server)
    const loadRate = await sendStreams(server, streamsOf('/api/v1/listings/batch', [key], total), lineOf, folder)
    const cpuPerListing = (1e6 * (cpuOf(server) - cpuBefore)) / total
    const lookupStreams = streamsOf('/api/v1/building-links/batch', keys, lookups)
    const cpuBeforeLookups = cpuOf(server)
    const lookupRate = await sendStreams(server, lookupStreams, batchLineOf, folder)
    const cpuPerLookup = (1e6 * (cpuOf(server) - cpuBeforeLookups)) / lookups
    await sleep(5000)
    const memoryAfter = server.memoryMb()
    log(`loaded at ${whole(loadRate)} listings/s; memory ${whole(memoryBefore)} → ${whole(memoryAfter)} MB`)
    // The embedded database belongs to the server, so another program changes it while the server is stopped.
    if (!databaseUrl) await server.stop()
    const db = databaseUrl ? await open() : undefined
    const relinked = db
      ? await changeBuildings(db)
      : await changeBuildingsOffline(
          open,
          async () => {
            server = await start()
            return server
          },
          key,
        )
    await db?.close()
    const memoryRelinked = databaseUrl ? server.memoryMb() : undefined
    const after = await open()
    const wrong = await countWrong(after, total, checked)
    await after.close()
    const from = databaseUrl ? 'publish' : 'start after the publish'
    const rows: [string, string][] = [
      ['stored listings', whole(total)],
      ['workers', whole(workers)],
      ['first load through the batch endpoint', `${whole(loadRate)} listings/s`],
      [`\`plinth match --threads ${cpus().length}\``, `${whole(rate)} lines/s`],
      ['the load, as a share of it', percent(loadRate, rate)],
      ['processor time of the server per listing', `${cpuPerListing.toFixed(0)} µs`],
      ['lookups in batches, then, of the same addresses', `${whole(lookupRate)} lines/s`],
      ['the lookups, as a share of `plinth match`', percent(lookupRate, rate)],
      ['processor time of the server per lookup', `${cpuPerLookup.toFixed(0)} µs`],
      ['memory of the server before and after the load', `${whole(memoryBefore)} and ${whole(memoryAfter)} MB`],
      [
        `${CHANGED} buildings changed: listings linked again`,
        `${whole(relinked.asked)} (${percent(relinked.asked, total)})`,
      ],
      ['changes announced', whole(relinked.announced)],
      [`${from} to first event`, `${(relinked.firstEventMs / 1000).toFixed(1)} s`],
      [`${from} to last link`, `${(relinked.doneMs / 1000).toFixed(1)} s`],
      [`wrong links among ${whole(Math.min(checked, total))} linked from scratch`, whole(wrong)],
    ]
    if (databaseUrl && total >= GOAL_LISTINGS) {
      recordGoal('listings-load', percent(loadRate, rate))
      recordGoal('link-batches', percent(lookupRate, rate))
    }
    if (memoryRelinked) rows.push(['memory of the server after relinking', `${whole(memoryRelinked)} MB`])
    return table(['', ''], rows)
  } finally {
    await server.stop()
  }
}

export async function benchListings(): Promise<void> {
  await buildIfStale()
  await onDatabase(async (newDatabase, database) => {
    const url = await newDatabase()
    const text = await inFolder((folder) => measure(folder, url))
    publish(url ? 'listings' : 'listings-embedded', text, database)
  })
}
