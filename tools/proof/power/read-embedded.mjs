// A worker thread that opens folders of the embedded database and answers a query on each.
// Plain JavaScript because Node 20 cannot load a worker written in TypeScript.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { MemoryFS, PGlite } from '@electric-sql/pglite'

/** Less memory to clear, and nothing that only other connections need. */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=1MB', '-c', 'max_connections=5']
/** What `main` returns when the database waits for statements. */
const IS_WAITING = 99
const { PGDATA } = PGlite.paths

const library = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
const lines = /** @type {string[]} */ ([])

/** @type {any} What the compiled engine exports; the library passes on a part of it. */
let functions

class Files extends MemoryFS {
  /**
   * @override
   * @param {Parameters<MemoryFS['init']>[0]} pg
   * @param {any} options
   */
  init(pg, options) {
    const instantiateWasm = (/** @type {any} */ imports, /** @type {any} */ done) =>
      options.instantiateWasm(imports, (/** @type {any} */ instance, /** @type {any} */ module) => {
        functions = instance.exports
        done(instance, module)
      })
    return super.init(pg, { ...options, instantiateWasm })
  }
}

/** Loads the engine without starting it: that is half of the time of a start. */
async function load() {
  const db = new PGlite({
    fs: new Files(),
    pgliteWasmModule: await WebAssembly.compile(readFileSync(join(library, 'pglite.wasm'))),
    fsBundle: new Blob([readFileSync(join(library, 'pglite.data'))]),
    noInitDb: true,
    onStderr: (line) => {
      if (/ERROR|FATAL|PANIC/.test(line)) lines.push(line)
      return false
    },
  })
  await db.waitReady
  return db
}

const db = await load()
const engine = /** @type {any} */ (db.Module)
const { FS } = engine
const heapEnd = () => new Uint32Array(engine.HEAPU8.buffer)[functions.emscripten_get_sbrk_ptr() >> 2]
/** The engine's memory as it was before the first start. */
const memory = engine.HEAPU8.slice(0, heapEnd())
const stack = engine.stackSave()
const streams = new Set(FS.streams)
FS.mkdirTree(PGDATA)

/** As a new process: nothing of the last state is left. */
function reset() {
  for (const stream of FS.streams) if (stream && !streams.has(stream)) FS.close(stream)
  if (FS.isMountpoint(FS.lookupPath(PGDATA, { follow_mount: false }).node)) FS.unmount(PGDATA)
  engine.HEAPU8.fill(0, memory.length, heapEnd())
  engine.HEAPU8.set(memory)
  engine.stackRestore(stack)
}

/**
 * @param {string} folder
 * @param {string} statement
 */
async function read(folder, statement) {
  reset()
  FS.mount(FS.filesystems.NODEFS, { root: folder }, PGDATA)
  engine._pgl_setPGliteActive(1)
  const result = engine.callMain([...START_PARAMS, '-D', PGDATA, 'postgres'])
  if (result !== IS_WAITING) throw new Error(`The engine ended with ${result}`)
  engine._pgl_startPGlite()
  const text = Buffer.from(`${statement}\0`)
  const head = Buffer.from('Q\0\0\0\0')
  head.writeInt32BE(text.length + 4, 1)
  const { messages } = await db.execProtocol(Buffer.concat([head, text]))
  return messages.flatMap((message) => ('fields' in message && message.name === 'dataRow' ? [message.fields] : []))
}

const parent = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
parent.on('message', async ({ folder, statement }) => {
  try {
    parent.postMessage({ rows: await read(folder, statement) })
  } catch (error) {
    parent.postMessage({ error: `${lines.at(-1) ?? ''} ${error}`.trim() })
  }
})
