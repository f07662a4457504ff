// Loads the lists of real streets: those that ship with the product, and the operator's own.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StreetLexicon, StreetList } from '@plinth/matcher'
import { createStreetLexicon, parseStreetList } from '@plinth/matcher'

const SHIPPED = fileURLToPath(new URL('../../../assets/streets/', import.meta.url))

interface LoadedStreets {
  readonly lexicon: StreetLexicon
  readonly version: string
}

const loaded = new Map<string, LoadedStreets>()

/** `folder` holds more files of the same form. Each process reads the files once. */
export const loadStreets = (folder?: string): StreetLexicon => load(folder).lexicon

/** Other lists give other answers, and have another version. */
export const streetsVersion = (folder?: string): string => load(folder).version

function load(folder: string | undefined): LoadedStreets {
  let streets = loaded.get(folder ?? '')
  if (!streets) {
    const hash = createHash('sha256')
    const lists = readLists(folder)
    for (const { text } of lists) hash.update(text)
    const lexicon = createStreetLexicon(lists.map(({ list }) => list))
    streets = { lexicon, version: hash.digest('hex').slice(0, 8) }
    loaded.set(folder ?? '', streets)
  }
  return streets
}

/** The lists of a province as they are written, or all lists, for files that carry their own. */
export const streetTexts = (folder?: string, province?: string): string[] =>
  readLists(folder)
    .filter(({ list }) => province === undefined || list.province === province)
    .map(({ text }) => text)

const readLists = (folder: string | undefined) =>
  (folder === undefined ? [SHIPPED] : [SHIPPED, folder]).flatMap((one) => [...listsIn(one)])

function* listsIn(folder: string): Generator<{ text: string; list: StreetList }> {
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.tsv')) continue
    const file = join(folder, name)
    try {
      const text = readFileSync(file, 'utf8')
      yield { text, list: parseStreetList(text) }
    } catch (error) {
      throw new Error(`Cannot read the streets in ${file}: ${(error as Error).message}`)
    }
  }
}

/** Lists that were imported, for all nodes. */
export interface InstalledStreets {
  readonly lexicon: StreetLexicon
  readonly version: string
  /** The imports that the lists are from. */
  readonly sources: readonly string[]
}
