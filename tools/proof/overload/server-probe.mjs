// Loaded into a server with `node --import`: writes the parts of its memory and its longest pause to PROBE_FOLDER, and
// collects garbage when there is a file `collect`, so that only what the server keeps is measured.
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const WRITE_MS = 250
const NANOSECONDS = 1e6

if (isMainThread) {
  const folder = /** @type {string} */ (process.env.PROBE_FOLDER)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}.json`)
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  setInterval(() => {
    const pauseMs = delay.max / NANOSECONDS
    delay.reset()
    if (existsSync(join(folder, 'collect'))) collect()
    // Replaced as a whole, because the reader may come at any time.
    writeFileSync(`${file}.new`, JSON.stringify({ at: Date.now(), pauseMs, ...process.memoryUsage() }))
    renameSync(`${file}.new`, file)
  }, WRITE_MS).unref()
}
