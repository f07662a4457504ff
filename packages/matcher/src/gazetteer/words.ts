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

/** Numbers in words: `One King Street West`, `fourteen eighty Howe Street`. */
export const CARDINAL_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}

/** French numbers in words; `vingt` after four is eighty. */
export const FRENCH_NUMBERS: Readonly<Record<string, number>> = {
  un: 1,
  une: 1,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  six: 6,
  sept: 7,
  huit: 8,
  neuf: 9,
  dix: 10,
  onze: 11,
  douze: 12,
  treize: 13,
  quatorze: 14,
  quinze: 15,
  seize: 16,
  vingt: 20,
  vingts: 20,
  trente: 30,
  quarante: 40,
  cinquante: 50,
  soixante: 60,
  cent: 100,
  mille: 1000,
}

export const SPOKEN_ZEROS = 'oh zero'
/** Multipliers of numbers in words. */
export const SPOKEN_MULTIPLIERS: Readonly<Record<string, number>> = {
  hundred: 100,
  cent: 100,
  cents: 100,
  thousand: 1000,
  mille: 1000,
}

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

/** Words of listings that follow a street without a comma: `2560 Rue Bélanger near subway`, `633 Bay include parking`. */
export const NOISE_WORDS =
  'near nearby postcode downtown neighbourhood neighborhood quartier secteur metro subway mls coin pres proche rent rental rentals louer sublet ' +
  'for with at by in from to include includes included including inclusive incl available avail immediately furnished unfurnished luxury ' +
  'condo condos condominium condominiums apartment apartments appartement spacious bright beautiful stunning modern renovated steps walking ' +
  'minutes transit parking pool gym lease leasing sale sell selling share shared bedroom bedrooms bed beds bath baths bathroom bathrooms br bdrm ' +
  'den pets utilities heat hydro wifi laundry balcony concierge amenities deposit offered asking listed female male student students ' +
  'disponible libre situe avec chambres chambre meuble stationnement prix'
