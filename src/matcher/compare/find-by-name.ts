// Finds buildings by name, and tells which tower of a project the text names.

import type { StreetIndex } from '../index/street-index.ts'
import { normalizeText } from '../text/fold-text.ts'
import { singularKey } from '../text/name-keys.ts'
import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, OPEN } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import type { CandidateSet } from './candidate-set.ts'
import { LEVEL } from './components.ts'

const MAX_NAME_WORDS = 6
const MAX_TEXT_TOKENS = 24
const BORDER = COMMA | BREAK | OPEN | CLOSE

/** Reports whether the words are a whole part between commas: `The Halcyon Residences, Winnipeg`, not `Central` in `Neighbourhood Central West`. */
function isWholePart(tokens: readonly Token[], from: number, to: number): boolean {
  const next = tokens[to]
  let first = from
  while (first > 0 && ((tokens[first] as Token).gap & BORDER) === 0 && tokens[first - 1]?.canon === '') first--
  return (first === 0 || ((tokens[first] as Token).gap & BORDER) !== 0) && (!next || (next.gap & BORDER) !== 0)
}

/** A name that is also a street or a city is no evidence alone: `Vancouver, BC, Cambie`. */
const isOnlyBuildingName = (index: StreetIndex, key: string): boolean =>
  !index.nameBySingularKey.has(key) && !index.directory.idsByKey.has(key)

/** `canAddBuildings`: the text has no civic number, so a name may replace it. */
export function addByName(set: CandidateSet, hint: string | null | undefined, canAddBuildings: boolean): void {
  const { index, tokens } = set
  const lookUp = (list: readonly Token[], from: number, to: number, isWhole: boolean): void => {
    const key = singularKey(list, from, to)
    const ids = index.buildingsByName.get(key)
    if (!ids) return
    // among the candidates the name only has to be unique there: every project has a Tower B
    const known = ids.filter((id) => set.has(id))
    const { same, same_not_unique } = LEVEL.building_name
    for (const id of known) set.addLevel(id, 'building_name', known.length === 1 ? same : same_not_unique)
    if (known.length > 0 || !isWhole || !isOnlyBuildingName(index, key)) return
    for (const id of ids) set.addLevel(id, 'building_name', ids.length === 1 ? same : same_not_unique)
  }
  if (hint) {
    const words = tokenize(normalizeText(hint))
    lookUp(words, 0, words.length, true)
  }
  const limit = Math.min(tokens.length, MAX_TEXT_TOKENS)
  for (let from = 0; from < limit; from++) {
    if (!index.firstWordsOfNames.has((tokens[from] as Token).canon)) continue
    for (let to = from + 1; to <= Math.min(limit, from + MAX_NAME_WORDS); to++)
      lookUp(tokens, from, to, canAddBuildings && isWholePart(tokens, from, to))
  }
}
