// Writes project descriptions in English, and in French where it is spoken.

import type { Random } from './drawings/random.ts'
import type { Form } from './form.ts'
import type { Site } from './sites.ts'

export type Subject = {
  name: string
  site: Site
  form: Form
  units: number
  phase: 'planned' | 'sold' | 'standing'
  year: number | null
}

const MATERIAL_WORDS = {
  brick: 'brick',
  concrete: 'board-marked concrete',
  precast: 'pale precast',
  glass: 'glass',
  metal: 'dark metal panels',
  stone: 'limestone',
}
const FRENCH_MATERIALS = {
  brick: 'brique',
  concrete: 'béton',
  precast: 'béton préfabriqué',
  glass: 'verre',
  metal: 'panneaux de métal',
  stone: 'pierre calcaire',
}

const INSIDE = [
  'Kitchens are on the inner wall, so that the living room keeps the window to itself.',
  'Ceilings are nine feet high, ten on the top two floors.',
  'Every suite has its own heat pump and a meter for water and power.',
  'Bedrooms have doors, not sliding panels, and a closet one can stand in.',
  'Balconies are deep enough for a table and four chairs.',
  'The lobby has a room for parcels, a bench, and a window to the street.',
  'There is a wash stand for bicycles and dogs by the garage door.',
  'Windows are triple glazed on the traffic side.',
]
const OLD_INSIDE = [
  'Suites are large by today’s measure and most have a separate dining room.',
  'The windows and the garage membrane were replaced in recent years.',
  'Balconies run the full width of the living rooms.',
  'Heating is by the original hot-water radiators.',
  'The reserve fund study was renewed lately and fees cover most utilities.',
]
const FRENCH_INSIDE = [
  'Les cuisines tournent le dos au corridor et laissent la fenêtre au séjour.',
  'Chaque logement a sa thermopompe et son espace de rangement.',
  'Les plafonds ont neuf pieds, dix aux deux derniers étages.',
  'Les balcons sont assez profonds pour une table et quatre chaises.',
  'Le hall donne sur la rue ; un local à colis se trouve à côté.',
]

export function describe(random: Random, subject: Subject): { english: string; french: string | null } {
  const { site } = subject
  const speaksFrench = site.city.province === 'QC' || site.city.province === 'NB'
  const sentences = [opening(random, subject), random.pick((subject.year ?? 2026) < 1996 ? OLD_INSIDE : INSIDE)]
  if (random.chance(0.6)) sentences.push(closing(random, subject))
  return { english: sentences.join(' '), french: speaksFrench ? frenchText(random, subject) : null }
}

function opening(random: Random, { name, site, form, units, year, phase }: Subject): string {
  const material = MATERIAL_WORDS[form.look.material]
  const street = site.street.line
  if (form.kind === 'condo_townhouse') {
    return phase === 'standing'
      ? `${units} townhouses in ${material} on ${street}, finished in ${year}, each with its own front door.`
      : `${units} townhouses in ${material} are planned on ${street} in ${site.neighbourhood}, each with its own front door.`
  }
  const towers = form.towers.length
  const body = towers > 1 ? `${count(towers)} towers of up to ${form.towers[0]} storeys` : `${form.towers[0]} storeys`
  if (phase === 'standing') {
    return random.pick([
      `${name} stands on ${street} in ${site.neighbourhood}: ${body} in ${material}, ${units} suites, completed in ${year}.`,
      `Built in ${year}, ${name} has ${units} suites in ${body} clad in ${material}.`,
      `${capital(body)} of ${material} in ${site.neighbourhood}, with ${units} suites, occupied since ${year}.`,
    ])
  }
  return random.pick([
    `${name} brings ${units} homes to ${street} in ${site.neighbourhood}: ${body}, clad in ${material}.`,
    `${capital(body)} in ${material} will rise on ${street}, with ${units} homes above shops and a day care.`,
    `On ${street}, ${name} is set back behind a row of trees: ${body} and ${units} homes.`,
  ])
}

function closing(random: Random, { site, phase }: Subject): string {
  if (phase === 'standing')
    return random.pick([
      'Visitor parking is at the rear.',
      `The shops of ${site.neighbourhood} are a few minutes away on foot.`,
      'Pets are allowed with limits on size.',
    ])
  return random.pick([
    `Transit on ${site.street.line} stops at the corner.`,
    'The sales centre is open by appointment.',
    'A worksheet is needed to reserve a suite.',
    `The builder expects to keep the ground floor for shops that ${site.neighbourhood} lacks.`,
  ])
}

function frenchText(random: Random, { name, site, form, units, year, phase }: Subject): string {
  const material = FRENCH_MATERIALS[form.look.material]
  const storeys = form.towers[0]
  const first =
    phase === 'standing'
      ? `${name} compte ${units} logements sur ${storeys} étages en ${material}, dans le secteur ${site.neighbourhood}. L’immeuble date de ${year}.`
      : `${name} proposera ${units} logements sur ${storeys} étages en ${material}, dans le secteur ${site.neighbourhood}.`
  return `${first} ${random.pick(FRENCH_INSIDE)}`
}

function count(number: number): string {
  return ['no', 'one', 'two', 'three', 'four', 'five'][number] ?? String(number)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
