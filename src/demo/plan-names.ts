// Names floor plans as builders do: codes, trees, winds, composers; in French in Quebec.
import type { Random } from './drawings/random.ts'

const THEMES: readonly (readonly string[])[] = [
  [
    'Alder',
    'Ash',
    'Aspen',
    'Beech',
    'Birch',
    'Cedar',
    'Cherry',
    'Elm',
    'Fir',
    'Hawthorn',
    'Hazel',
    'Hemlock',
    'Larch',
    'Linden',
    'Maple',
    'Oak',
    'Pine',
    'Poplar',
    'Rowan',
    'Spruce',
    'Sumac',
    'Sycamore',
    'Tamarack',
    'Walnut',
    'Willow',
    'Yew',
  ],
  [
    'Bora',
    'Breeze',
    'Chinook',
    'Foehn',
    'Gale',
    'Harmattan',
    'Levanter',
    'Mistral',
    'Monsoon',
    'Notus',
    'Ostro',
    'Pampero',
    'Scirocco',
    'Shamal',
    'Squall',
    'Tramontane',
    'Westerly',
    'Zephyr',
    'Solano',
    'Auster',
    'Boreas',
    'Eurus',
    'Favonius',
    'Khamsin',
    'Libeccio',
    'Maestro',
  ],
  [
    'Albinoni',
    'Bartok',
    'Berlioz',
    'Bizet',
    'Brahms',
    'Britten',
    'Chopin',
    'Corelli',
    'Debussy',
    'Dvorak',
    'Elgar',
    'Faure',
    'Grieg',
    'Handel',
    'Haydn',
    'Holst',
    'Liszt',
    'Mahler',
    'Purcell',
    'Ravel',
    'Satie',
    'Schubert',
    'Sibelius',
    'Verdi',
    'Vivaldi',
    'Weber',
  ],
  [
    'Athabasca',
    'Bow',
    'Chilcotin',
    'Clearwater',
    'Columbia',
    'Don',
    'Fraser',
    'Grand',
    'Humber',
    'Kootenay',
    'Liard',
    'Mackenzie',
    'Madawaska',
    'Margaree',
    'Miramichi',
    'Nechako',
    'Nipigon',
    'Oldman',
    'Otonabee',
    'Peace',
    'Rideau',
    'Saugeen',
    'Skeena',
    'Speed',
    'Thames',
    'Yukon',
  ],
]
const FRENCH_THEME = [
  'Acacia',
  'Alisier',
  'Amélanchier',
  'Aubépine',
  'Aulne',
  'Bouleau',
  'Caryer',
  'Cèdre',
  'Cerisier',
  'Charme',
  'Chêne',
  'Cormier',
  'Épinette',
  'Érable',
  'Frêne',
  'Genévrier',
  'Hêtre',
  'If',
  'Lilas',
  'Mélèze',
  'Noyer',
  'Orme',
  'Peuplier',
  'Pin',
  'Saule',
  'Tilleul',
]

export type PlanDraft = { rooms: string; isPenthouse: boolean }

/** Names are unique within the project. */
export function planNames(random: Random, drafts: readonly PlanDraft[], french: boolean, isTown: boolean): string[] {
  const scheme = random.weighted([
    ['code', 42],
    ['theme', 30],
    ['suite', 18],
    ['letter', 10],
  ] as const)
  const words = french ? FRENCH_THEME : random.pick(THEMES)
  const start = random.int(0, words.length - 1)
  const perRooms = new Map<string, number>()
  return drafts.map(({ rooms, isPenthouse }, at) => {
    if (isPenthouse) return french ? `Penthouse ${at + 1}` : `PH ${String(at + 1).padStart(2, '0')}`
    if (isTown && scheme !== 'theme') return french ? `Maison ${at + 1}` : `TH ${at + 1}`
    const nth = (perRooms.get(rooms) ?? 0) + 1
    perRooms.set(rooms, nth)
    if (scheme === 'theme' && drafts.length <= words.length) return words[(start + at) % words.length]!
    if (scheme === 'letter') return `Type ${String.fromCharCode(65 + (at % 26))}`
    if (scheme === 'suite')
      return french ? `Unité ${String(at + 1).padStart(2, '0')}` : `Suite ${String(at + 1).padStart(2, '0')}`
    const letters = String.fromCharCode(64 + nth)
    if (rooms === '0') return `S${letters}`
    return `${rooms.replace('+1', '')}${letters}${rooms.includes('+') ? '+D' : ''}`
  })
}
