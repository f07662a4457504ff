// Spellings of directions, provinces and street types, without accents.

export const DIRECTION_WORDS: Readonly<Record<string, readonly string[]>> = {
  N: ['n', 'north', 'nord'],
  S: ['s', 'south', 'sud'],
  E: ['e', 'east', 'est'],
  W: ['w', 'west', 'o', 'ouest'],
  NE: ['ne', 'northeast', 'nordest'],
  NW: ['nw', 'northwest', 'no', 'nordouest'],
  SE: ['se', 'southeast', 'sudest'],
  SW: ['sw', 'southwest', 'so', 'sudouest'],
}

export const PROVINCE_WORDS: Readonly<Record<string, readonly string[]>> = {
  AB: ['ab', 'alberta', 'alta'],
  BC: ['bc', 'british columbia', 'colombie britannique'],
  MB: ['mb', 'manitoba'],
  NB: ['nb', 'new brunswick', 'nouveau brunswick'],
  NL: ['nl', 'newfoundland and labrador', 'newfoundland'],
  NS: ['ns', 'nova scotia', 'nouvelle ecosse'],
  NT: ['nt', 'northwest territories'],
  NU: ['nu', 'nunavut'],
  ON: ['on', 'ont', 'ontario'],
  PE: ['pe', 'pei', 'prince edward island'],
  QC: ['qc', 'que', 'quebec', 'pq'],
  SK: ['sk', 'sask', 'saskatchewan'],
  YT: ['yt', 'yukon'],
}

/** French street types that don't abbreviate to the English short form. */
const FRENCH: Readonly<Record<string, string>> = {
  rue: 'st',
  boul: 'blvd',
  croissant: 'cres',
  crois: 'cres',
  carre: 'sq',
  cercle: 'cir',
  ruelle: 'lane',
  voie: 'way',
  sentier: 'trail',
  jardins: 'gdns',
  cote: 'hill',
  allee: 'alley',
}

/** Matches `Street`, `str` and `rue` to `St`: the letters of one are in the other, in order. */
export function isTypeWord(word: string, type: string): boolean {
  const short = type.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (FRENCH[word] === short) return true
  const [shorter, longer] = word.length < short.length ? [word, short] : [short, word]
  return shorter[0] === longer[0] && shorter.length > 1 && isSubsequence(shorter, longer)
}

function isSubsequence(shorter: string, longer: string): boolean {
  let at = 0
  for (const letter of longer) if (letter === shorter[at]) at++
  return at === shorter.length
}
