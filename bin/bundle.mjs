// Joins the build and its ES module dependencies into a few files: Node opens 60 instead of 1,700.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** Dependencies of many small files. Others stay apart: CommonJS, native code, or files that they read at run time. */
const BUNDLED =
  /^(?:@modelcontextprotocol|commander|hyparquet|hyparquet-writer|jose|kysely|lru-cache|marked|oidc-provider|@plinth|preact|preact-render-to-string|zod|zod-openapi)(?:\/|$)/

/**
 * A module that looks for files beside it must find them from the bundle, too.
 * @param {string} dist
 */
function ownLocation(dist) {
  return {
    name: 'own location',
    /** @param {string} code @param {string} id */
    transform(code, id) {
      // The bundler's own code has no file.
      if (!code.includes('import.meta.url') || id.startsWith('\0')) return
      const path = relative(dist, id)
      if (path.startsWith('..')) throw new Error(`${id} uses import.meta.url; remove its package from BUNDLED.`)
      return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(`../${path}`)}, import.meta.url).href`)
    },
  }
}

/**
 * Writes `dist/bundle/main.js`. The other files of dist/ stay for programs that import them, and for threads.
 * @param {string} dist
 */
async function bundle(dist) {
  const build = await rolldown({
    // Comments name modules from here: not from a folder whose name is new in each build.
    cwd: dist,
    input: { main: join(dist, 'main.js') },
    platform: 'node',
    external: (id) => !/^[./]/.test(id) && !BUNDLED.test(id),
    plugins: [ownLocation(dist)],
  })
  await build.write({ dir: join(dist, 'bundle'), format: 'esm', chunkFileNames: '[name]-[hash].js' })
  await build.close()
}

/**
 * Writes `dist/functions/`: the matcher as one script that defines `plinth` and needs nothing but ECMAScript, and its tables,
 * which it reads from `PLINTH_DATA`. Engines limit the size of code, not of data.
 * @param {string} dist
 */
async function bundleFunction(dist) {
  /** @type {Record<string, unknown>} */
  const data = {}
  const tables = {
    name: 'tables',
    load: {
      filter: { id: /\.json$/ },
      /** @param {string} id */
      handler(id) {
        const name = basename(id, '.json')
        data[name] = JSON.parse(readFileSync(id, 'utf8'))
        return { code: `export default PLINTH_DATA[${JSON.stringify(name)}]`, moduleType: /** @type {const} */ ('js') }
      },
    },
  }
  const build = await rolldown({
    cwd: dist,
    input: join(dist, 'cli', 'functions', 'match-function.js'),
    platform: 'neutral',
    plugins: [tables],
  })
  const { output } = await build.generate({ format: 'iife', name: 'plinth', minify: true })
  await build.close()
  const folder = join(dist, 'functions')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'matcher.js'), output[0].code)
  writeFileSync(join(folder, 'tables.json'), JSON.stringify(data))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = /** @type {string} */ (process.argv[2])
  await bundle(dist)
  await bundleFunction(dist)
}
