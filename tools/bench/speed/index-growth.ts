// Measures how the matcher's index grows with the buildings: to build, store, open, patch and query.
//   npx tsx tools/bench/speed/index-growth.ts [--million]     (uses the build of the package if it exists)

import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { MatchBuilding } from '@plinth/matcher'
import { Random } from '../../shared/random.ts'
import { median, quantile } from '../../shared/tables.ts'
import { SYNTHETIC_CITIES } from '../synthetic-streets.ts'
import { cpuMs, hasOption } from './measure.ts'

type MatcherModule = typeof import('@plinth/matcher')

export async function matcherModule(): Promise<MatcherModule> {
  const built = new URL('../../../packages/matcher/dist/matcher.js', import.meta.url)
  const file = existsSync(built)
    ? built.href
    : new URL('../../../packages/matcher/src/matcher.ts', import.meta.url).href
  return import(file)
}

/** Microseconds per query after a warm-up. */
export function time(count: number, run: (i: number) => unknown): { median: number; p99: number; mean: number } {
  for (let i = 0; i < Math.min(count, 3000); i++) run(i)
  const times = new Float64Array(count)
  const began = performance.now()
  for (let i = 0; i < count; i++) {
    const started = performance.now()
    run(i)
    times[i] = (performance.now() - started) * 1000
  }
  const mean = ((performance.now() - began) * 1000) / count
  return { median: median(times), p99: quantile(times, 0.99), mean }
}

/** Generates buildings on invented streets of real cities. */
export function* generateBuildings(count: number): Generator<MatchBuilding> {
  const random = new Random(42)
  const syllables =
    'ash bel cor dun el fair glen hart iver kil lan mor nor oak pem ross stan thorn wick ford ley ton wood dale field brook mere hurst'.split(
      ' ',
    )
  const types = ['St', 'Ave', 'Rd', 'Dr', 'Cres', 'Blvd', 'Crt', 'Way']
  const streets = Array.from({ length: Math.max(500, Math.floor(count / 12)) }, () => {
    const name = random.pick(syllables) + random.pick(syllables) + (random.chance(0.4) ? random.pick(syllables) : '')
    const city = random.pick(SYNTHETIC_CITIES)
    return {
      line: `${name[0]?.toUpperCase()}${name.slice(1)} ${random.pick(types)}${random.chance(0.15) ? ' W' : ''}`,
      city,
    }
  })
  for (let i = 0; i < count; i++) {
    const street = random.pick(streets)
    yield {
      key: `m${i}`,
      addresses: [{ line: `${1 + random.below(random.chance(0.5) ? 600 : 9000)} ${street.line}` }],
      city: street.city.city,
      province: street.city.province,
    }
  }
}

const CHANGED = 100

function printGrowth(matcher: MatcherModule, count: number): void {
  const queries: { text: string; city: string }[] = []
  const changed: MatchBuilding[] = []
  let i = 0
  for (const b of generateBuildings(count)) {
    if (i % Math.ceil(count / 3000) === 0) queries.push({ text: `#12 - ${b.addresses[0]?.line}`, city: b.city })
    if (i++ % Math.ceil(count / CHANGED) === 0) changed.push({ ...b, name: `Renamed ${i}` })
  }
  const built = cpuMs(() => matcher.buildIndex(generateBuildings(count)))
  const sections = matcher.indexToSections(built.result)
  const stored = Object.values(sections).reduce((sum, array) => sum + array.byteLength, 0) / count
  const opened = cpuMs(() => matcher.createMatcherFromSections(sections))
  const keys = changed.map((b) => b.key)
  const patches = Array.from({ length: 3 }, () => cpuMs(() => matcher.patchIndex(built.result, keys, changed)).ms)
  const query = time(20_000, (k) => {
    const q = queries[k % queries.length] as { text: string; city: string }
    return opened.result.match({ address: q.text, city: q.city })
  })
  const ms = (value: number): string => `${Math.round(value)} ms`
  console.log(
    `  ${String(count).padStart(9)} buildings: median ${query.median.toFixed(1)} µs, built in ${ms(built.ms)}, opened in ` +
      `${ms(opened.ms)}, ${changed.length} replaced in ${ms(Math.min(...patches))} of processor time; ` +
      `${Math.round(stored)} bytes per building`,
  )
}

export async function benchGrowth(): Promise<void> {
  const matcher = await matcherModule()
  const counts = [6_000, 100_000, ...(hasOption('million') ? [1_000_000] : [])]
  for (const count of counts) printGrowth(matcher, count)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchGrowth()
