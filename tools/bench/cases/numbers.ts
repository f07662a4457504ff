// Cases: numbers in words, in Québec's order, in records, spreadsheets, PDF and dictation.

import type { Random } from '../../shared/random.ts'
import type { Case } from '../generated-cases.ts'
import type { CasePool, Home, Kinds, Make } from './case-pool.ts'
import { foldWord, groupBy, lineOf, placeOf } from './case-pool.ts'
import { FRAMES } from './data/tables.ts'
import { fillIn, valuesOf } from './post-sentences.ts'
import { bareStreet } from './real-streets.ts'
import RENAMED from './renamed-streets.json' with { type: 'json' }
import { spokenWithAnd } from './spoken-numbers.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const numberOf = (home: Home): number => (/^\d+$/.test(home.number) ? Number(home.number) : 0)
const isNamed = (home: Home): boolean => !/^\d/.test(home.bare)

/** The type and the name of the street as the fields of a record. */
function fieldsOf(home: Home): { name: string; type: string; side: string } {
  const { words, type, direction } = home.parts
  return {
    name: home.parts.name.map((i) => words[i]).join(' '),
    type: words[type] ?? '',
    side: words[direction] ?? '',
  }
}

const RECORDS: Readonly<Record<string, (home: Home, r: Random) => string>> = {
  'key=value': (home, r) => {
    const { name, type, side } = fieldsOf(home)
    const more = { name, type, side: side && `, StreetDirSuffix=${side}`, unit: String(100 + r.below(900)) }
    return fillIn(r.pick(FRAMES.records.keyValue), r, { ...valuesOf(home), ...more })
  },
  JSON: (home, r) => {
    const { name, type, side } = fieldsOf(home)
    return r.pick([
      JSON.stringify({
        StreetNumber: home.number,
        StreetName: name,
        StreetSuffix: type,
        StreetDirSuffix: side || null,
        City: home.city,
      }),
      JSON.stringify({
        address: { streetAddress: lineOf(home), addressLocality: home.city, addressRegion: home.province },
      }),
      JSON.stringify({ number: numberOf(home), street: home.street, city: home.city, beds: 2, price: 2450 }, null, 1),
      JSON.stringify({
        id: 10000 + r.below(90000),
        unit: String(100 + r.below(900)),
        address: lineOf(home),
        city: home.city,
      }),
    ])
  },
  'number as a decimal': (home, r) => {
    const unit = String(100 + r.below(900))
    return fillIn(r.pick(FRAMES.records.decimal), r, { ...valuesOf(home), unit })
  },
  'number twice': (home, r) => fillIn(r.pick(FRAMES.records.twice), r, valuesOf(home)),
  'address withheld': (home, r) => fillIn(r.pick(FRAMES.records.withheld), r, valuesOf(home)),
}

/** `1.48E+03`, only when it loses no digit. */
function scientific(n: number): string | null {
  const text = n.toExponential(2).replace(/e\+(\d)$/, 'E+0$1')
  return Number(text) === n && n >= 100 ? text : null
}

const SHEETS: Readonly<Record<string, Make>> = {
  'number in scientific notation': (home) => {
    const text = scientific(numberOf(home))
    return text === null ? null : { text: `${text} ${home.street}`, ...placeOf(home) }
  },
  'unit and number as a date': (home, r) => {
    const n = numberOf(home)
    return n < 1 || n > 28
      ? null
      : { text: `${r.pick([`${n}-${r.pick(MONTHS)}`, `${r.pick(MONTHS)}-${n}`])} ${home.street}`, ...placeOf(home) }
  },
  'one word a line': (home, r) => ({
    text: `${lineOf(home)} ${home.city} ${home.province}`.replaceAll(' ', r.pick(['\n', '\r\n', '\n\n'])),
  }),
  'number dictated in pairs': (home) => {
    const pairs = /^([1-9]\d)([1-9]\d)$/.exec(home.number)
    return pairs ? { text: `${pairs[1]} ${pairs[2]} ${home.street}`, ...placeOf(home) } : null
  },
}

function renamed(): Make {
  const byStreet = new Map(RENAMED.map((s) => [`${bareStreet(s.line)} ${foldWord(s.city)}`, s.former_line]))
  return (home) => {
    const former = byStreet.get(`${home.bare} ${foldWord(home.city)}`)
    // the side of the former name is that of one row only
    if (former === undefined) return null
    const side = home.parts.words[home.parts.direction]
    return { text: `${home.number} ${former.replace(/ [OE]$/, '')}${side ? ` ${side}` : ''}`, ...placeOf(home) }
  }
}

/** The round number of the street is indexed, and the words say another: `five hundred and eight` is not 500. */
function roundNumber(pool: CasePool): Make {
  return (home, r) => {
    const round = numberOf(home)
    if (round < 100 || round % 100 !== 0 || !isNamed(home)) return null
    const said = round + 1 + r.below(98)
    const words = spokenWithAnd(said, r)
    const [owner] = pool.ownersOf(String(said), home.bare)
    return words === null || owner !== undefined ? null : { text: `${words} ${home.street}`, truth: null }
  }
}

/** Number before unit, as Québec writes it. */
function quebecOrder(pool: CasePool): { find: Make; tie: Make } {
  const unit = (home: Home, r: Random): string | null => {
    const n = String(1 + r.below(60))
    return home.province === 'QC' && isNamed(home) && pool.ownersOf(n, home.bare).size === 0 ? n : null
  }
  const find: Make = (home, r) => {
    const n = unit(home, r)
    return n === null
      ? null
      : { text: r.pick([`${home.number}-${n} ${home.street}`, `${home.number}-${n}, ${home.street}`]) }
  }
  const byStreet = groupBy(
    pool.homes.filter((h) => h.province === 'QC' && isNamed(h)),
    (h) => `${h.street} ${h.city}`,
  )
  const tie: Make = (home, r) => {
    const others = (byStreet.get(`${home.street} ${home.city}`) ?? []).filter(
      (h) => numberOf(h) < numberOf(home) && numberOf(h) < 4000,
    )
    if (others.length === 0 || numberOf(home) < 100) return null
    const other = r.pick(others)
    // two neighbours of one side may be a range
    if (numberOf(home) - numberOf(other) < 60) return null
    if (pool.options.isAbsent?.(other.building.key)) return null
    const tied = [home.building.key, other.building.key]
    return { text: `${home.number}-${other.number} ${home.street}`, ...placeOf(home), truth: null, tied }
  }
  return { find, tie }
}

export function numberCases(pool: CasePool, count: number): Case[] {
  const words: Make = (home, r) => {
    const spoken = spokenWithAnd(numberOf(home), r)
    return spoken === null ? null : { text: `${spoken} ${home.street}` }
  }
  const { find, tie } = quebecOrder(pool)
  const records = Object.entries(RECORDS).map(([kind, write]): [string, Make] => [
    `record: ${kind}`,
    (home, r) => ({ text: write(home, r) }),
  ])
  const sheets = Object.entries(SHEETS).map(([kind, make]): [string, Kinds[string]] => [
    `sheet: ${kind}`,
    [1 / 2, make],
  ])
  return [
    ...pool.cases('number: words with "and"', count, words, 1 / 4),
    ...pool.cases('number: words with "and", the round number is indexed', count, roundNumber(pool), 0),
    ...pool.cases('number: Québec order, number-unit', count, find, 1 / 4),
    ...pool.cases('number: Québec order, both are indexed', Math.ceil(count / 2), tie, 0),
    ...pool.ofKinds(Object.fromEntries([...records, ...sheets]), count, 1 / 5),
    ...pool.cases('sheet: renamed street', Math.ceil(count / 3), renamed(), 0),
  ]
}
