// The words of proposals: numbers written as words, and the words that are read from a description. Pure.

const ONES =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const ONES_AT = new Map(ONES.map((word, at) => [word, at + 1]))
const TENS_AT = new Map([...TENS.map((word, at) => [word, at * 10 + 20] as const), ['fourty', 40] as const])

const NUMBERS = new RegExp(
  `\\b(?:(${[...TENS_AT.keys()].join('|')})(?:[\\s-](${ONES.slice(0, 9).join('|')}))?|(${ONES.toReversed().join('|')}))\\b`,
  'g',
)

/** Replaces the number words of a lowercase text by digits. */
export function digitsForWords(text: string): string {
  return text.replace(NUMBERS, (_, tens?: string, ones?: string, small?: string) =>
    String((tens ? TENS_AT.get(tens)! : 0) + (ONES_AT.get(ones ?? small ?? '') ?? 0)),
  )
}

const NUMBER_WORDS: readonly string[] = [...ONES_AT.keys(), ...TENS_AT.keys()]

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
