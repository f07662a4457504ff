// Registers the source of an import, and refuses data whose licence is not settled.
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Definition } from '../read/openaddresses-definition.ts'
import { layerOf } from '../read/openaddresses-definition.ts'
import { FileRefused } from '../record/draft.ts'
import type { SourceFacts } from './format-facts.ts'
import { factsOf } from './format-facts.ts'
import type { Source } from './source-registry.ts'
import { newSource, readSource, writeSource } from './source-registry.ts'

/**
 * Called when the format of a file is known, before its rows are read. Values that an operator set stay; unknown ones are
 * filled from the format.
 */
export async function registerSource(
  db: Database,
  name: string,
  format: string,
  definition?: Definition,
): Promise<Source> {
  await registerEarlierSources(db)
  return db.tx(async (tx) => {
    const known = (await readSource(tx, name)) ?? newSource(name)
    const stated = definition ? licenceOf(definition) : {}
    const facts = { ...factsOf(format, known.share_alike), ...stated }
    if (facts.share_alike && known.share_alike_allowed_at === null)
      throw new FileRefused(shareAlikeProblem(name, facts.licence))
    if (facts.share_alike && known.licence !== null && known.licence !== facts.licence)
      throw new FileRefused(
        `source "${name}" has the licence "${known.licence}", but this file is under the ${facts.licence}. Import it under another source name.`,
      )
    const source = withFacts(known, format, stated)
    if (source.licence === null && (facts.licenceStated === 'required' || source.share_alike))
      throw new FileRefused(
        `the licence of this file is not known. State it first: plinth sources set ${name} --licence "…" --attribution "…"`,
      )
    await writeSource(tx, source)
    return source
  })
}

/** A remark about an import whose licence nobody stated. Null: nothing is missing. */
export function licenceRemark({ name, licence }: Source, format: string): string | null {
  if (licence !== null || factsOf(format, false).licenceStated !== 'expected') return null
  return `no licence is stated for this data. If it has one (see its LICENSES.txt): plinth sources set ${name} --licence "…" --attribution "…"`
}

/** Why data from OpenStreetMap cannot be imported into this source. */
export function shareAlikeProblem(name: string, licence = factsOf('overpass', true).licence): string {
  return (
    `the data is share-alike (${licence}): the dataset and its exports would have to carry this licence. ` +
    `If you want that, allow it by name: plinth sources allow ${name} --share-alike`
  )
}

type Licence = Partial<Pick<SourceFacts, 'licence' | 'licence_url' | 'attribution' | 'share_alike'>>

/** OpenAddresses states it as a text, an address, or both. */
function licenceOf(definition: Definition): Licence {
  const { license } = layerOf(definition)
  if (license === undefined) return {}
  const stated = typeof license === 'string' ? { text: license } : license
  const url = /^https?:\/\//.test(stated.url ?? '') ? stated.url! : null
  return {
    licence: stated.text || url,
    licence_url: url,
    attribution: stated['attribution name'] ?? null,
    share_alike: stated['share-alike'] ?? false,
  }
}

function withFacts(known: Source, format: string, stated: Licence = {}): Source {
  const facts = { ...factsOf(format, known.share_alike), ...stated }
  const { trust, creates_projects } = known.title === null ? facts : known
  return {
    ...known,
    // A source that is called by its name has no title of its own.
    title: (known.title === known.name ? null : known.title) ?? facts.title ?? known.name,
    publisher: known.publisher ?? facts.publisher,
    licence: known.licence ?? facts.licence,
    licence_url: known.licence_url ?? (known.licence === null ? facts.licence_url : null),
    attribution: known.attribution ?? (known.licence === null ? facts.attribution : null),
    share_alike: known.share_alike || facts.share_alike,
    trust,
    creates_projects,
  }
}

/**
 * Registers sources that were imported before the registry existed. Their data is published, so it must carry its
 * licence even if a further import is refused.
 */
export async function registerEarlierSources(db: Database): Promise<void> {
  const { rows } = await sql<{ source: string; format: string }>`
    select distinct on (r.source) r.source, r.format from import_runs r
    where r.format is not null and r.outcome in ('published', 'unchanged')
      and not exists (select 1 from sources s where s.name = r.source and s.title is not null)
    order by r.source, r.started_at desc`.execute(db.query)
  if (rows.length === 0) return
  await db.tx(async (tx) => {
    for (const { source, format } of rows)
      await writeSource(tx, withFacts((await readSource(tx, source)) ?? newSource(source), format))
  })
}
