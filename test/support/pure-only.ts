// Refuses what a pure test must not start. The embedded database and the server run in threads, Chromium in a process.
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'

const refuse = (name: string) => (): never => {
  throw new Error(`A pure test must not call ${name}. Import test/support/child.ts or server.ts instead.`)
}

for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const)
  Object.assign(childProcess, { [name]: refuse(name) })
Object.assign(threads, {
  Worker: class {
    constructor() {
      refuse('new Worker')()
    }
  },
})
syncBuiltinESMExports()
