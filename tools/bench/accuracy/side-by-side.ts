// Our answers beside those of alternatives: recall at a precision, and how often the first answer is right.

import type { MatchBuilding } from '@plinth/matcher'
import type { Case } from '../generated-cases.ts'
import type { Peer, PeerBuilding } from '../peers.ts'
import { exactPeer, fuzzballPeer, levenshteinPeer } from '../peers.ts'
import type { Answered, CaseSet } from './answer-set.ts'
import type { Figures } from './figures.ts'
import { figuresOf, recallAt } from './figures.ts'

export const toPeerBuilding = (b: MatchBuilding): PeerBuilding => ({
  key: b.key,
  line: b.addresses[0]?.line ?? '',
  city: b.city,
  name: [b.name, ...(b.aliases ?? [])].filter(Boolean).join(' ') || null,
})

export const answersOf = (peer: Peer, cases: readonly Case[]): Answered[] =>
  cases.map((c) => {
    const found = peer.find(c.text, c.city)
    const key = found?.key ?? null
    return {
      set: '',
      case: c,
      answer: key,
      confidence: found?.score ?? 0,
      second: null,
      shown: [],
      reason: null,
      isRight: key !== null && (key === c.truth || (c.also?.includes(key) ?? false)),
      stratum: 'exact',
      input: 'hints',
    }
  })

const PRECISIONS = [0.9, 0.95, 0.99] as const

function sideRow(name: string, answers: readonly Answered[]): { text: string; r99: number } {
  const positives = Math.max(1, answers.filter((a) => a.case.truth !== null).length)
  const ranked = answers.filter((a) => a.answer !== null).sort((a, b) => b.confidence - a.confidence)
  const recalls = PRECISIONS.map((p) => recallAt(ranked, positives, p))
  const first = answers.filter((a) => a.case.truth !== null && a.isRight).length / positives
  const cells = [...recalls, first].map((x) => (100 * x).toFixed(1).padStart(8))
  return { text: `${name.padEnd(40)}${cells.join('')}`, r99: recalls[2] ?? 0 }
}

/** Prints the table, and returns our figures over all sets in which a building is either right or not. */
export function compareSideBySide(
  buildings: readonly MatchBuilding[],
  sets: readonly CaseSet[],
  answers: ReadonlyMap<string, readonly Answered[]>,
): Figures {
  const isWanted = ({ measure, isPart, name }: CaseSet): boolean =>
    (measure === 'find' || measure === 'refuse') && !isPart && !name.startsWith('posts, development')
  const wanted = sets.filter(isWanted)
  const ours = wanted.flatMap((s) => answers.get(s.name) ?? [])
  const cases = wanted.flatMap((s) => s.cases)
  console.log(`\nside by side, ${cases.length} cases: recall at precision 90, 95, 99; first answer right (%)`)
  const own = sideRow('Plinth', ours)
  console.log(own.text)
  const indexed = buildings.map(toPeerBuilding)
  for (const peer of [exactPeer(indexed), levenshteinPeer(indexed), fuzzballPeer(indexed)])
    console.log(sideRow(peer.name, answersOf(peer, cases)).text)
  return { ...figuresOf('find', ours), r99: own.r99 }
}
