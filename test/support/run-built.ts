// Lets tests import the build instead of the sources.
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const SOURCE = /^(.*\/)src\/(.+)\.tsx?$/

/** The built file of a source file of the server or of a package. */
function builtFile(file: string): string | undefined {
  const [, folder, path] = SOURCE.exec(file) ?? []
  const isOurs = folder === `${resolve('.')}/` || folder?.startsWith(`${resolve('packages')}/`)
  return isOurs ? `${folder}dist/${path}.js` : undefined
}

/** Matches what `runBuilt` resolves to. Node imports these files itself. */
export const BUILT = new RegExp(`^${resolve('.')}/(?:packages/\\w+/)?dist/`)

/**
 * For tests that start servers, which need the build anyway: Node imports it in a fifth of the time that the test runner needs
 * for the sources.
 */
export const runBuilt: Plugin = {
  name: 'run the build',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!importer) return
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    const id = resolved && builtFile(resolved.id)
    return id ? { id, external: true } : resolved
  },
}
