// Generates synthetic buildings on real streets, and cases in several styles.

import type { MatchBuilding } from '@plinth/matcher'
import { Random } from '../shared/random.ts'
import { NAMES } from './cases/data/tables.ts'
import type { Case } from './generated-cases.ts'
import type { SyntheticCity } from './synthetic-streets.ts'
import { SYNTHETIC_CITIES } from './synthetic-streets.ts'

/** Expands `King St {W|E}` and `{2|4}th Ave`. */
function expand(street: string): string[] {
  const open = street.indexOf('{')
  if (open < 0) return [street.replace('  ', ' ')]
  const close = street.indexOf('}')
  const options = street.slice(open + 1, close).split('|')
  return options.flatMap((o) =>
    expand(
      (street.slice(0, open) + o + street.slice(close + 1))
        .replace('2th', '2nd')
        .replace('41th', '41st')
        .replace('1e Av', '1re Av'),
    ),
  )
}

function randomNumber(city: SyntheticCity, random: Random): number {
  const wide = city.province === 'AB' ? 14000 : city.province === 'BC' || city.province === 'QC' ? 7000 : 3000
  return 1 + random.below(random.chance(0.4) ? 400 : wide)
}

/** About 3,000 buildings, the same for the same seed, with towers, ranges, old addresses, names and corporations. */
export function syntheticBuildings(seed = 1, perStreet = 10): MatchBuilding[] {
  const random = new Random(seed)
  const out: MatchBuilding[] = []
  const used = new Set<string>()
  for (const city of SYNTHETIC_CITIES)
    for (const street of city.streets.flatMap(expand))
      for (let k = 0; k < perStreet; k++) {
        const number = randomNumber(city, random)
        if (used.has(`${number} ${street} ${city.city}`)) continue
        used.add(`${number} ${street} ${city.city}`)
        out.push(...project(city, street, number, out.length, random))
      }
  return out
}

function project(city: SyntheticCity, street: string, number: number, id: number, random: Random): MatchBuilding[] {
  const name = random.chance(0.4)
    ? `${random.pick(NAMES.FIRST)} ${random.pick(NAMES.SECOND)} ${random.chance(0.3) ? 'on the Park' : ''}`.trim()
    : null
  const registries = NAMES.CORPS[city.city]
  const base = {
    city: city.city,
    province: city.province,
    postal: random.chance(0.6) ? `${random.pick(city.postal)}${random.below(10)}A${random.below(10)}` : null,
    storeys: 4 + random.below(50),
    ...(name && { aliases: [name] }),
    ...(registries && random.chance(0.3) && { condo_corp: { registry: random.pick(registries), number: 1000 + id } }),
  }
  const kind = random.next()
  if (kind < 0.06) {
    // towers of one project that share the address
    return ['A', 'B'].map((tower, i) => ({
      ...base,
      key: `own_${id + i}`,
      group: `project_${id}`,
      name: `Tower ${tower}`,
      addresses: [{ line: `${number} ${street}` }],
    }))
  }
  if (kind < 0.1)
    return [{ ...base, key: `own_${id}`, addresses: [{ line: `${number}-${number + 4} ${street}`, kind: 'range' }] }]
  if (kind < 0.14)
    return [
      {
        ...base,
        key: `own_${id}`,
        addresses: [
          { line: `${number} ${street}` },
          { line: `${number + 6} ${street}`, kind: 'historic', valid_to: '1998-01-01' },
        ],
      },
    ]
  return [{ ...base, key: `own_${id}`, addresses: [{ line: `${number} ${street}` }] }]
}

/** Cases that address errors do not cover: another city or country, names, corporations, no number. */
export function syntheticCases(
  buildings: readonly MatchBuilding[],
  isAbsent: (key: string) => boolean,
  seed = 3,
): Case[] {
  const random = new Random(seed)
  const out: Case[] = []
  const streetsOf = new Map<string, Set<string>>()
  for (const b of buildings) {
    const line = b.addresses[0]?.line ?? ''
    const street = line.slice(line.indexOf(' ') + 1)
    streetsOf.set(street, (streetsOf.get(street) ?? new Set()).add(b.city))
  }
  const nameCount = new Map<string, number>()
  for (const b of buildings)
    for (const a of b.aliases ?? []) if (!isAbsent(b.key)) nameCount.set(a, (nameCount.get(a) ?? 0) + 1)
  for (const b of buildings) {
    const line = b.addresses[0]?.line ?? ''
    const street = line.slice(line.indexOf(' ') + 1)
    const truth = isAbsent(b.key) || b.group !== undefined ? null : b.key
    const add = (kind: string, text: string, t: string | null, city: string | null, province: string | null): void => {
      if (b.group === undefined)
        out.push({ id: `${kind}/${b.key}`, text, city, province, truth: t, kind, source: b.key })
    }
    const turn = random.below(8)
    const other = random.pick(SYNTHETIC_CITIES)
    // feeds write any city of the metropolitan area, so only another province is certainly another city
    if (turn === 0 && other.province !== b.province && !streetsOf.get(street)?.has(other.city))
      add('another city', line, null, other.city, other.province)
    if (turn === 1) add('no civic number', street, null, b.city, b.province)
    if (turn === 2) add('American', `${line}, Buffalo, NY 14201, USA`, null, null, null)
    if (turn === 3 && b.postal) add('postal code in the text', `${line}, ${b.city} ${b.postal}`, truth, null, null)
    if (turn === 4 && b.aliases?.[0])
      add('name beside the address', `${b.aliases[0]}, ${line}`, truth, b.city, b.province)
    if (turn === 5 && b.addresses[1]) add('old address', b.addresses[1].line, truth, b.city, b.province)
    if (turn === 6 && b.condo_corp)
      add('corporation', `${b.condo_corp.registry}${b.condo_corp.number}, ${b.city}`, truth, b.city, b.province)
    if (turn === 7 && b.aliases?.[0] && nameCount.get(b.aliases[0]) === 1)
      add('name alone', `${b.aliases[0]}, ${b.city}`, truth, b.city, b.province)
  }
  return out
}
