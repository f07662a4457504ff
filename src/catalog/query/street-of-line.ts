// The street's name in an address line: "2117 Rue Tupper" is on "Rue Tupper".

const NUMBER = String.raw`\d+(?:\s?1/2|[A-Za-z])?`
/** A civic number, or a list or range of them, at the start of a line. */
const CIVIC = new RegExp(
  String.raw`^#?${NUMBER}(?:(?:\s*[-–—,/&]\s*|\s(?:to|and|à|et)\s)${NUMBER})*\s*,?\s+(?=\S)`,
  'i',
)

/** Words that stay lower-case inside a French name. */
const SMALL = new Set(['de', 'du', 'des', 'la', 'le', 'les', 'et', 'of', 'the', 'à', 'aux', 'au', 'en', 'sur'])
const DIRECTIONS = /^(?:[NSEWO]|NE|NW|SE|SW|NO|SO)$/

/** Null if the line does not start with a number. Registers in capitals are written as names. */
export function streetName(line: string): string | null {
  const start = CIVIC.exec(line)
  if (!start) return null
  const name = line.slice(start[0].length).trim()
  if (name === '' || name.length > 60) return null
  return /\p{Ll}/u.test(name) ? name : titleCase(name)
}

function titleCase(name: string): string {
  return name
    .split(' ')
    .map((word, i) => {
      if (DIRECTIONS.test(word)) return word
      const lower = word.toLocaleLowerCase('en')
      if (i > 0 && SMALL.has(lower)) return lower
      return lower.replace(/(^|[-'’.])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    })
    .join(' ')
}
