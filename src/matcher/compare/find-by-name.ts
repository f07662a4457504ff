// Buildings called by name: before, behind or instead of the number; and which tower of a project is meant.

import type { StreetIndex } from '../index/street-index.ts'
import { normalizeText } from '../text/fold-text.ts'
import { singularKey } from '../text/name-keys.ts'
import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, OPEN } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import type { CandidateSet } from './candidate-set.ts'
import { BUILDING_NAME } from './components.ts'

const MAX_NAME_WORDS = 6
const MAX_TEXT_TOKENS = 24
const BORDER = COMMA | BREAK | OPEN | CLOSE
const NAME_COMPONENT = 13

/** The words stand alone between commas: `The Halcyon Residences, Winnipeg`, not `Central` in `Neighbourhood Central West`. */
function isWhole(tokens: readonly Token[], from: number, to: number): boolean {
  const next = tokens[to]
  let first = from
  while (first > 0 && ((tokens[first] as Token).gap & BORDER) === 0 && tokens[first - 1]?.canon === '') first--
  return (first === 0 || ((tokens[first] as Token).gap & BORDER) !== 0) && (!next || (next.gap & BORDER) !== 0)
}

/** A name that is also a street's or a city's says nothing alone: `Vancouver, BC, Cambie`. */
const isOnlyBuildingName = (index: StreetIndex, key: string): boolean =>
  !index.nameBySingularKey.has(key) && !index.directory.idsByKey.has(key)

/** `mayBringIn`: no civic number was read, so that a name may stand instead of it. */
export function findByName(
  found: CandidateSet,
  index: StreetIndex,
  tokens: readonly Token[],
  hint: string | null | undefined,
  canAddBuildings: boolean,
): void {
  const look = (list: readonly Token[], from: number, to: number, whole: boolean): void => {
    const key = singularKey(list, from, to)
    const ids = index.buildingsByName.get(key)
    if (!ids) return
    // among what the address has brought up, the name need only be unique there: every project has a Tower B
    const known = ids.filter((id) => found.has(id))
    const level = (count: number): number => (count === 1 ? BUILDING_NAME.is.same : BUILDING_NAME.is.same_not_unique)
    for (const id of known) found.addLevel(id, NAME_COMPONENT, level(known.length))
    if (known.length > 0 || !whole || !isOnlyBuildingName(index, key)) return
    for (const id of ids) found.addLevel(id, NAME_COMPONENT, level(ids.length))
  }
  if (hint) {
    const words = tokenize(normalizeText(hint))
    look(words, 0, words.length, true)
  }
  const limit = Math.min(tokens.length, MAX_TEXT_TOKENS)
  for (let from = 0; from < limit; from++) {
    if (!index.firstWordsOfNames.has((tokens[from] as Token).canon)) continue
    for (let to = from + 1; to <= Math.min(limit, from + MAX_NAME_WORDS); to++)
      look(tokens, from, to, canAddBuildings && isWhole(tokens, from, to))
  }
}
