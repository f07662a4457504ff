// Invented sentences of rental and sale posts, full of numbers that are not addresses.

import type { Random } from '../seeded-random.ts'

type Sentence = (random: Random) => string

const between = (r: Random, from: number, to: number): number => from + r.below(to - from + 1)
const price = (r: Random): string => `$${between(r, 1, 4)},${between(r, 100, 999)}`
const phone = (r: Random): string =>
  r.pick([
    `${r.pick(['416', '647', '604', '403', '780', '613'])}-555-${between(r, 1000, 9999)}`,
    `(${r.pick(['905', '778', '514'])}) 555 ${between(r, 1000, 9999)}`,
    `${r.pick(['416', '604'])}.555.${between(r, 1000, 9999)}`,
  ])
const MONTHS = ['January', 'Feb', 'March', 'April', 'May', 'June', 'July', 'Aug', 'September', 'Oct', 'November', 'Dec']
const month = (r: Random): string => r.pick(MONTHS)

export const ENGLISH: readonly Sentence[] = [
  (r) =>
    `This ${between(r, 1, 3)} bedroom, ${between(r, 1, 3)} bath home offers ${between(r, 450, 1600)} square feet of living space.`,
  (r) => `${between(r, 1, 3)} bed + den, ${between(r, 1, 2)} full baths and ${between(r, 1, 2)} balconies.`,
  (r) => `Move-in date: ${month(r)} ${between(r, 1, 30)}${r.pick(['', ', 2026', 'st'])}.`,
  (r) => `Rent is ${price(r)} per month with a 12 month lease.`,
  (r) => `Asking ${price(r)}/mth, hydro extra, 1 parking and 1 locker included.`,
  (r) => `Call or text ${phone(r)} for a viewing.`,
  (r) => `Listing ID ${r.pick(['C', 'W', 'E', 'N', 'R', 'A'])}${between(r, 1000000, 9999999)}.`,
  (r) =>
    `${between(r, 2, 25)} minutes on foot to the ${r.pick(['subway', 'SkyTrain', 'LRT', 'lake', 'hospital', 'university'])}.`,
  (r) => `${r.pick(['10', '9', '11'])} ft ceilings, ${between(r, 2, 6)} appliances, quartz island.`,
  (r) => `On the ${between(r, 2, 45)}th floor with views to the ${r.pick(['south', 'north', 'east', 'west'])}.`,
  () => '24 hour concierge, gym, pool, 2 guest suites and a party room.',
  (r) => `Open house Sat ${between(r, 1, 4)}-${between(r, 5, 6)} pm and Sunday 2 to 4.`,
  () => 'First and last months required. References and a credit check please.',
  (r) =>
    `Condo fees are $${between(r, 280, 990)}.${between(r, 10, 99)} a month and taxes were $${between(r, 1800, 5200)} in 2025.`,
  (r) => `Walk score ${between(r, 60, 99)}, transit score ${between(r, 50, 99)}.`,
  (r) => `Built in ${between(r, 1975, 2025)} with ${between(r, 5, 52)} storeys and ${between(r, 40, 480)} suites.`,
  () => 'No smoking, no pets. Heat and water are part of the rent.',
  (r) =>
    `Bedroom ${between(r, 9, 14)} x ${between(r, 8, 12)}, living room ${between(r, 14, 20)}' by ${between(r, 10, 13)}'.`,
  (r) => `Minutes to Hwy ${r.pick(['401', '7', '404', '1', '99', '407'])} and ${between(r, 2, 5)} schools.`,
  () => 'A bright corner home with floor to ceiling windows and brand new flooring.',
  () => 'The kitchen has stainless appliances, and the laundry is in the suite.',
  (r) => `Internet of 500 Mbps is included for ${between(r, 1, 2)} year${r.pick(['', 's'])}.`,
  (r) => `Photos from ${between(r, 2020, 2025)}; furniture is gone.`,
  (r) => `Deposit $${between(r, 3, 9)}00. Key deposit $${between(r, 50, 150)}.`,
  (r) => `Student friendly: ${between(r, 3, 12)} min by bus to campus.`,
  () => 'Steps to groceries, cafes, parks and the waterfront path.',
  (r) => `Price drop! Was $${between(r, 500, 900)},000, now $${between(r, 400, 499)},900.`,
  (r) => `1 underground stall #${between(r, 10, 300)} on P${between(r, 1, 4)}, locker ${between(r, 1, 250)}.`,
]

export const FRENCH: readonly Sentence[] = [
  (r) => `Grand ${between(r, 3, 5)} 1/2 rénové de ${between(r, 550, 1250)} pi2 avec balcon.`,
  (r) =>
    `Disponible le ${between(r, 1, 30)} ${r.pick(['juin', 'juillet', 'août', 'septembre'])} ${r.pick(['2026', ''])}.`,
  (r) => `Loyer de ${between(r, 1, 2)} ${between(r, 100, 990)} $ par mois, chauffage et eau chaude inclus.`,
  (r) => `À ${between(r, 2, 15)} minutes à pied du métro et à ${between(r, 1, 4)} km du centre-ville.`,
  (r) => `${between(r, 1, 3)} chambres fermées, ${between(r, 1, 2)} salles de bain, 5 électroménagers.`,
  (r) => `Téléphone : 514-555-${between(r, 1000, 9999)}, du lundi au vendredi de 9 h à 17 h.`,
  (r) => `No Centris ${between(r, 10000000, 29999999)}.`,
  () => 'Immeuble tranquille, non-fumeur, chats acceptés. Enquête de crédit exigée.',
  (r) => `Au ${between(r, 2, 20)}e étage, vue sur le fleuve, 1 stationnement intérieur.`,
  (r) => `Taxes municipales : ${between(r, 1500, 4800)} $ (2025). Frais de condo : ${between(r, 180, 690)} $.`,
  () => 'Planchers de bois, air climatisé, laveuse et sécheuse dans le logement.',
  () => 'Près des écoles, des épiceries et du parc. Piscine et gym dans l’immeuble.',
]

/** Sentences that introduce an address; `@` is the address. */
export const ENGLISH_LOCATION = [
  'Located at @.',
  'The address is @.',
  'You will find it at @, steps from everything.',
  'Address: @',
  'Welcome to @!',
  'Come see @ today.',
  'Live at @ and enjoy the view.',
  'Now leasing at @ - ask about our specials.',
  'Our suite at @ is ready for you.',
  '@ is one of the most sought after addresses in town.',
  'LOCATION: @',
  'Showings at @ by appointment only.',
]
export const FRENCH_LOCATION = [
  'Situé au @.',
  'Adresse : @',
  'Visites au @ sur rendez-vous.',
  'Le condo se trouve au @, près de tout.',
  'Bienvenue au @!',
  'À louer au @.',
]

/** A post of about the given length; `location` goes somewhere in the middle. */
export function writePost(random: Random, language: 'en' | 'fr', length: number, location: string | null): string {
  let pool: Sentence[] = []
  const sentences: string[] = []
  let size = location?.length ?? 0
  while (size < length) {
    // each sentence occurs once before any occurs again
    if (pool.length === 0) pool = [...(language === 'fr' ? FRENCH : ENGLISH)]
    const [write] = pool.splice(random.below(pool.length), 1) as [Sentence]
    const next = write(random)
    sentences.push(next)
    size += next.length + 1
  }
  if (location !== null) sentences.splice(random.below(sentences.length + 1), 0, location)
  const gap = random.pick([' ', ' ', '\n', '\n\n', ' • '])
  return sentences.join(gap)
}

/** Titles of posts; `@` is the address. */
export const TITLES: readonly Sentence[] = [
  (r) => `${between(r, 1, 3)} Bed ${between(r, 1, 2)} Bath @ - ${month(r)} ${between(r, 1, 30)}`,
  (r) => `${price(r)} / ${between(r, 1, 3)}br - ${between(r, 480, 1300)}ft2 - @`,
  (r) => `@ - ${between(r, 1, 3)} bdrm suite, ${between(r, 1, 2)} parking`,
  (r) => `Sublet ${month(r)}-${month(r)}: room at @ ($${between(r, 700, 1400)})`,
  (r) => `NEW!! ${between(r, 1, 2)}+1 condo for lease, @, ${between(r, 500, 900)} sf`,
  () => 'Beautiful corner unit!! @ with lake view',
  (r) => `@ | ${between(r, 1, 3)}BR/${between(r, 1, 2)}BA | avail ${month(r)} 1`,
  (r) => `${between(r, 1, 2)} bedroom apartment for rent at @ all utilities incl.`,
  (r) => `Steps to transit - @ - $${between(r, 1500, 3900)}`,
  () => 'Fully furnished executive condo (@), pool + gym',
  (r) => `Parking for rent @ - $${between(r, 100, 300)}/month`,
  (r) => `*REDUCED* ${between(r, 1, 3)} Bedroom ${between(r, 2, 3)} Bathroom @ **must see**`,
  (r) => `Looking for ${between(r, 1, 2)} roommate(s) - @`,
  (r) => `[${between(r, 1, 3)}B${between(r, 1, 2)}B] @`,
  (r) => `Students welcome: @, ${between(r, 5, 15)} min walk to campus`,
  (r) => `${between(r, 2, 4)} storey penthouse on the top floor of @`,
  (r) => `Condo à louer ${between(r, 3, 5)} 1/2 - @ - libre le 1er juillet`,
  () => 'Luxury living, downtown: @',
]

/** Titles without an address. Several resemble one, such as "2 Bay" or "1 Bedford". */
export const TITLES_WITHOUT_ADDRESS: readonly Sentence[] = [
  (r) => `${between(r, 1, 3)}BR / ${between(r, 1, 3)}Ba, 1 parking, avail ${month(r)} ${between(r, 1, 30)}`,
  (r) => `${between(r, 1, 3)} Bed For Rent`,
  (r) => `${between(r, 1, 3)} Bedroom + Den with ${between(r, 1, 2)} Car Parking ${price(r)}`,
  (r) => `Bright ${between(r, 1, 3)} Bay window apartment, ${between(r, 400, 900)} sq ft`,
  (r) => `${between(r, 1, 4)} Rooms for rent near ${r.pick(['campus', 'downtown', 'the lake', 'the mall'])}`,
  (r) => `$${between(r, 900, 1900)} ${between(r, 1, 2)} Bdrm basement, separate entrance, ${between(r, 1, 2)} parking`,
  (r) => `${between(r, 1, 3)} Br ${between(r, 1, 2)} Bath on the ${between(r, 3, 40)}th floor, ${month(r)} 1st`,
  (r) => `Luxury ${between(r, 1, 3)} Bedroom ${between(r, 2, 3)} Bathroom Penthouse - ${between(r, 900, 2400)} Sqft`,
  (r) => `${between(r, 2, 5)} min to subway! ${between(r, 1, 2)} bed ${between(r, 1, 2)} bath w/ balcony`,
  (r) =>
    `Condo for sale ${between(r, 1, 3)} bed $${between(r, 400, 900)},000 MLS ${r.pick(['C', 'W', 'X'])}${between(r, 1000000, 9999999)}`,
  (r) => `Wanted: ${between(r, 1, 2)} bedroom for ${month(r)}, budget ${price(r)}`,
  (r) =>
    `${between(r, 3, 5)} 1/2 à louer, ${between(r, 1, 2)} mois gratuit, libre ${r.pick(['1er juillet', 'maintenant'])}`,
  (r) => `Call ${phone(r)} - ${between(r, 1, 3)} bedroom condo with ${between(r, 1, 2)} washrooms`,
  (r) => `${between(r, 1, 3)} Bath ${between(r, 1, 3)} Bed Lake View Condo ${between(r, 1, 4)} months lease`,
]
