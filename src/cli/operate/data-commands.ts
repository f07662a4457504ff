// plinth refresh, plinth rollback, plinth demo: through the running server when there is one.

import { AT_THE_MACHINE } from '../../events/audit-log.ts'
import type { RefreshRun } from '../../ingest/import/refresh.ts'
import type { PublishReport } from '../../ingest/publish/report.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import type { Printing } from '../printing.ts'
import { print } from '../printing.ts'
import { followWork, onData } from './on-data.ts'

const OPERATOR = '/api/v1/operator'

export async function refreshCommand(config: Config, options: Printing = {}): Promise<number> {
  const failures: string[] = []
  const run = await onData<RefreshRun | null>(config, {
    server: async (server) => followWork(await server.ask('POST', `${OPERATOR}/refresh`, {}), () => {}),
    here: (upkeep) => upkeep.refresh((source, error) => failures.push(`${source}: ${error.message}`)),
  })
  for (const failure of failures) console.error(failure)
  const bad = run?.sources.some(({ outcome }) => outcome === 'refused' || outcome === 'failed') ?? false
  print(options, { run }, ...refreshLines(run), ...(bad ? ['Why is in: plinth sources runs --json'] : []))
  return bad ? EXIT.failed : EXIT.ok
}

function refreshLines(run: RefreshRun | null): string[] {
  if (run === null) return ['another process is refreshing; nothing to do here']
  if (run.sources.length === 0) return ['there is no source in use; see: plinth sources add --help']
  const words = { unchanged: 'nothing changed', refused: 'REFUSED', failed: 'FAILED' }
  return run.sources.map(
    ({ source, version, outcome }) =>
      `${source}: ${outcome === 'published' ? `published as ${version}` : words[outcome]}`,
  )
}

export async function rollbackCommand(
  config: Config,
  version: string,
  options: Printing & { readonly reason?: string } = {},
): Promise<number> {
  const { reason } = options
  const report = await onData<PublishReport>(config, {
    server: async (server) =>
      followWork(await server.ask('POST', `${OPERATOR}/rollback`, { version, reason }), () => {}),
    here: (upkeep) => upkeep.rollback(version, AT_THE_MACHINE, reason),
  })
  const { created, changed, removed } = report.records.project
  const line = report.published
    ? `${version} is in force again as ${report.version}: ${created} projects back, ${changed} changed, ${removed} gone`
    : `nothing to do: ${report.version} says the same as ${version}`
  print(options, report, line)
  return EXIT.ok
}

export async function demoCommand(config: Config, options: Printing = {}): Promise<number> {
  const lines: string[] = []
  const say = (line: string) => (options.json ? lines.push(line) : console.log(line))
  await onData(config, {
    server: async (server) => {
      await followWork(await server.ask('POST', `${OPERATOR}/demo`, {}), (told) => {
        const { line } = (told ?? {}) as { line?: string }
        if (line !== undefined) say(line)
      })
    },
    here: (upkeep) => upkeep.demo(say),
  })
  print(options, { done: true, lines })
  return EXIT.ok
}
