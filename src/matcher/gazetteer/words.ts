// Words of street names: saints, particles, ordinals, and words with two spellings.

/** `St. Clair`, `Ste-Catherine`, `Saint-Laurent`: all compared as `saint`. */
export const SAINTS = 'st ste saint sainte sts saints'

/** Words that a name may omit: `(de la) Montagne`, `(The) Donway`. */
export const PARTICLES = 'the de la le les des du of aux au'

/** Index 1 is first; `Sixteenth` = `16th` = `16e`. */
export const ORDINAL_WORDS: readonly string[] = [
  '',
  'first premiere premier',
  'second deuxieme seconde',
  'third troisieme',
  'fourth quatrieme',
  'fifth cinquieme',
  'sixth sixieme',
  'seventh septieme',
  'eighth huitieme',
  'ninth neuvieme',
  'tenth dixieme',
  'eleventh onzieme',
  'twelfth douzieme',
  'thirteenth treizieme',
  'fourteenth quatorzieme',
  'fifteenth quinzieme',
  'sixteenth seizieme',
  'seventeenth',
  'eighteenth',
  'nineteenth',
  'twentieth vingtieme',
]

/** Numbers in words, for `One King Street West`. */
export const CARDINAL_WORDS: readonly string[] = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
]

/** The left word is compared as the right one: `Park Avenue` = `avenue du Parc`, `Hwy 7` = `Highway 7`. */
export const EQUIVALENT_WORDS: Readonly<Record<string, string>> = {
  parc: 'park',
  mount: 'mont',
  mt: 'mont',
  ft: 'fort',
  doctor: 'docteur',

  hwy: 'highway',
  hgwy: 'highway',
  hiway: 'highway',
  rev: 'reverend',
  univ: 'university',
  universite: 'university',
  lk: 'lake',
  crk: 'creek',
  riv: 'river',
  mtn: 'mountain',
  jct: 'junction',
  gen: 'general',
  gov: 'governor',
  capt: 'captain',
  sgt: 'sergeant',
  pres: 'president',
  twp: 'township',
  cty: 'county',
  reg: 'regional',
  rge: 'range',
  twr: 'tower',
  tour: 'tower',
  bldg: 'building',
  blk: 'block',
  edifice: 'building',
  batiment: 'building',
  ii: '2',
  iii: '3',
  iv: '4',
  and: '',
  et: '',
}

/** Words before the number of a route: `County Rd 42`, `Regional Road 57`. */
export const ROUTE_WORDS = 'county cty regional reg range rge township twp rural municipal district grid'

/** Words that follow a street without a comma and are never part of its name: `2560 Rue Bélanger near subway`. */
export const NOISE_WORDS =
  'near nearby downtown neighbourhood neighborhood quartier secteur metro subway mls coin pres proche rent louer sublet'
