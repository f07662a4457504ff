// Notices files of the embedded database that were lost or cut short while it was stopped.
//
// PostgreSQL has a checksum for every page, but takes a shorter file for a table with fewer rows. A clean stop therefore
// records the sizes. They belong to the state in pg_control, which changes with every start: after a crash, or when
// another version used the database meanwhile, they do not apply.
import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Stop } from '../../kernel/fault.ts'

interface Recorded {
  readonly control: string
  readonly sizes: Readonly<Record<string, number>>
}

const FOLDERS = ['base', 'global', 'pg_xact', 'pg_multixact']
/** PostgreSQL creates this cache again. */
const CACHE = /pg_internal\.init/
const FILE = 'file-sizes.json'

export async function recordFileSizes(folder: string): Promise<void> {
  const cluster = join(folder, 'cluster')
  const sizes: Record<string, number> = {}
  for (const part of FOLDERS)
    for (const entry of await readdir(join(cluster, part), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || CACHE.test(entry.name)) continue
      const path = join(entry.parentPath, entry.name)
      sizes[path.slice(cluster.length + 1)] = (await stat(path)).size
    }
  const recorded: Recorded = { control: await controlHash(cluster), sizes }
  await writeFile(join(folder, FILE), JSON.stringify(recorded), { mode: 0o600 })
}

export async function checkFileSizes(folder: string): Promise<void> {
  const cluster = join(folder, 'cluster')
  const recorded = await readRecorded(join(folder, FILE))
  if (!recorded || recorded.control !== (await controlHash(cluster).catch(() => ''))) return
  for (const [name, size] of Object.entries(recorded.sizes)) {
    const found = await stat(join(cluster, name)).then(
      (file) => file.size,
      () => undefined,
    )
    if (found === size) continue
    throw new Stop(
      'failed',
      `The embedded database is damaged: ${join(cluster, name)} ${found === undefined ? 'is missing' : `has ${found} bytes`}; it had ${size} bytes when the database was stopped.`,
      'Put back the file, or restore a backup into a new DATA_DIR.',
    )
  }
}

async function readRecorded(file: string): Promise<Recorded | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

async function controlHash(cluster: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(join(cluster, 'global', 'pg_control')))
    .digest('hex')
}
