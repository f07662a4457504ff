// Builds the portal from portal/ into dist/portal with content-hashed file names.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import { levelLabels } from './portal/evidence/level-labels.plugin.ts'
import { baseMap } from './portal/map/base/base-map.plugin.ts'

/** Emits the style sheet for server-rendered pages: the portal's shared styles in one file. */
function serverPages(): Plugin {
  const parts = ['fonts', 'tokens', 'base', 'parts', 'server-pages', 'docs-pages'].map(
    (name) => `portal/styles/${name}.css`,
  )
  return {
    name: 'server-pages',
    generateBundle(_, bundle) {
      // The portal's font files have hashed names.
      const files = Object.values(bundle)
      const urlOf = (font: string) => {
        const file = files.find((each) => each.type === 'asset' && each.names.includes(basename(font)))
        if (!file) throw new Error(`The build has no font file ${font}. Import portal/styles/fonts.css.`)
        return `/portal/${file.fileName}`
      }
      const source = parts
        .map((part) => readFileSync(part, 'utf8'))
        .join('\n')
        .replace(/url\("(@[^"]+)"\)/g, (_match, font: string) => `url("${urlOf(font)}")`)
      this.emitFile({ type: 'asset', fileName: 'pages.css', source })
    },
  }
}

const MIN_BROTLI_BYTES = 4096
/** The best quality takes three times as long, for a fiftieth less. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 10 }

/** Compresses the larger files beside them, because it takes too long for a server that starts. */
function brotliFiles(): Plugin {
  const compress = promisify(brotliCompress)
  return {
    name: 'brotli-files',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(m?js|css|json)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const source = readFileSync(join(dir, name))
          if (source.length < MIN_BROTLI_BYTES) return
          writeFileSync(join(dir, `${name}.br`), await compress(source, { params: BROTLI }))
        }),
      )
    },
  }
}

// A build that a test starts inherits its NODE_ENV, and would contain the paths of the source files.
process.env.NODE_ENV = 'production'

export default defineConfig({
  root: 'portal',
  base: '/portal/',
  // The client from its source.
  resolve: { tsconfigPaths: true },
  plugins: [baseMap(), levelLabels(), serverPages(), brotliFiles()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/portal',
    emptyOutDir: true,
    assetsDir: '',
    // The content security policy forbids inlined assets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    // Building the base map takes most of the time; don't warn about it.
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: {
        index: 'portal/index.html',
        'docs-pages': 'portal/server-pages/docs-pages.ts',
        'sign-in-pages': 'portal/server-pages/sign-in-pages.ts',
      },
      output: {
        // Small parts of most pages in one file: the headers of a file take as much as one of them.
        codeSplitting: {
          groups: [
            {
              name: 'common',
              test: /portal\/(language\/format|parts\/(badge|choice|copy|loading-notice|notice)|api\/(curl|plans)|suggest)\b/,
            },
          ],
        },
      },
    },
  },
})
