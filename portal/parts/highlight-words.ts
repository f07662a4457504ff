// How directions, provinces and street types are written in addresses, to find them again in a text. Letters without accents.

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

/** French words for types that share no letters with their English short form. */
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

/** `Street`, `str` and `rue` for `St`: the one's letters are in the other, in order, from the first on. */
export function isTypeWord(word: string, type: string): boolean {
  const short = type.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (FRENCH[word] === short) return true
  const [less, more] = word.length < short.length ? [word, short] : [short, word]
  return less[0] === more[0] && less.length > 1 && isInside(less, more)
}

function isInside(less: string, more: string): boolean {
  let at = 0
  for (const letter of more) if (letter === less[at]) at++
  return at === less.length
}
