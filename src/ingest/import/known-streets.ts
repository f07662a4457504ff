// The lists of real streets that rows of an import are compared with.
import type { StreetLexicon } from '@plinth/matcher'
import { readInstalledStreets } from '../../catalog/installed-streets.ts'
import type { InstalledStreets } from '../../catalog/snapshot/street-files.ts'
import { loadStreets } from '../../catalog/snapshot/street-files.ts'
import type { Database } from '../../db/database.ts'

/** Lists of the whole country take seconds to read. */
const installed = new WeakMap<Database, InstalledStreets>()

/** A city's own list replaces the imported one. */
export async function knownStreets(db: Database, folder: string | undefined): Promise<StreetLexicon> {
  const imported = await readInstalledStreets(db.query, installed.get(db))
  if (!imported) return loadStreets(folder)
  installed.set(db, imported)
  return [...imported.lexicon, ...loadStreets(folder)]
}
