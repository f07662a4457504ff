// Builds the portal: browser code in portal/ → dist/portal, every file but the page itself named by its content.
import { defineConfig } from 'vite'
import { baseMap } from './portal/map/base-map.plugin.ts'

export default defineConfig({
  root: 'portal',
  base: '/portal/',
  plugins: [baseMap()],
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
