// Deletes built and installed files that the server never reads. The image's build runs it.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Per folder, the paths to delete: types, source maps, and what only other programs or other systems use. */
const UNUSED = {
  dist: [/\.d\.[mc]?ts$/, /\.map$/],
  packages: [/\.d\.[mc]?ts$/, /\.map$/],
  node_modules: [
    /\.d\.[mc]?ts$/,
    /\.map$/,
    /\.tsbuildinfo$/,
    /\/(?:README|CHANGELOG|HISTORY|SECURITY|CONTRIBUTING)\.(?:md|markdown|txt)$/i,
    /\/(?:\.github|\.vscode|__tests__|benchmarks?)\//,
    // Node reads dist-cjs; dist-es is for bundlers.
    /\/@(?:aws-sdk|smithy)\/[^/]+\/(?:dist-es|dist-types)\//,
    // Extensions of the embedded engine, its CommonJS copies and its parts for browsers.
    /\/@electric-sql\/pglite\/dist\/(?:.*\.tar\.gz|.*\.cjs|(?:contrib|live|node-postgres|worker)\/.*)$/,
    // Fonts that no rendered image uses.
    /\/dejavu-fonts-ttf\/(?:ttf\/DejaVu(?:.*Condensed|.*ExtraLight|MathTeXGyre).*|(?:fontconfig|resources)\/.*|[^/]+\.txt)$/,
    // Libraries of systems with musl instead of glibc.
    /\/@img\/[^/]*musl[^/]*\//,
    // Sources in TypeScript and builds for browsers, next to what Node reads.
    /\/zod\/src\//,
    /\/(?:pino|fastify|find-my-way|avvio|ajv|undici)\/(?:test|docs|examples?)\//,
  ],
}

/** @param {string} folder @param {readonly RegExp[]} unused */
function trim(folder, unused) {
  let bytes = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !unused.some((pattern) => pattern.test(path))) continue
    bytes += statSync(path).size
    rmSync(path)
  }
  return bytes
}

for (const [folder, unused] of Object.entries(UNUSED))
  console.log(`${folder}: ${Math.round(trim(join(root, folder), unused) / 1e6)} MB deleted`)
