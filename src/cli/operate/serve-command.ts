// plinth serve: starts the service and stops it without failing requests.
import { startApp } from '../../app/app.ts'
import { DEMO_SOURCE } from '../../ingest/source-names.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import { createLog } from '../../kernel/log.ts'
import { firstSignal } from '../signals.ts'

export async function serveCommand(config: Config): Promise<number> {
  const log = createLog(config)
  const app = await startApp(config, log, { report: (line) => console.log(line) })
  const { records } = app.services.catalog.snapshot('production').projects
  const isDemo = records.some(({ sources }) => sources.some(({ kind }) => kind === DEMO_SOURCE))
  console.log(welcome(app.url, app.sandboxKey, isDemo))
  await firstSignal()
  console.log(`stopping: serving requests for ${config.drainMs / 1000} s more, then closing`)
  const secondSignal = firstSignal().then(() => process.exit(EXIT.failed))
  await Promise.race([app.stop(), secondSignal])
  return EXIT.ok
}

function welcome(url: string, sandboxKey: string, isDemo: boolean): string {
  return `
Plinth is ready.${isDemo ? ' The data is a demonstration: real streets, invented buildings.' : ''}

  open:        ${url}/
  docs:        ${url}/docs
  sandbox key: ${sandboxKey}

Try it:

  curl -s '${url}/api/v1/building-links?address=%231203%20-1480%20howe' \\
    -H 'Authorization: Bearer ${sandboxKey}'
`
}
