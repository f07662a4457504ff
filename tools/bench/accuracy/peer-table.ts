// A table of our answers beside those of alternatives, by kind of text.

import type { MatchBuilding } from '@plinth/matcher'
import type { Case } from '../generated-cases.ts'
import type { Peer, PeerBuilding } from '../peers.ts'
import type { Answered, CaseSet, SetGroup } from './answer-set.ts'
import { answerSets, buildingsOf } from './answer-set.ts'
import { figuresOf } from './figures.ts'

/** The name of a row, and the sets that it merges. */
export type TableRow = readonly [name: string, sets: RegExp]

export interface TableOptions {
  /** Cases per row, and per row for peers that take milliseconds per query. */
  readonly sample: number
  readonly slowSample: number
  readonly peersOf: (buildings: readonly PeerBuilding[]) => readonly Peer[]
}

export const OURS = 'Plinth'

/** Evenly spaced, so that every kind of a set is in it. */
export function sample<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)] as T)
}

const toPeerBuilding = (b: MatchBuilding): PeerBuilding => ({
  key: b.key,
  line: b.addresses[0]?.line ?? '',
  city: b.city,
  name: [b.name, ...(b.aliases ?? [])].filter(Boolean).join(' ') || null,
})

const answersOf = (peer: Peer, cases: readonly Case[]): Answered[] =>
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

interface Threshold {
  readonly score: number
  readonly isPrecise: boolean
}

/** The lowest score at which 99.5 % of the answers are right; the best F1 if no score reaches that. */
function thresholdOf(answers: readonly Answered[]): Threshold {
  const ranked = answers.filter((a) => a.answer !== null).sort((a, b) => b.confidence - a.confidence)
  const positives = answers.filter((a) => a.case.truth !== null).length
  let right = 0
  let precise: number | null = null
  let best = { f1: 0, score: Number.POSITIVE_INFINITY }
  ranked.forEach((a, i) => {
    if (a.isRight) right++
    if (ranked[i + 1]?.confidence === a.confidence) return
    if (right / (i + 1) >= 0.995) precise = a.confidence
    const f1 = (2 * right) / (i + 1 + positives)
    if (f1 > best.f1) best = { f1, score: a.confidence }
  })
  return { score: precise ?? best.score, isPrecise: precise !== null }
}

/** `R@P 99.5 · wrong`, or only the wrong links where no link is right; in brackets the size of a smaller sample. */
function cellText(answers: readonly Answered[] | undefined, threshold: number, n: number): string {
  if (!answers) return '–'
  const wrong = answers.filter((a) => a.answer !== null && !a.isRight && a.confidence >= threshold).length
  const part = answers.length < n ? ` (${answers.length})` : ''
  const share = `${((100 * wrong) / Math.max(1, answers.length)).toFixed(1)} %${part}`
  if (answers.every((a) => a.case.truth === null)) return share
  return `${(100 * (figuresOf('find', answers).r995 ?? 0)).toFixed(1)} · ${share}`
}

export class PeerTable {
  /** Answers by row and by matcher. */
  readonly answers = new Map<string, Map<string, Answered[]>>()
  readonly #rows: readonly TableRow[]
  readonly #options: TableOptions

  /** The first row sets the thresholds. */
  constructor(rows: readonly TableRow[], options: TableOptions) {
    this.#rows = rows
    this.#options = options
  }

  #add(row: string, column: string, answers: readonly Answered[]): void {
    const cells = this.answers.get(row) ?? new Map<string, Answered[]>()
    this.answers.set(row, cells)
    cells.set(column, [...(cells.get(column) ?? []), ...answers])
  }

  /** Adds the answers to the sets of a group. */
  async measure(group: SetGroup): Promise<void> {
    const { sample: most, slowSample, peersOf } = this.#options
    const sets = group.sets()
    const wanted: CaseSet[] = this.#rows.flatMap(([name, pattern]) => {
      const cases = sets.filter((s) => pattern.test(s.name)).flatMap((s) => s.cases)
      return cases.length === 0 ? [] : [{ name, cases: sample(cases, most), measure: 'find' }]
    })
    if (wanted.length === 0) return
    for (const [row, answers] of await answerSets(group, wanted)) this.#add(row, OURS, answers)
    for (const peer of peersOf(buildingsOf(group).map(toPeerBuilding))) {
      for (const { name, cases } of wanted)
        this.#add(
          name,
          peer.name,
          answersOf(peer, sample(cases, peer.limit < most ? Math.min(slowSample, 4 * peer.limit) : most)),
        )
    }
  }

  markdown(): string {
    const calibrated = this.answers.get(this.#rows[0]?.[0] ?? '') ?? new Map<string, Answered[]>()
    const thresholds = new Map(
      [...calibrated].map(([name, own]) => [name, name === OURS ? { score: 0.95, isPrecise: true } : thresholdOf(own)]),
    )
    const columns = [...calibrated.keys()]
    const lines = [`| set | n | ${columns.join(' | ')} |`, `|---|---|${columns.map(() => '---|').join('')}`]
    for (const [row] of this.#rows) {
      const cells = this.answers.get(row)
      if (!cells) continue
      const n = cells.get(OURS)?.length ?? 0
      const texts = columns.map((c) => cellText(cells.get(c), thresholds.get(c)?.score ?? 0, n))
      lines.push(`| ${row} | ${n} | ${texts.join(' | ')} |`)
    }
    lines.push(
      '',
      `Thresholds: ${[...thresholds].map(([name, t]) => `${name} ${t.score.toFixed(2)}${t.isPrecise ? '' : ' (best F1: no score reaches 99.5 %)'}`).join('; ')}.`,
    )
    lines.push('A number in brackets: the cases that a slow alternative answered. Its figures are rough.')
    return lines.join('\n')
  }
}
