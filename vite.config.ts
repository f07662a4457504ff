// Builds the portal: browser code in portal/ → dist/portal, every file but the page itself named by its content.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import { baseMap } from './portal/map/base-map.plugin.ts'

/** The style sheet of the pages that the server draws itself: the portal's own colours and elements, in one file. */
function serverPages(): Plugin {
  const parts = ['tokens', 'base', 'parts', 'server-pages'].map((name) => `portal/styles/${name}.css`)
  return {
    name: 'server-pages',
    generateBundle() {
      const source = parts.map((part) => readFileSync(part, 'utf8')).join('\n')
      this.emitFile({ type: 'asset', fileName: 'pages.css', source })
    },
  }
}

export default defineConfig({
  root: 'portal',
  base: '/portal/',
  plugins: [baseMap(), serverPages()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/portal',
    emptyOutDir: true,
    assetsDir: '',
    // Nothing inlined: the pages' policy allows files of ours and nothing else.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    // Making the base of the map takes most of the build, and is meant to.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
})
