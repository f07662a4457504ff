// Invented developers, architects and interior designers, by region.
import type { Province } from '../catalog/records/record-schemas.ts'
import type { Random } from './drawings/random.ts'

const DEVELOPERS: Readonly<Record<'ON' | 'BC' | 'AB' | 'QC' | 'MB' | 'SK' | 'EAST', readonly string[]>> = {
  ON: [
    'Harrowgate Developments',
    'Lakehead & Sons',
    'Ashbridge Waterfront',
    'Tannery Creek Homes',
    'Conestoga Row Homes',
    'Escarpment Built',
    'Osterley Urban',
    'Brightwater Lane Group',
    'Corvane Communities',
    'Wexbourne Developments',
    'Duncairn Properties',
    'Eastlight Residences Inc.',
    'Fairlawn & Pryce',
    'Garrison Fold',
    'Hallam Street Partners',
    'Ironvale Homes',
    'Juniper Quarry Developments',
    'Kestrel Hill Communities',
    'Larkmoor Group',
    'Mossgate Urban',
    'Northfold Developments',
    'Orchard & Vale',
    'Pellatt Rowe',
    'Quarterstone Homes',
    'Rosscombe Developments',
    'Silverbirch Urban Partners',
    'Thornecroft',
    'Umberline Developments',
    'Valehurst Homes',
    'Westering Communities',
    'Yarrow & Finch',
    'Zellwood Development Group',
    'Ardwick Capital Homes',
    'Blackthorn Civic',
    'Cardale Properties',
    'Delmere Homes',
  ],
  BC: [
    'Tidewrack Properties',
    'Marlowe Pacific',
    'Arbutus Ridge Developments',
    'Burrard Ledge Homes',
    'Coldharbour Living',
    'Driftline Developments',
    'Evergreen Terrace Homes',
    'Fernhollow Properties',
    'Gastown Timber & Land',
    'Saltspur Developments',
    'Kelpwood Homes',
    'Lionsview Urban',
    'Madrona Point Group',
    'Second Narrows Properties',
    'Orca Bight Homes',
    'Raincoast & Mill',
  ],
  AB: [
    'Foothold Urban Homes',
    'Ninth Meridian Developments',
    'Bowbend Homes',
    'Chinook Arch Communities',
    'Coulee & Crest',
    'Prairie Lantern Homes',
    'Sandstone Mile Developments',
    'Whitemud Living',
    'Ravine Edge Properties',
    'Quarter Section Group',
    'Aspenfold Homes',
    'Elbow Row Developments',
  ],
  QC: [
    'Groupe Valmorin',
    'Habitations Rivesud-Carignan',
    'Immobilier Fontarel',
    'Développements Lacombe & Roy',
    'Groupe Aubépine',
    'Les Bâtisseurs du Faubourg',
    'Société Clairval',
    'Constructions Beaurivage-Nord',
    'Groupe Trois-Pignons',
    'Habitations Merisier',
    'Domaines Saint-Arsène',
    'Immeubles Cap-Tourmaline',
    'Groupe Vertuval',
    'Maisons Desrosiers-Paquin',
    'Urbania-Lévis Immobilier',
    'Quai Nord Développements',
  ],
  MB: [
    'Red & Assiniboine Land Company',
    'Osborne Gate Homes',
    'Tuxedo Field Developments',
    'Seven Oaks & Stone',
    'Elmwood Civic Homes',
  ],
  SK: ['Wascana Mile Developments', 'Broadway & Tenth Homes', 'Wheatline Properties', 'Meewasin Row'],
  EAST: [
    'Fundy & Main',
    'Citadel Slope Developments',
    'Northwest Arm Homes',
    'Brine & Barrel Properties',
    'Spring Garden Partners East',
    'Confederation Row Homes',
    'Petitcodiac Homes',
    'Signal Cove Developments',
    'Gorsebrook Living',
    'Bluenose Quay Group',
  ],
}
const ARCHITECTS = [
  'Okafor Lindqvist Architects',
  'Vantongeren Osei Partners',
  'Anselm Reyes Architecture',
  'Northway Dunmore Architects',
  'Halvorsen Pike',
  'Bramante-Lee Studio',
  'Kowalczuk & Fenn',
  'Studio Marrow',
  'Tremaine Achebe',
  'Ruiz Calloway Architects',
  'Plumb Line Architecture',
  'Iwasaki Boyle',
  'Carver Nadeau',
  'Ellery Sandhu Architects',
  'Quarry Street Studio',
  'Oduya + Marsh',
]
const FRENCH_ARCHITECTS = [
  'Atelier Brossard-Nguyen',
  'Lemieux Tardif Architectes',
  'Groupe A-Fleury',
  'Collectif Sainte-Marthe',
  'Paquet Oualid Architectes',
  'Atelier Trame',
  'Beaulac et Vézina',
  'Dionne Kassab Architecture',
]
const DESIGNERS = [
  'Studio Quillfeather',
  'Marrakesh & Pine',
  'Tessellate Interiors',
  'Hollis Grey Design',
  'Second Lamp Studio',
  'Ines Morrow Interiors',
  'Fold & Grain',
  'Room Forty',
  'Oat House Design',
  'Pavilion West Interiors',
]
/** Developers of older buildings, no longer active. */
const FORMER_DEVELOPERS = [
  'Dominion Slab Construction',
  'Regal Apartments Ltd.',
  'Belmont Housing Corporation',
  'Maple Crescent Builders',
  'Consolidated Tower Homes',
  'Inland Heights Ltd.',
  'Trillmark Construction',
  'Centennial Suites Ltd.',
]
const FORMER_FRENCH = [
  'Les Immeubles Laurentien ltée',
  'Habitations Centenaire',
  'Société de construction Mille-Îles',
  'Placements Boréal-Est',
]

export type People = {
  developers: { name: string; role: string }[]
  architects: string[]
  interior_designers: string[]
}

export function peopleOf(random: Random, province: Province, year: number): People {
  const french = province === 'QC'
  if (year < 1988) {
    const known = random.chance(0.6)
    const name = random.pick(french ? FORMER_FRENCH : FORMER_DEVELOPERS)
    return { developers: known ? [{ name, role: 'developer' }] : [], architects: [], interior_designers: [] }
  }
  const region = province in DEVELOPERS ? (province as keyof typeof DEVELOPERS) : 'EAST'
  const [first, second] = shuffledPair(random, DEVELOPERS[region])
  const developers = [{ name: first, role: 'developer' }]
  if (year > 2000 && random.chance(0.14)) developers.push({ name: second, role: 'co_developer' })
  const architect = random.pick(french ? FRENCH_ARCHITECTS : ARCHITECTS)
  return {
    developers,
    architects: random.chance(year > 2004 ? 0.88 : 0.4) ? [architect] : [],
    interior_designers: year > 2006 && random.chance(0.7) ? [random.pick(DESIGNERS)] : [],
  }
}

function shuffledPair(random: Random, names: readonly string[]): [string, string] {
  const at = random.int(0, names.length - 1)
  const other = (at + 1 + random.int(0, names.length - 2)) % names.length
  return [names[at]!, names[other]!]
}
