// Module hooks of the attacked server: its modules instead of the bundle, and marks in those that are watched.
import { markBranches } from './branches.mjs'

const folders = (process.env.COVERAGE_FOLDERS ?? '').split(',')

/** @type {import('node:module').ResolveHook} */
export const resolve = (name, context, next) => next(name.replace('dist/bundle/main.js', 'dist/main.js'), context)

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  const module = await next(url, context)
  if (module.format !== 'module' || !folders.some((folder) => url.startsWith(folder))) return module
  return { ...module, source: markBranches(String(module.source)).marked }
}
