// Loads the lists of real streets: those that ship with the product, and the operator's own.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StreetLexicon } from '../../matcher/matcher.ts'
import { createStreetLexicon, parseStreetList } from '../../matcher/matcher.ts'

const SHIPPED = fileURLToPath(new URL('../../../assets/streets/', import.meta.url))

const loaded = new Map<string, StreetLexicon>()

/** `folder` holds more files of the same form. Each process reads the files once. */
export function loadStreets(folder?: string): StreetLexicon {
  let lexicon = loaded.get(folder ?? '')
  if (!lexicon) {
    lexicon = createStreetLexicon(folder === undefined ? listsIn(SHIPPED) : [...listsIn(SHIPPED), ...listsIn(folder)])
    loaded.set(folder ?? '', lexicon)
  }
  return lexicon
}

function* listsIn(folder: string) {
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.tsv')) continue
    const file = join(folder, name)
    try {
      yield parseStreetList(readFileSync(file, 'utf8'))
    } catch (error) {
      throw new Error(`Cannot read the streets in ${file}: ${(error as Error).message}`)
    }
  }
}
