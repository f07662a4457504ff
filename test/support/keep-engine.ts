// Keeps the embedded engine compiled in its process: but for the first, every boot there takes half the time.
import { readFile } from 'node:fs/promises'

interface Global {
  /** Of Node, though its types leave it to browsers. */
  readonly WebAssembly: { compile(code: Uint8Array): Promise<unknown> }
  keptEngine?: unknown
}

const here = globalThis as unknown as Global
here.keptEngine ??= await here.WebAssembly.compile(await readFile('node_modules/@electric-sql/pglite/dist/pglite.wasm'))
