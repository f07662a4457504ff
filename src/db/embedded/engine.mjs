// The worker thread of the embedded engine: PostgreSQL in WebAssembly behind a unix socket.
// Plain JavaScript because Node 20 cannot load a worker written in TypeScript.
import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { serveSocket } from './engine-socket.mjs'
import { SyncedFiles } from './synced-files.mjs'

/** @typedef {{ task: 'create' | 'serve', cluster: string, socket: string, syncs: Int32Array }} EngineTask */
/** @typedef {{ kind: 'ready' } | { kind: 'log', line: string } | { kind: 'failed', message: string }} EngineNews */

// The engine's code is from our own package: checking all of it before the start takes 50 ms.
setFlagsFromString('--wasm-lazy-validation')
// V8 optimizes a function after so many bytes of executed loops. With its default, a start optimizes the parser and other
// huge functions after a few statements, which takes 0.6 s of processor time and leaves 50 MB of unused memory.
setFlagsFromString('--wasm-tiering-budget=500000000')

/** The engine throws this status to return to its main loop after an ordinary SQL error. */
const ORDINARY_ERROR = 100

/** The library's defaults without `-F`, which turns fsync off. */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...[
    'fsync=on',
    'synchronous_commit=on',
    'full_page_writes=on',
    // The default, fdatasync, has no effect on our files.
    'wal_sync_method=fsync',
    // All of it is in use from the start, and the system's cache of files is behind it.
    'shared_buffers=8MB',
  ].flatMap((setting) => ['-c', setting]),
]

const parent = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
const tell = (/** @type {EngineNews} */ news) => parent.postMessage(news)

/** @param {string} line */
function onStderr(line) {
  if (/FATAL|PANIC|not properly shut down/.test(line)) tell({ kind: 'log', line })
  return false
}

/** @param {EngineTask} task */
async function boot(task) {
  const db = new PGlite({
    fs: new SyncedFiles(task.cluster, task.syncs),
    startParams: START_PARAMS,
    // Small WAL segments keep a new folder and its template small.
    initDbStartParams: ['--wal-segsize=1'],
    onStderr,
  })
  await db.waitReady
  dieOnPanic(db)
  return db
}

/**
 * The library ignores every exception of the engine, even a panic, and would continue with a broken heap. A crashed engine
 * must be reported.
 * @param {PGlite} db
 */
function dieOnPanic(db) {
  const module = /** @type {{ _PostgresMainLoopOnce: () => void }} */ (/** @type {unknown} */ (db.Module))
  const loopOnce = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      loopOnce()
    } catch (error) {
      if (/** @type {{ status?: number }} */ (error).status === ORDINARY_ERROR) throw error
      tell({ kind: 'failed', message: String(error) })
      process.exit(1)
    }
  }
}

/** @param {EngineTask} task */
async function serve(task) {
  const db = await boot(task)
  await rm(task.socket, { force: true })
  const server = await serveSocket(db, task.socket)
  await chmod(task.socket, 0o600)
  parent.once('message', async () => {
    await server.stop()
    await db.exec('checkpoint')
    await db.close()
    parent.close()
  })
  tell({ kind: 'ready' })
}

/** Template databases that we do not need; they are two thirds of the files. */
const SPARE_DATABASES = ['template0', 'template1']

/** @param {EngineTask} task */
async function create(task) {
  const db = await boot(task)
  for (const name of SPARE_DATABASES) {
    await db.exec(`alter database ${name} is_template false`)
    await db.exec(`drop database ${name}`)
  }
  await db.exec('checkpoint')
  await db.close()
  tell({ kind: 'ready' })
}

try {
  const [task] = await once(parent, 'message')
  await (task.task === 'serve' ? serve(task) : create(task))
} catch (error) {
  tell({ kind: 'failed', message: String(error) })
  process.exit(1)
}
