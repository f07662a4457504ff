// Numbers written as words: `forty-five` → 45. Pure.

const ONES =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const ONES_AT = new Map(ONES.map((word, at) => [word, at + 1]))
const TENS_AT = new Map([...TENS.map((word, at) => [word, at * 10 + 20] as const), ['fourty', 40] as const])

const WORDS = new RegExp(
  `\\b(?:(${[...TENS_AT.keys()].join('|')})(?:[\\s-](${ONES.slice(0, 9).join('|')}))?|(${ONES.toReversed().join('|')}))\\b`,
  'g',
)

/** Replaces the number words of a lowercase text by digits. */
export function digitsForWords(text: string): string {
  return text.replace(WORDS, (_, tens?: string, ones?: string, small?: string) =>
    String((tens ? TENS_AT.get(tens)! : 0) + (ONES_AT.get(ones ?? small ?? '') ?? 0)),
  )
}

export const NUMBER_WORDS: readonly string[] = [...ONES_AT.keys(), ...TENS_AT.keys()]
