// Cases: names of buildings and projects, alone, with units, in sentences and misspelled.

import type { MatchBuilding } from '@plinth/matcher'
import { distance } from 'fastest-levenshtein'
import type { Random } from '../../shared/random.ts'
import type { Case } from '../generated-cases.ts'
import { unitNumber } from '../unit-formats.ts'
import type { CasePool, Home } from './case-pool.ts'
import { foldWord, lineOf, placeOf, toHome } from './case-pool.ts'
import { NAMES } from './data/tables.ts'
import { inventName } from './invented-buildings.ts'
import { placeText } from './unit-text.ts'

const CONDO_WORDS = /\b(the|le|la|les|condos?|condominiums?|residences?|lofts?|towers?|place|tower)\b/gi

/** The part of a name that tells it apart. */
export const nameCore = (name: string): string => foldWord(name.replace(CONDO_WORDS, ' '))

export interface Named {
  readonly home: Home
  readonly name: string
  /** The towers of the project; one key for a single building. */
  readonly keys: readonly string[]
  readonly group: string | null
}

/** Buildings and projects whose name no other has. */
export function namedBuildings(buildings: readonly MatchBuilding[]): Named[] {
  const owners = new Map<string, Set<string>>()
  const found = new Map<string, { home: Home; name: string; keys: string[]; group: string | null }>()
  for (const b of buildings) {
    const names = b.group === undefined ? (b.name ? [b.name] : []) : (b.aliases ?? [])
    const owner = b.group ?? b.key
    for (const name of [...(b.name ? [b.name] : []), ...(b.aliases ?? [])]) {
      const core = nameCore(name)
      owners.set(core, (owners.get(core) ?? new Set()).add(owner))
    }
    const home = toHome(b)
    const [name] = names
    if (!home || name === undefined) continue
    const same = found.get(owner)
    if (same) same.keys.push(b.key)
    else found.set(owner, { home, name, keys: [b.key], group: b.group ?? null })
  }
  return [...found.values()].filter(({ name }) => {
    const core = nameCore(name)
    return core.length >= 4 && /[a-z]{3}/.test(core) && owners.get(core)?.size === 1
  })
}

function misspelled(name: string, random: Random): string | null {
  const words = name.split(' ')
  const long = words
    .map((_, i) => i)
    .filter((i) => (words[i] as string).length >= 5 && !new RegExp(CONDO_WORDS.source, 'i').test(words[i] as string))
  if (long.length === 0) return null
  const at = random.pick(long)
  const word = words[at] as string
  const k = 1 + random.below(word.length - 2)
  const edited = random.pick([
    word.slice(0, k) + word.slice(k + 1),
    word.slice(0, k) + word[k + 1] + word[k] + word.slice(k + 2),
    word.slice(0, k) + random.pick([...'aeiounrtls']) + word.slice(k + 1),
    word.slice(0, k) + word[k] + word.slice(k),
  ])
  return edited.toLowerCase() === word.toLowerCase() ? null : words.map((w, i) => (i === at ? edited : w)).join(' ')
}

type Form = (name: string, home: Home, random: Random) => { text: string; building_name?: string } | null

const FORMS: Readonly<Record<string, Form>> = {
  alone: (name) => ({ text: name }),
  'with city': (name, home, r) => ({ text: `${name}${r.pick([', ', ' '])}${placeText(home, r)}` }),
  'with unit': (name, _, r) => {
    const unit = unitNumber(r)
    return {
      text: r.pick([
        `Unit ${unit} ${name}`,
        `${name} ${unit}`,
        `${name} condos ${unit}`,
        `#${unit} ${name}`,
        `${unit} - ${name}`,
        `${name}, suite ${unit}`,
      ]),
    }
  },
  'in a sentence': (name, home, r) => ({
    text: r.pick([
      `Sunny ${1 + r.below(3)} bedroom with parking at ${name}`,
      `Sublet at ${name}, ${home.city}, from May 1`,
      `${1 + r.below(2)} bed 1 bath in the ${name} building - pool, gym`,
      `Rare corner suite for sale in ${name}!`,
      `Roommate wanted, ${name}, $${900 + r.below(900)}/month`,
      `FOR LEASE: ${name.toUpperCase()} ${1 + r.below(3)}BR`,
    ]),
  }),
  misspelled: (name, home, r) => {
    const wrong = misspelled(name, r)
    return wrong === null ? null : { text: r.pick([wrong, `${wrong}, ${home.city}`, `Unit ${unitNumber(r)} ${wrong}`]) }
  },
  'street without number': (name, home) => ({ text: `${name}, ${home.street}` }),
  'as a hint': (name, home, r) => ({
    text: r.pick([`Unit ${unitNumber(r)}`, home.street, `${home.city}`]),
    building_name: name,
  }),
  'with address': (name, home, r) => ({
    text: r.pick([
      `${name}, ${lineOf(home)}`,
      `${lineOf(home)} (${name})`,
      `${name} - ${unitNumber(r)}-${lineOf(home)}`,
    ]),
  }),
}

function towerCases(pool: CasePool, projects: readonly Named[], count: number): Case[] {
  const byKey = new Map(pool.buildings.map((b) => [b.key, b]))
  return pool.draw({ kind: 'names: tower', count: projects.length > 0 ? count : 0 }, (random) => {
    const { name, keys, home } = random.pick(projects)
    const key = random.pick(keys)
    const tower = byKey.get(key) as MatchBuilding
    const label = random.chance(0.5) ? (tower.name ?? '') : (NAMES.TOWER_SHORT[tower.name ?? ''] ?? tower.name ?? '')
    const unit = unitNumber(random)
    const line = tower.addresses[0]?.line ?? ''
    const isShort = /^T\d$/.test(label)
    const withName = random.chance(0.5)
    const text = withName
      ? random.pick([
          `${name} ${label}`,
          `${name}, ${label}, unit ${unit}`,
          isShort ? `${label}-${unit} ${name}` : `${unit} ${name} - ${label}`,
        ])
      : random.pick([
          `${line} ${label}`,
          `${label}, ${line}`,
          isShort ? `${label}-${unit} ${line}` : `${line}, ${label}, #${unit}`,
        ])
    return {
      home,
      kind: withName ? 'names: tower by project name' : 'names: tower by address',
      text,
      ...pool.hintsOf(home, random),
      truth: pool.options.isAbsent?.(key) ? null : key,
      source: keys[0]!,
    }
  })
}

/** The name of one building beside the address of another, or beside the next number. */
const conflictCases = (pool: CasePool, named: readonly Named[], count: number): Case[] =>
  pool.draw({ kind: 'names: conflict', count }, (random) => {
    const { home, name, keys } = random.pick(named)
    const other = random.pick(named)
    const free = pool.freeNumber(home, random)
    if (keys[0] === other.keys[0] || free === null) return null
    const isOwnStreet = random.chance(0.5)
    const line = isOwnStreet ? `${free} ${home.street}` : lineOf(other.home)
    return {
      home,
      kind: isOwnStreet ? 'names: conflict, next number' : 'names: conflict, address of another',
      text: random.pick([`${name}, ${line}`, `${line} - ${name}`]),
      ...pool.hintsOf(home, random),
      source: keys[0]!,
    }
  })

export function nameCases(pool: CasePool, count: number): Case[] {
  const named = namedBuildings(pool.buildings).filter((n) => pool.options.isSource?.(n.keys[0] as string) ?? true)
  if (named.length === 0) return []
  const isAbsent = pool.options.isAbsent ?? (() => false)
  const cores = new Set(
    pool.buildings.flatMap((b) => [b.name, ...(b.aliases ?? [])].flatMap((name) => (name ? [nameCore(name)] : []))),
  )
  /** An unknown name must not read as a misspelling of a known one. */
  const isKnown = (name: string): boolean => {
    const core = nameCore(name)
    return cores.has(core) || [...cores].some((c) => Math.abs(c.length - core.length) < 2 && distance(c, core) < 2)
  }
  const out: Case[] = []
  for (const [form, write] of Object.entries(FORMS)) {
    const kind = `names: ${form}`
    const random = pool.randomFor(kind)
    for (let i = 0, tries = 0; i < count && tries < count * 20; tries++) {
      const chosen = random.pick(named)
      const isUnknown = i % 4 === 3
      const name = isUnknown ? inventName(random, chosen.home) : chosen.name
      if (isUnknown && (isKnown(name) || form === 'with address')) {
        if (form === 'with address') i++
        continue
      }
      const draft = write(name, chosen.home, random)
      if (!draft) continue
      const present = isUnknown ? [] : chosen.keys.filter((k) => !isAbsent(k))
      const truth = present[0] ?? null
      const hints = form === 'as a hint' ? placeOf(chosen.home) : pool.hintsOf(chosen.home, random)
      out.push({
        id: `${kind}/${pool.options.seed}/${i++}`,
        kind: isUnknown
          ? `${kind}, not indexed`
          : truth === null
            ? `${kind}, absent`
            : chosen.group
              ? `${kind}, project`
              : kind,
        ...hints,
        ...draft,
        truth,
        source: chosen.keys[0] as string,
        ...(present.length > 1 && chosen.group && { also: present.slice(1), truthGroup: chosen.group }),
      })
    }
  }
  const projects = named.filter((n) => n.keys.length > 1)
  return [...out, ...conflictCases(pool, named, count), ...towerCases(pool, projects, count)]
}
