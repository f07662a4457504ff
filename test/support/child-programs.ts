// Compiles the programs that tests start and kill, once per run.
import { symlinkSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const PROGRAMS = [
  'access/email-crash-child',
  'feeds/crash-child',
  'ingest/crash-child',
  'ingest/import-crash-child',
  'ingest/install-crash-child',
  'links/crash-child',
  'links/rekey-child',
  'listings/relink-child',
  'support/database-process',
  'webhooks/crash-child',
  'webhooks/ssrf-child',
] as const
export type ChildProgram = (typeof PROGRAMS)[number]

const SOURCES = resolve('src')

/** Resolves imports of src/ to the build. */
function resolveImport(name: string, importer: string | undefined): { id: string; external: 'absolute' } | undefined {
  if (!importer || !name.startsWith('.')) return
  const source = relative(SOURCES, resolve(dirname(importer), name))
  if (source.startsWith('..')) return
  return { id: resolve('dist', source.replace(/\.ts$/, '.js')), external: 'absolute' }
}

export async function compilePrograms(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(PROGRAMS.map((name) => [name, join('test', `${name}.ts`)])),
    platform: 'node',
    external: /^[^./]/,
    plugins: [{ name: 'on the build', resolveId: resolveImport }],
  })
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  await bundle.close()
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
}
