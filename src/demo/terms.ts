// Generates deposits, incentives, fees, parking, lockers and amenities.
import type { ProjectRow } from '../ingest/record/row.ts'
import { addDays, addMonths } from './calendar.ts'
import type { Random } from './drawings/random.ts'
import type { Form } from './form.ts'
import type { Site } from './sites.ts'

type Terms = Pick<ProjectRow, 'deposit' | 'maintenance_fee' | 'parking' | 'locker' | 'incentives' | 'amenities'>
type Instalment = NonNullable<ProjectRow['deposit']>['instalments'][number]
type Incentive = ProjectRow['incentives'][number]

const AMENITIES = [
  'Fitness room',
  'Party room',
  'Rooftop terrace',
  'Concierge',
  'Co-working room',
  'Guest suite',
  'Indoor pool',
  'Outdoor pool',
  'Yoga studio',
  'Media room',
  'Children’s playroom',
  'Dog wash',
  'Bike workshop',
  'Parcel lockers',
  'Barbecue area',
  'Library',
  'Courtyard garden',
  'Sauna',
  'Games room',
  'Car share',
  'Electric vehicle chargers',
  'Music room',
]
const FRENCH_AMENITIES = [
  'Salle d’entraînement',
  'Terrasse sur le toit',
  'Piscine extérieure',
  'Piscine intérieure',
  'Chalet urbain',
  'Espace de travail partagé',
  'Cour intérieure',
  'Sauna',
  'Salle de jeux',
  'Casiers à colis',
  'Stationnement pour vélos',
  'Bornes de recharge',
  'Suite pour invités',
  'Accueil en journée',
]
const OLD_AMENITIES = [
  'Laundry room',
  'Indoor pool',
  'Sauna',
  'Party room',
  'Workshop',
  'Visitor parking',
  'Tennis court',
  'Exercise room',
  'Caretaker on site',
  'Games room',
]
const OLD_FRENCH_AMENITIES = [
  'Buanderie',
  'Piscine intérieure',
  'Sauna',
  'Stationnement pour visiteurs',
  'Salle communautaire',
  'Concierge résident',
]
const INCLUDED = [
  'heat',
  'water',
  'building insurance',
  'common elements',
  'air conditioning',
  'parking',
  'hydro',
  'cable television',
]
const FRENCH_INCLUDED = [
  'eau chaude',
  'assurance de l’immeuble',
  'entretien des aires communes',
  'fonds de prévoyance',
  'chauffage',
]

export function termsOf(random: Random, site: Site, form: Form, onSale: boolean, asOf: string): Terms {
  const french = site.city.province === 'QC'
  const year = form.look.year
  const recent = year >= 2012
  const amenities = french
    ? year < 1995
      ? OLD_FRENCH_AMENITIES
      : FRENCH_AMENITIES
    : year < 1995
      ? OLD_AMENITIES
      : AMENITIES
  const wanted = form.kind === 'condo_townhouse' ? random.int(0, 3) : random.int(year < 1995 ? 1 : 3, recent ? 10 : 6)
  const feeBase = 0.38 + (2026 - year) * 0.008 + (french ? -0.1 : 0.08)
  const core = site.city.market > 1.1
  const spot = Math.round(((core ? 78_000 : 38_000) * (0.8 + random.next() * 0.5)) / 1000) * 1000
  return {
    deposit: onSale ? depositOf(random, french) : null,
    maintenance_fee: random.chance(onSale || recent ? 0.9 : 0.6)
      ? {
          amount_per_sqft: Math.round((feeBase + random.next() * 0.16) * 100) / 100,
          includes: random.sample(french ? FRENCH_INCLUDED : INCLUDED, random.int(2, 4)),
        }
      : null,
    parking: onSale
      ? {
          price: random.chance(0.85) ? spot : null,
          monthly_fee: random.chance(0.5) ? random.int(35, 85) : null,
          available: random.chance(0.7),
        }
      : recent && random.chance(0.4)
        ? { price: null, monthly_fee: random.int(35, 90), available: false }
        : null,
    locker:
      onSale && random.chance(0.8)
        ? {
            price: random.int(4, 12) * 1000,
            monthly_fee: random.chance(0.4) ? random.int(10, 30) : null,
            available: random.chance(0.6),
          }
        : null,
    incentives: onSale ? incentivesOf(random, french, asOf) : [],
    amenities: random.sample(amenities, wanted),
  }
}

function depositOf(random: Random, french: boolean): ProjectRow['deposit'] {
  const total = random.pick(french ? [10, 15, 15, 20] : [10, 15, 15, 20, 20])
  const fixed = random.pick([3000, 5000, 5000, 10_000])
  const first: Instalment = { percent: null, amount: fixed, due: french ? 'à la signature' : 'on signing' }
  const later = (percent: number, due: string): Instalment => ({ percent, amount: null, due })
  const days = random.pick([
    [90, 180, 370],
    [120, 270, 365],
    [180, 365, 540],
  ] as const)
  const inDays = (at: number) => (french ? `dans ${days[at]} jours` : `in ${days[at]} days`)
  const steps = [later(5, french ? 'solde jusqu’à 5 % dans 30 jours' : 'balance to 5% in 30 days')]
  for (let percent = 10, at = 0; percent <= total; percent += 5, at++) {
    const last = percent === total
    steps.push(later(5, last && random.chance(0.6) ? (french ? 'à l’occupation' : 'on occupancy') : inDays(at)))
  }
  return { total_percent: total, instalments: [first, ...steps] }
}

const INCENTIVES: readonly (readonly [type: string, english: string, french: string, value: number | null])[] = [
  ['credit', 'Credit of $10,000 on closing', 'Crédit de 10 000 $ à la clôture', 10_000],
  ['credit', 'Two years of maintenance fees paid', 'Deux ans de frais de copropriété payés', null],
  ['cap', 'Development charges capped at $8,500', 'Frais de développement plafonnés à 8 500 $', 8500],
  [
    'assignment',
    'Right to assign before completion, free of charge',
    'Droit de cession avant la livraison, sans frais',
    null,
  ],
  ['leasing', 'Right to lease during occupancy', 'Droit de louer pendant l’occupation', null],
  [
    'parking',
    'Parking space at half price with two bedrooms or more',
    'Stationnement à moitié prix avec deux chambres ou plus',
    30_000,
  ],
  ['locker', 'Locker included', 'Casier de rangement inclus', 7500],
  ['deposit', 'Deposit extended: 5% within the first year', 'Mise de fonds étalée : 5 % la première année', null],
  ['upgrade', 'Kitchen upgrade package included', 'Cuisine supérieure incluse', 12_000],
]

function incentivesOf(random: Random, french: boolean, asOf: string): Incentive[] {
  return random
    .sample(
      INCENTIVES,
      random.weighted([
        [0, 35],
        [1, 38],
        [2, 20],
        [3, 7],
      ] as const),
    )
    .map((row) => incentive(row, random, french, asOf))
}

function incentive(
  [type, english, frenchTitle, value]: (typeof INCENTIVES)[number],
  random: Random,
  french: boolean,
  from: string,
): Incentive {
  return {
    type,
    title: french ? frenchTitle : english,
    value,
    valid_from: addDays(from, -random.int(5, 160)),
    valid_to: random.chance(0.6) ? addMonths(from, random.int(1, 6)) : null,
  }
}

export function newIncentive(random: Random, french: boolean, day: string): Incentive {
  return { ...incentive(random.pick(INCENTIVES), random, french, day), valid_from: day }
}
