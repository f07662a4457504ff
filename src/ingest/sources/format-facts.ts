// What each format says about its source: publisher, licence, attribution and trust.
import { readAsset } from '../../kernel/tables/assets.ts'

export interface SourceFacts {
  /** Null: the operator's own data, called by the source's name. */
  readonly title: string | null
  readonly publisher: string | null
  /** Null: the operator's own data. */
  readonly licence: string | null
  readonly licence_url: string | null
  /** The statement that must be shown with the data. */
  readonly attribution: string | null
  /** Whoever publishes the data, or a database made from it, must do so under the same licence. */
  readonly share_alike: boolean
  /** When sources disagree, the lowest number wins; equal numbers by name. */
  readonly trust: number
  /** False: the source only adds to buildings that other sources have. */
  readonly creates_projects: boolean
}

interface FormatFacts extends SourceFacts {
  /**
   * The licence differs from file to file. Required: an operator must state it before the first import. Expected: the
   * import reminds the operator, whose own data it may be.
   */
  readonly licenceStated: 'required' | 'expected' | null
}

interface SourceTable {
  /** The operator's own data. The other rows have what differs. */
  readonly own: FormatFacts
  readonly formats: Readonly<Record<string, Partial<FormatFacts>>>
  /** Lists that ship with Plinth, in no format that can be imported. */
  readonly shipped: Readonly<Record<string, Partial<FormatFacts>>>
  /** Sources that Plinth generates. They have no row in the registry. */
  readonly generated: Readonly<Record<string, Partial<FormatFacts>>>
}

const TABLE = readAsset<SourceTable>('open-data/sources.json')

export const FORMATS_WITH_FACTS: readonly string[] = Object.keys(TABLE.formats)

/** The facts of a format. A share-alike GeoJSON file is an extract of OpenStreetMap. */
export function factsOf(format: string, isShareAlike: boolean): FormatFacts {
  const name = format === 'geojson' && isShareAlike ? 'overpass' : format
  return { ...TABLE.own, ...TABLE.shipped[name], ...TABLE.formats[name] }
}

/** Sources that need no row in the registry: those that Plinth generates, and the register in every sandbox. */
export const DEFAULT_FACTS: Readonly<Record<string, SourceFacts>> = Object.fromEntries(
  Object.entries({ ...TABLE.generated, toronto: TABLE.formats.toronto }).map(([name, facts]) => [
    name,
    { ...TABLE.own, ...facts },
  ]),
)
