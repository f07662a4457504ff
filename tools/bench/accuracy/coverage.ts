// Is an answer less sure where few of a city's buildings are indexed? Thins the index, with and without a prior of coverage.

import type { MatchBuilding, Matcher } from '@plinth/matcher'
import { createMatcher } from '@plinth/matcher'
import { share } from '@plinth/matcher/internal/fit/labelled-case'
import { loadStreets } from '../../../src/catalog/snapshot/street-files.ts'
import { resultsMonth, writeResultsSection } from '../../shared/results-file.ts'
import { joinAddress, splitAddress } from '../address-parts.ts'
import { hasShared, sharedBuildings } from '../shared-data.ts'
import { syntheticBuildings } from '../synthetic-buildings.ts'

const SHARES = [1, 0.5, 0.1, 0.025]
const ACCEPT = 0.95
const SIDE = /^(?:e|w|o|east|west|est|ouest)\.?$/i

interface Query {
  readonly building: MatchBuilding
  readonly whole: string
  readonly withoutSide: string
}

function queryOf(building: MatchBuilding): Query[] {
  const line = building.addresses[0]?.line ?? ''
  const parts = splitAddress(line)
  if (!parts || !SIDE.test(parts.words[parts.direction] ?? '')) return []
  const rest = parts.words.filter((_, at) => at !== parts.direction)
  return [{ building, whole: line, withoutSide: joinAddress(parts.number, rest) }]
}

/** The odds of an answer times the share of the city's buildings that the index has. */
const withPrior = (confidence: number, coverage: number): number =>
  (confidence * coverage) / (confidence * coverage + 1 - confidence)

interface Counts {
  right: number
  wrong: number
  rightWithPrior: number
  wrongWithPrior: number
}

function count(matcher: Matcher, queries: readonly Query[], text: 'whole' | 'withoutSide', coverage: number): Counts {
  const counts: Counts = { right: 0, wrong: 0, rightWithPrior: 0, wrongWithPrior: 0 }
  for (const { building, [text]: address } of queries) {
    const [first] = matcher.match({ address, city: building.city, province: building.province ?? null }).candidates
    if (!first || first.confidence < ACCEPT) continue
    const isRight = first.key === building.key
    const isAccepted = withPrior(first.confidence, coverage) >= ACCEPT
    counts[isRight ? 'right' : 'wrong']++
    if (isAccepted) counts[isRight ? 'rightWithPrior' : 'wrongWithPrior']++
  }
  return counts
}

export function measureCoverage(writesResults: boolean): void {
  const all = hasShared() ? sharedBuildings() : syntheticBuildings(1)
  const queries = all.flatMap(queryOf)
  const streets = loadStreets()
  const rows = SHARES.flatMap((coverage) => {
    const kept = all.filter(({ key }) => share(`coverage ${key}`) < coverage)
    const keys = new Set(kept.map(({ key }) => key))
    const present = queries.filter(({ building }) => keys.has(building.key)).length
    const matcher = createMatcher(kept, { streets })
    return (['whole', 'withoutSide'] as const).map((text) => {
      const { right, wrong, rightWithPrior, wrongWithPrior } = count(matcher, queries, text, coverage)
      const query = text === 'whole' ? 'whole address' : 'side left out'
      return `| ${coverage * 100}% | ${query} | ${present} | ${right} | ${wrong} | ${rightWithPrior} | ${wrongWithPrior} |`
    })
  })
  const table = [
    `${queries.length} ${hasShared() ? 'real' : 'invented'} addresses with a side (East or West), each asked once whole and once without its side.`,
    'Accepted: confidence 0.95 or more. The prior multiplies the odds of an answer by the share that is indexed.',
    '',
    '| indexed | query | building indexed | accepted, right | wrong | with prior: right | wrong |',
    '|---:|---|---:|---:|---:|---:|---:|',
    ...rows,
  ]
  console.log(table.join('\n'))
  const heading = `${resultsMonth()} · \`npm run accuracy -- --coverage --write-results\``
  if (writesResults) writeResultsSection('coverage', [heading, '', ...table].join('\n'))
}
