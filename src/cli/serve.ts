// plinth serve: starts the service, says where to look, and stops it without failing a request.
import { startApp } from '../app.ts'
import type { Config } from '../kernel/config.ts'
import { EXIT } from '../kernel/fault.ts'
import { createLog } from '../kernel/log.ts'

export async function serveCommand(config: Config): Promise<number> {
  const log = createLog(config)
  const app = await startApp(config, log, { say: (line) => console.log(line) })
  console.log(welcome(app.url, app.sandboxKey))
  await firstSignal()
  console.log(`stopping: answering for ${config.drainMs / 1000} s more, then closing`)
  // A second signal means now.
  const impatient = firstSignal().then(() => process.exit(EXIT.failed))
  await Promise.race([app.stop(), impatient])
  return EXIT.ok
}

function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}

function welcome(url: string, sandboxKey: string): string {
  return `
Plinth is ready. The data is a demonstration: real streets, invented buildings.

  docs:        ${url}/docs
  sandbox key: ${sandboxKey}

Try it:

  curl -s '${url}/api/v1/building-links?address=%231203%20-1480%20howe' \\
    -H 'Authorization: Bearer ${sandboxKey}'
`
}
