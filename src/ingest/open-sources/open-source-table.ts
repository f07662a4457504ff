// The table of open data that Plinth downloads: addresses, format, usual size and how often it changes.
import { Fault } from '../../kernel/fault.ts'
import { readAsset } from '../../kernel/tables/assets.ts'
import { nearestWord } from '../../kernel/text.ts'
import { FORMATS } from '../formats/formats.ts'
import type { Mapping } from '../read/mapping.ts'
import type { SourceFacts } from '../sources/format-facts.ts'
import { factsOf } from '../sources/format-facts.ts'

export const CHANGES = { weekly: 7, monthly: 30, quarterly: 91, yearly: 365 } as const

export interface OpenSource {
  /** Also the name of the source in the catalogue. */
  readonly name: string
  readonly format: string
  readonly mapping?: Mapping
  /** What `sources.json` cannot say, because the format has files of many publishers. */
  readonly facts?: Pick<SourceFacts, 'publisher' | 'licence' | 'licence_url' | 'attribution'>
  /** Where people find the data. */
  readonly page: string
  /** Name on disk → address; null if the publisher has no single address for it. */
  readonly files: Readonly<Record<string, string | null>>
  /** Name on disk → SHA-256 in hexadecimal, for files that never change. */
  readonly sha256?: Readonly<Record<string, string>>
  /** The usual size of all files. */
  readonly bytes: number
  readonly changes: keyof typeof CHANGES
  readonly tried_on: 'real file' | 'file made in this layout'
  /** False: nobody has downloaded the files from these addresses with Plinth. */
  readonly address_tried: boolean
  readonly note?: string
}

export const OPEN_SOURCES = readAsset<readonly OpenSource[]>('open-data/open-sources.json')

export const isReadable = ({ format }: OpenSource): boolean => FORMATS.some(({ name }) => name === format)

export function requireOpenSource(name: string): OpenSource {
  const source = OPEN_SOURCES.find((one) => one.name === name)
  if (source) return source
  const names = OPEN_SOURCES.map((one) => one.name)
  const near = nearestWord(name, names)
  const advice = near === undefined ? `Use one of: ${names.join(', ')}.` : `Did you mean ${near}?`
  throw new Fault('invalid_parameter', { detail: `The table of open data has no "${name.slice(0, 40)}". ${advice}` })
}

export function factsOfSource({ format, facts }: OpenSource): SourceFacts {
  return { ...factsOf(format, false), ...facts }
}
