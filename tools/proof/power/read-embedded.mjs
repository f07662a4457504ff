// A worker thread that opens folders of the embedded database and answers a query on each.
// Plain JavaScript because Node 20 cannot load a worker written in TypeScript.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

const library = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
// Compiled once for all folders.
const wasmModule = await WebAssembly.compile(readFileSync(join(library, 'pglite.wasm')))
const fsBundle = new Blob([readFileSync(join(library, 'pglite.data'))])

const parent = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
parent.on('message', async ({ folder, statements }) => {
  const lines = /** @type {string[]} */ ([])
  const onStderr = (/** @type {string} */ line) => {
    if (/ERROR|FATAL|PANIC/.test(line)) lines.push(line)
    return false
  }
  try {
    const db = new PGlite({ fs: new NodeFS(folder), pgliteWasmModule: wasmModule, fsBundle, onStderr })
    await db.waitReady
    const results = await db.exec(statements, { rowMode: 'array' })
    await db.close()
    parent.postMessage({ rows: results.at(-1)?.rows ?? [] })
  } catch (error) {
    parent.postMessage({ error: `${lines.at(-1) ?? ''} ${error}`.trim() })
  }
})
