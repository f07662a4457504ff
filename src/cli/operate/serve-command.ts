// plinth serve: starts the service and stops it without failing requests.
import type { App } from '../../app/app.ts'
import { openFoundation } from '../../app/foundation.ts'
import { DEMO_SOURCE } from '../../ingest/source-names.ts'
import type { Config } from '../../kernel/config.ts'
import { VERSION } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import { createLog } from '../../kernel/log.ts'
import { firstSignal } from '../signals.ts'
import { LoadingLine } from './loading-line.ts'

export async function serveCommand(config: Config): Promise<number> {
  const log = createLog(config)
  if (process.stdout.isTTY) console.log(`Plinth ${VERSION} is starting …`)
  const line = new LoadingLine(process.stdout, log)
  // The database starts on its own thread while this one loads the rest of the code.
  const foundation = openFoundation(config, (message) => log.info(message))
  foundation.catch(() => {})
  const { startApp } = await import('../../app/app.ts')
  const app = await startApp(config, log, { foundation, onLoading: (progress) => line.show(progress) })
  console.log(welcome(app))
  await firstSignal()
  line.clear()
  console.log(`stopping: serving requests for ${config.drainMs / 1000} s more, then closing`)
  const secondSignal = firstSignal().then(() => process.exit(EXIT.failed))
  await Promise.race([app.stop(), secondSignal])
  return EXIT.ok
}

function welcome({ url, sandboxKey, services: { catalog, loading } }: App): string {
  const isDemo = catalog.snapshot('production').projects.lists('source_kinds').has(DEMO_SOURCE)
  const isLoading = loading.progress('production') !== undefined
  return `
Plinth is ready.${isDemo ? ' The data is a demonstration: real streets, invented buildings.' : ''}${isLoading ? CREATING : ''}

  open:        ${url}/
  docs:        ${url}/docs
  sandbox key: ${sandboxKey}

Try it:

  curl -s '${url}/api/v1/building-links?address=%231203%20-1480%20howe' \\
    -H 'Authorization: Bearer ${sandboxKey}'
`
}

const CREATING = `
The sandbox works now. The demonstration (real streets, invented buildings) is being created for live keys.`
