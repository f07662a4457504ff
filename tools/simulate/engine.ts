// The engine of a run: the embedded PostgreSQL in this process, on a copy of a folder with an older schema.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { defaultMigrationsDir } from '../../src/db/database.ts'
import { templateFile } from '../../src/db/embedded/cluster.ts'
import { unpackTemplate } from '../../src/db/embedded/template.ts'
import { readMigrations } from '../../src/db/migration-files.ts'

/** Migrations that the nodes of each run make themselves. */
const LEFT_OUT = 3
const MEMORY = '/dev/shm'

// Compiling the engine's code better takes longer than it saves in a short run.
setFlagsFromString('--wasm-lazy-validation')

/** Every change of a lease, with its holder before: two holders at one moment would be seen here. */
const LEASE_LOG = `
  create table simulated_leases (name text, was text, until timestamptz, holder text, at timestamptz);
  create function simulated_lease() returns trigger language plpgsql as $$ begin
    insert into simulated_leases values (new.name, old.holder, old.expires_at, new.holder, clock_timestamp());
    return new;
  end $$;
  create trigger simulated_lease before update on leases for each row execute function simulated_lease();`

let parts: { readonly folder: string; readonly wasm: WebAssembly.Module; readonly data: Blob } | undefined

const open = async (folder: string): Promise<PGlite> => {
  const engine = new PGlite(folder, { pgliteWasmModule: parts!.wasm, fsBundle: parts!.data } as object)
  await engine.waitReady
  return engine
}

/** A folder with the schema before the last migrations; made once for a process. */
async function prepare(): Promise<void> {
  if (parts) return
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'plinth-simulate-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const files = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const [wasm, data] = ['pglite.wasm', 'pglite.data'].map((name) => readFileSync(join(files, name)))
  parts = { folder, wasm: await WebAssembly.compile(wasm!), data: new Blob([data!]) }
  await unpackTemplate(readFileSync(templateFile('cluster')), join(folder, 'old'))
  const engine = await open(join(folder, 'old'))
  const known = await readMigrations(defaultMigrationsDir)
  await engine.exec(
    'create table schema_migrations (version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())',
  )
  for (const { version, name, sql, checksum } of known.slice(0, -LEFT_OUT)) {
    await engine.exec(sql)
    await engine.query('insert into schema_migrations values ($1, $2, $3, $4)', [
      version,
      name,
      checksum,
      '2026-01-01T00:00:00Z',
    ])
  }
  await engine.exec(LEASE_LOG)
  await engine.exec('checkpoint')
  await engine.close()
}

let runs = 0

/** A new database for one run, and what ends it. */
export async function openEngine(): Promise<{ engine: PGlite; close(): Promise<void> }> {
  await prepare()
  const folder = join(parts!.folder, `run-${runs++}`)
  cpSync(join(parts!.folder, 'old'), folder, { recursive: true })
  const engine = await open(folder)
  await engine.exec('set plan_cache_mode = force_generic_plan')
  return {
    engine,
    close: async () => {
      await engine.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
