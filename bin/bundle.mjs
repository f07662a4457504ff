// Joins the build and its ES module dependencies into a few files: Node opens 60 instead of 1,700.
import { join, relative } from 'node:path'
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(/** @type {string} */ (process.argv[2]))
