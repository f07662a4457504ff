// What the benchmarks share: options, temporary folders, child processes, tables, and where results go.
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDatabase, startPostgres } from '../../../test/support/postgres.ts'
import { machine, resultsMonth, writeResultsSection } from '../../shared/results-file.ts'
import type { Release } from '../../target/older-build.ts'
import { buildOlderVersion, RELEASES } from '../../target/older-build.ts'

export const hasOption = (name: string): boolean => process.argv.includes(`--${name}`)

/** `--name=value` */
export const option = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)

export const numberOption = (name: string, standard: number): number => Number(option(name) ?? standard)

/** The releases that `--releases=FOLDER` names a folder for; those that are not there yet are built, in minutes. */
export function olderBuilds(): ReadonlyMap<Release, string> {
  const parent = option('releases')
  return new Map(parent ? RELEASES.map((release) => [release, buildOlderVersion(parent, release)]) : [])
}

/** Processor time of this process in milliseconds, which other load changes little. */
export function cpuMs<T>(run: () => T): { readonly ms: number; readonly result: T } {
  const start = process.cpuUsage()
  const result = run()
  const { user, system } = process.cpuUsage(start)
  return { ms: (user + system) / 1000, result }
}

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** On PostgreSQL, or with `--embedded` on the embedded database: then there is no URL. */
export async function onDatabase(
  work: (newDatabase: () => Promise<string | undefined>, name: string) => Promise<void>,
): Promise<void> {
  const cluster = hasOption('embedded') ? undefined : await startPostgres()
  try {
    await work(
      async () => cluster && createDatabase(cluster.url, 'migrated'),
      cluster ? 'PostgreSQL' : 'embedded database',
    )
  } finally {
    await cluster?.stop()
  }
}

/** Sends a task to another program, and returns its report. */
export function inChild<T>(program: URL, task: object, nodeArguments: readonly string[] = []): Promise<T> {
  const child = fork(fileURLToPath(program), { execArgv: ['--import', 'tsx', ...nodeArguments] })
  child.send(task)
  return new Promise((resolve, reject) => {
    child.once('message', (report) => resolve(report as T))
    child.once('exit', (code) => reject(new Error(`${program.pathname} ended with code ${code}.`)))
  })
}

/** Prints what was measured, and with `--write-results` writes a section of RESULTS.md. */
export function publish(section: string, text: string, note = ''): void {
  console.log(text)
  if (!hasOption('write-results')) return
  const options = hasOption('embedded') ? '--embedded --write-results' : '--write-results'
  const command = `\`npm run bench ${section.replace('-embedded', '')} -- ${options}\``
  const head = [resultsMonth(), machine(), command, ...(note ? [note] : [])].join(' · ')
  writeResultsSection(section, `${head}\n\n${text}`)
}
