// Adds invented names, towers, corporations and twins to buildings, so that cases can use them.

import type { MatchBuilding } from '@plinth/matcher'
import { share } from '@plinth/matcher/internal/fit/labelled-case'
import { Random } from '../../shared/random.ts'
import { isNumbered, joinAddress } from '../address-parts.ts'
import type { Home } from './case-pool.ts'
import { toHome } from './case-pool.ts'
import { NAMES, STREETS } from './data/tables.ts'
import { fillIn } from './post-sentences.ts'

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
const coined = (r: Random): string => capital(`${r.pick(NAMES.STARTS)}${r.pick(NAMES.MIDDLES)}${r.pick(NAMES.ENDS)}`)

export function inventName(random: Random, { province }: Home): string {
  const forms = [...NAMES.FORMS, ...(province === 'QC' ? NAMES.FRENCH_FORMS : NAMES.ENGLISH_FORMS)]
  return fillIn(random.pick(forms), random, { coined, word: (r) => r.pick(NAMES.WORDS) })
}

/** The same building across the street's dividing point: E for W. */
function twinOf(home: Home): MatchBuilding | null {
  const { parts, building } = home
  const other = STREETS.TWIN_SIDES[parts.words[parts.direction] ?? '']
  // North in `North Park Rd` is part of the name.
  if (other === undefined || (parts.direction === 0 && other.length > 1)) return null
  const words = parts.words.map((w, i) => (i === parts.direction ? other : w))
  return {
    ...building,
    key: `${building.key}_twin`,
    name: null,
    addresses: [{ line: joinAddress(parts.number, words) }],
    postal: null,
  }
}

/**
 * Names a quarter of the buildings, turns some into projects of two towers, and adds twins.
 * The result is the same for the same seed.
 */
export function inventBuildings(buildings: readonly MatchBuilding[], seed: number): MatchBuilding[] {
  const used = new Set<string>()
  const lines = new Set(buildings.flatMap((b) => b.addresses.map((a) => `${a.line} ${b.city}`)))
  const out: MatchBuilding[] = []
  buildings.forEach((b, i) => {
    const home = b.group === undefined && !b.name ? toHome(b) : null
    const turn = share(`invented ${seed} ${b.key}`)
    const random = new Random(seed * 7919 + i)
    const registries = NAMES.REGISTRIES[b.city] ?? NAMES.REGISTRIES[b.province]
    const base: MatchBuilding = {
      ...b,
      storeys: b.storeys ?? 4 + random.below(45),
      ...(registries &&
        !b.condo_corp &&
        random.chance(0.3) && { condo_corp: { registry: random.pick(registries), number: 1000 + i } }),
    }
    let name = home && turn < 0.25 ? inventName(random, home) : null
    if (name !== null && used.has(name)) name = null
    if (!home || name === null) {
      const twin = home && turn > 0.97 && !isNumbered(home.parts) ? twinOf(home) : null
      out.push(base, ...(twin ? [twin] : []))
      return
    }
    used.add(name)
    if (turn < 0.2)
      out.push({
        ...base,
        ...(random.chance(0.5) ? { name } : { name, aliases: [`${name} by ${coined(random)} Homes`] }),
      })
    else out.push(...towersOf(home, base, name, random, lines))
  })
  return out
}

/** Two towers, at one address or at neighbouring ones. */
function towersOf(
  home: Home,
  base: MatchBuilding,
  name: string,
  random: Random,
  lines: ReadonlySet<string>,
): MatchBuilding[] {
  const [first, second] = random.pick(NAMES.TOWER_NAMES)
  const number = Number.parseInt(home.number, 10)
  const isTaken = lines.has(`${number + 2} ${home.street} ${home.city}`)
  const other = isTaken || random.chance(0.5) ? home.number : String(number + 2)
  const group = `project_${base.key}`
  const { condo_corp: _, ...shared } = base
  return [
    { ...shared, group, name: first, aliases: [name] },
    {
      ...shared,
      key: `${base.key}_t2`,
      group,
      name: second,
      aliases: [name],
      addresses: [{ line: `${other} ${home.street}` }],
    },
  ]
}
