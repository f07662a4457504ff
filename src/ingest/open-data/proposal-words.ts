// Reduces the description of a proposal to the words that are read from it. Pure.
import { NUMBER_WORDS } from './number-words.ts'

const WORDS = new Set([
  ...NUMBER_WORDS,
  ...[
    'storey storeys story stories storys storeyed storied storeies stoery',
    'unit units suites apartment apartments condominium condominiums condo condos dwelling dwellings homes townhouse',
    'townhouses townhome townhomes residences residential non nonresidential rental purpose built market rate affordable',
    'family live work multi multiple ownership freehold stacked back senior seniors student self contained supportive',
    'retirement co op mid high rise replacement accessible additional extra total totalling totaling overall in',
    'commercial industrial office retail hotel common element elements tower building block phase',
    'new proposed and or to from of which with including incl up between maximum minimum addition',
    'construct permit develop erect build replace replaced it them by a b c d e f g h',
    'existing former currently heritage retention part partial shoring excavation foundation foundations only',
  ].flatMap((line) => line.split(' ')),
])
const STEMS = /^(?:propos|demoli|remov|retain|conserv|preserv|redevelop)/

/**
 * `Agent: Jane Roe. A 12-storey building` → `x: x x. a 12-storey building`. A word becomes an x and not nothing, because `12 parking
 * units` are not 12 units.
 */
export function proposalWords(description: string): string {
  return description
    .normalize('NFKC')
    .replace(/["@]/g, ' ')
    .replace(/[\p{L}\p{M}]+/gu, (word) => {
      const plain = word.toLowerCase()
      return WORDS.has(plain) || STEMS.test(plain) ? plain : 'x'
    })
}
