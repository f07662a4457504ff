// The build, for code that starts threads: they cannot load TypeScript on Node 20.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

export const BUILD = resolve('dist')

export const importBuilt = <T>(module: string): Promise<T> =>
  import(pathToFileURL(join(BUILD, `${module}.js`)).href) as Promise<T>
