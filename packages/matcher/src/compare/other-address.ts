// Doubts a building when the text has a whole address that is not the building's.

import { STREET_TYPES } from '../gazetteer/street-types.ts'
import { roleOf } from '../read/address-role.ts'
import type { CivicReading } from '../read/readings.ts'
import { AFTER_STREET, PLAIN } from '../read/readings.ts'
import type { Token } from '../text/token.ts'
import { COMMA, DASH, SPACE } from '../text/token.ts'
import type { CandidateSet, ScoredCandidate } from './candidate-set.ts'
import { isOnStreet } from './compare-named-street.ts'
import { LEVEL } from './components.ts'

/** A civic number and a whole street that exists: `20 York St`, `397 Kingsway`, but not `Berczy 3318, Toronto`. */
export function isComplete(
  { index, tokens, location }: CandidateSet,
  { street, numberAt, numberStyle }: CivicReading,
): boolean {
  // `8X on the Park, 1123 Richards St`: after a comma the number is that of the next street
  const isOwnNumber = numberStyle === AFTER_STREET && ((tokens[numberAt] as Token).gap & COMMA) !== 0
  if ((numberStyle !== PLAIN && !isOwnNumber) || street.isDoubtful || street.isMisspelled || street.hasLeftover)
    return false
  // `near 1480 Howe St` is not the listing's address
  if (roleOf(tokens, numberAt, street.end) !== 'own') return false
  const first = tokens[street.from] as Token
  // `3383 - Dallas Residences`: a unit and a name
  if ((first.gap & (SPACE | DASH)) === (SPACE | DASH)) return false
  if (street.type === 0 && (first.gap & COMMA || location.cityMarks[street.from])) return false
  // `99 Nowhere Cres` is an address too, although no building is on that street
  const isTyped = street.type > 0 && STREET_TYPES[street.type]?.name !== true
  return isTyped || index.nameBySingularKey.has(street.singularKey)
}

/** `Ten York, 20 York St`: a name or half an address does not outweigh a whole address of another building. */
export function compareOtherAddresses(set: CandidateSet, readings: readonly CivicReading[]): void {
  const complete = readings.filter((r) => isComplete(set, r))
  if (complete.length === 0) return
  const typed = complete.filter((r) => r.street.type > 0)
  for (const c of set.candidates) {
    const own = c.reading
    const rivals = own && isComplete(set, own) ? typed : complete
    if (!isContestable(own)) continue
    if (rivals.some((r) => isRivalReading(set, c, r)))
      set.addLevel(c.building, 'other_address', LEVEL.other_address.present)
  }
}

export const hasContestable = ({ candidates }: CandidateSet): boolean =>
  candidates.some((c) => isContestable(c.reading))

/** A street with its type says enough. */
const isContestable = (own: CivicReading | null): boolean => !own || own.street.type === 0 || own.street.isDoubtful

function isRivalReading(
  { index }: CandidateSet,
  { reading: own, building }: ScoredCandidate,
  other: CivicReading,
): boolean {
  if (!own) return true
  // the candidate's own number may be part of the other reading: `1203-1480 Howe`, `47 50 Yonge`
  if (other.numberAt !== own.numberAt) return other.number !== own.number && other.streetAt !== own.streetAt
  // `160 Bedford Park Avenue` is not on Bedford Rd: with one more word it is another street that exists
  const { singularKey, to } = other.street
  if (!own.street.isDoubtful || to <= own.street.to) return false
  const name = index.nameBySingularKey.get(singularKey)
  return name === undefined ? index.lexicon.hasStreet(singularKey) : !isOnStreet(index, building, name)
}
