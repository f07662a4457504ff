// plinth refresh, plinth rollback and plinth demo
import { LOCAL_OPERATOR } from '../../events/audit-log.ts'
import type { RefreshRun } from '../../ingest/import/refresh.ts'
import type { PublishReport } from '../../ingest/publish/report.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import type { OutputOptions } from '../terminal/output.ts'
import { print } from '../terminal/output.ts'
import { followProgress, runDataOperation } from './run-data-operation.ts'

const OPERATOR = '/api/v1/operator'

export async function refreshCommand(config: Config, options: OutputOptions = {}): Promise<number> {
  const failures: string[] = []
  const run = await runDataOperation<RefreshRun | null>(config, {
    server: async (server) => followProgress(await server.request('POST', `${OPERATOR}/refresh`, {}), () => {}),
    local: (operations) => operations.refresh((source, error) => failures.push(`${source}: ${error.message}`)),
  })
  for (const failure of failures) console.error(failure)
  const failed = run?.sources.some(({ outcome }) => outcome === 'refused' || outcome === 'failed') ?? false
  print(options, { run }, ...refreshLines(run), ...(failed ? ['For details, run: plinth sources runs --json'] : []))
  return failed ? EXIT.failed : EXIT.ok
}

function refreshLines(run: RefreshRun | null): string[] {
  if (run === null) return ['Another process is refreshing the data. Nothing to do.']
  if (run.sources.length === 0) return ['No sources are enabled. To add one, see: plinth sources add --help']
  const labels = { unchanged: 'no changes', refused: 'REFUSED', failed: 'FAILED' }
  return run.sources.map(
    ({ source, version, outcome }) =>
      `${source}: ${outcome === 'published' ? `published as ${version}` : labels[outcome]}`,
  )
}

export async function rollbackCommand(
  config: Config,
  version: string,
  options: OutputOptions & { readonly reason?: string } = {},
): Promise<number> {
  const { reason } = options
  const report = await runDataOperation<PublishReport>(config, {
    server: async (server) =>
      followProgress(await server.request('POST', `${OPERATOR}/rollback`, { version, reason }), () => {}),
    local: (operations) => operations.rollback(version, LOCAL_OPERATOR, reason),
  })
  const { created, changed, removed } = report.records.project
  const line = report.published
    ? `${version} is published again as ${report.version}: ${created} projects restored, ${changed} changed, ${removed} removed`
    : `Nothing to do: ${report.version} has the same data as ${version}.`
  print(options, report, line)
  return EXIT.ok
}

export async function demoCommand(config: Config, options: OutputOptions = {}): Promise<number> {
  const lines: string[] = []
  const report = (line: string) => (options.json ? lines.push(line) : console.log(line))
  await runDataOperation(config, {
    server: async (server) => {
      await followProgress(await server.request('POST', `${OPERATOR}/demo`, {}), (progress) => {
        const { line } = (progress ?? {}) as { line?: string }
        if (line !== undefined) report(line)
      })
    },
    local: (operations) => operations.loadDemo(report),
  })
  print(options, { done: true, lines })
  return EXIT.ok
}
