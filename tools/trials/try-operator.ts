// `npm run try:operator`: plays an operator who upgrades 0.1.0, goes back, and moves to the other database.
import '../shared/help.ts'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { resultsMonth, writeResultsSection } from '../shared/results-file.ts'
import { Build } from '../target/build.ts'
import { buildOlderVersion } from '../target/older-build.ts'
import { PostgresProcess } from '../target/postgres-process.ts'
import { Steps } from './image/steps.ts'
import type { Engine } from './operator/installation.ts'
import { buildProgram } from './operator/installation.ts'
import { play } from './operator/play.ts'
import { Totals } from './operator/totals.ts'

const USAGE = `npm run try:operator -- [options]

  --from FOLDER        A built 0.1.0. Without it, 0.1.0 is built from the history of this repository.
  --database ENGINE    embedded or postgres. Without it, both.
  --image              First run tools/trials/try-image.sh.
  --keep               Keep the folder with the data.
  --write-results      Write a section of bench/RESULTS.md.`

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    database: { type: 'string' },
    image: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    'write-results': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const ENGINES: readonly Engine[] = ['embedded', 'postgres']
const engines = ENGINES.filter((engine) => values.database === undefined || values.database === engine)

const steps = new Steps()
const totals = new Totals()

async function run(folder: string): Promise<void> {
  if (values.image)
    await steps.run('the image', async () => execFileSync('bash', ['tools/trials/try-image.sh'], { stdio: 'inherit' }))
  const olderFolder = values.from
    ? resolve(values.from)
    : await steps.run('build 0.1.0 from the history', async () => buildOlderVersion(folder, '0.1.0'))
  const [older, newer] = [new Build(olderFolder), new Build('.')].map((build) =>
    buildProgram(build.folder, build.version),
  )
  const postgres = await PostgresProcess.start(folder)
  try {
    for (const engine of engines) await play({ engine, folder, postgres, older: older!, newer: newer!, steps, totals })
  } finally {
    await postgres.stop()
  }
}

function summary(): string {
  const records = Object.entries(totals.records).map(([kind, count]) => `${count} ${kind}`)
  return `${records.join(', ')}; ${totals.values} values in ${totals.comparisons} comparisons; differences allowed by the list: ${totals.differencesAllowed}; differences found: 0`
}

function writeResults(seconds: number): void {
  const { accounts, keys, projects, events, decisions } = totals.records
  const reasons = [...totals.allowed].map(([why, count]) => `| allowed: ${why} | ${count} |`)
  writeResultsSection(
    'operator',
    `${resultsMonth()} · \`npm run try:operator -- --write-results\`\n
| ${engines.join(' and ')} | result |
|---|---|
| accounts, keys, projects, events, decisions of 0.1.0 | ${[accounts, keys, projects, events, decisions].join(', ')} |
| comparisons: each upgraded node, the downgrade, the restore onto the other engine | ${totals.comparisons} |
| values compared | ${totals.values} |
| differences | 0 |
${reasons.join('\n')}
| time on a busy machine | ${seconds} s |`,
  )
}

if (values.help || engines.length === 0) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}
const folder = mkdtempSync(join(tmpdir(), 'plinth-operator-'))
// PostgreSQL runs as another user.
chmodSync(folder, 0o755)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => {
  if (values.keep) console.log(`Kept: ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
})
const began = performance.now()
try {
  await run(folder)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${steps.done} steps passed in ${seconds} s`)
  console.log(summary())
  if (values['write-results']) writeResults(seconds)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
