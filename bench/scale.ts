// `npm run bench scale`: start, memory, queries and a small publish at growing sizes.
//   npm run bench scale [-- --sizes=1000,10000 --embedded --write-results]
import { fork } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../src/db/database.ts'
import { createDatabase, startPostgres } from '../test/support/postgres.ts'
import { recordGoal } from './goals.ts'
import { resultsMonth, writeResultsSection } from './results-file.ts'
import { fillDatabase } from './scale-data.ts'
import type { NodeReport, NodeTask } from './scale-node.ts'

const SIZES = [1000, 10_000, 20_000, 100_000]

interface Measured {
  readonly projects: number
  readonly fileMb: number
  readonly build: NodeReport
  readonly open: NodeReport
}

function runNode(task: NodeTask): Promise<NodeReport> {
  const child = fork(fileURLToPath(new URL('./scale-node.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx', '--expose-gc', '--max-old-space-size=4096'],
  })
  child.send(task)
  return new Promise((resolve, reject) => {
    child.once('message', (report) => resolve(report as NodeReport))
    child.once('exit', (code) => reject(new Error(`The node exited with code ${code}.`)))
  })
}

async function measureSize(projects: number, url: string | undefined): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-scale-'))
  const folder = join(dataDir, 'snapshots')
  try {
    const db = await openDatabase({ url, dataDir })
    const started = performance.now()
    await fillDatabase(db, projects)
    await db.close()
    console.log(`  ${projects} projects written in ${((performance.now() - started) / 1000).toFixed(0)} s`)
    const build = await runNode({ url, dataDir, folder, isBuild: true })
    const [file] = readdirSync(folder).filter((name) => name.endsWith('.snapshot'))
    const fileMb = statSync(join(folder, file!)).size / 2 ** 20
    return { projects, fileMb, build, open: await runNode({ url, dataDir, folder, isBuild: false }) }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const ROWS: readonly (readonly [name: string, unit: string, read: (measured: Measured) => number])[] = [
  ['ready from the file', 'ms', ({ open }) => open.readyMs],
  ['ready from the file, processor time', 'ms', ({ open }) => open.readyCpuMs],
  ['build of the file', 'ms', ({ build }) => build.readyMs],
  ['file', 'MB', ({ fileMb }) => fileMb],
  ['memory when ready', 'MB', ({ open }) => open.memory[1]],
  ['memory after the queries', 'MB', ({ open }) => open.memory[2]],
  ['page of 50', 'µs', ({ open }) => open.pageUs],
  ['facets', 'µs', ({ open }) => open.facetUs],
  ['link', 'µs', ({ open }) => open.linkUs],
  ['100 changes, from commit to visible', 'ms', ({ open }) => open.publishMs],
  ['the same, processor time', 'ms', ({ open }) => open.publishCpuMs],
]

function tableOf(all: readonly Measured[]): string {
  const smallest = all[0]!
  const cell = (value: number, base: number, isFirst: boolean) =>
    `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')}${isFirst ? '' : ` (× ${(value / base).toFixed(1)})`}`
  const lines = ROWS.map(([name, unit, read]) => {
    const cells = all.map((measured, i) => cell(read(measured), read(smallest), i === 0))
    return `| ${name}, ${unit} | ${cells.join(' | ')} |`
  })
  const head = all.map(({ projects }) => `${projects.toLocaleString('en')} projects`)
  return [`| | ${head.join(' | ')} |`, `|---|${'---|'.repeat(all.length)}`, ...lines].join('\n')
}

function recordGoals({ projects, open }: Measured): void {
  if (projects < 20_000) return
  recordGoal(`ready-${projects}`, `${(open.readyMs / 1000).toFixed(1)} s`)
  recordGoal(`memory-${projects}`, `${open.memory[1]} MB ready, ${open.memory[2]} MB after queries`)
  if (projects === 100_000) recordGoal('publish-100000', `${(open.publishMs / 1000).toFixed(1)} s`)
}

export async function benchScale(): Promise<void> {
  const option = process.argv.find((argument) => argument.startsWith('--sizes='))?.slice('--sizes='.length)
  const sizes = option ? option.split(',').map(Number) : SIZES
  const cluster = process.argv.includes('--embedded') ? undefined : await startPostgres()
  try {
    const all: Measured[] = []
    for (const size of sizes)
      all.push(await measureSize(size, cluster && (await createDatabase(cluster.url, 'migrated'))))
    const table = tableOf(all)
    console.log(table)
    const database = cluster ? 'PostgreSQL' : 'embedded database'
    if (!process.argv.includes('--write-results')) return
    writeResultsSection(
      'scale',
      `${resultsMonth()} · two shared ARM cores · ${database} · \`npm run bench scale -- --write-results\`\n\n${table}`,
    )
    for (const measured of all) recordGoals(measured)
  } finally {
    await cluster?.stop()
  }
}
