// `npm run bench peers`: compares accuracy with alternatives on the hard sets. Updates bench/RESULTS.md.

import { readFileSync } from 'node:fs'
import type { MatchBuilding } from '@plinth/matcher'
import { MODEL } from '@plinth/matcher/internal/decide/model'
import { readBuilding } from '../src/cli/match/building-line.ts'
import type { Answered, CaseSet, SetGroup } from './accuracy/answer-set.ts'
import { answerSets } from './accuracy/answer-set.ts'
import { figuresOf } from './accuracy/figures.ts'
import { generatedGroups } from './accuracy/generated-sets.ts'
import { sharedGroups } from './accuracy/shared-sets.ts'
import type { Case } from './generated-cases.ts'
import { postgresPeer } from './peer-postgres.ts'
import type { Peer, PeerBuilding } from './peers.ts'
import { exactPeer, levenshteinPeer, miniSearchPeer } from './peers.ts'
import { resultsMonth, writeResultsSection } from './results-file.ts'
import { hasShared } from './shared-data.ts'

/** Cases per set, and per set for peers that take milliseconds per query. */
const SAMPLE = 1500
const SLOW_SAMPLE = 40

/** Rows of the table, and the sets that each row merges. The first row sets the thresholds. */
const ROWS: readonly (readonly [string, RegExp])[] = hasShared()
  ? [
      ['real listings', /^listings, hints all$/],
      ['titles of posts', /^titles$/],
      ['whole posts', /^(faults: description|real, pasted: (long )?post)$/],
      ['whole posts, text only', /^(faults, text only: description|real, pasted: post, text only)$/],
      ['names of buildings', /^names$/],
      ['no spaces', /^no spaces$/],
      ['two faults', /^faults: two faults$/],
      ['three faults', /^faults: three faults$/],
      ['scanner errors', /^faults: ocr/],
      ['dictated', /^faults: speech$/],
      ['similar streets (no link is right)', /^(similar streets|real, houses: similar street.*)$/],
      ['another place (no link is right)', /^real, elsewhere/],
    ]
  : [
      ['errors in addresses', /^errors in synthetic addresses$/],
      ['titles of posts', /^synthetic, pasted: title/],
      ['whole posts', /^synthetic, pasted: (long )?post$/],
      ['whole posts, text only', /^synthetic, pasted: post, text only$/],
      ['names of buildings', /^synthetic, names/],
      ['no spaces', /^synthetic, faults: no spaces$/],
      ['two faults', /^synthetic, faults: two$/],
      ['three faults', /^synthetic, faults: three$/],
      ['another place (no link is right)', /^synthetic, elsewhere/],
    ]

/** Evenly spaced, so that every kind of a set is in it. */
function sample<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)] as T)
}

const loadBuildings = (group: SetGroup): readonly MatchBuilding[] =>
  typeof group.buildings === 'string'
    ? readFileSync(group.buildings, 'utf8').split('\n').filter(Boolean).map(readBuilding)
    : group.buildings

const toPeerBuilding = (b: MatchBuilding): PeerBuilding => ({
  key: b.key,
  line: b.addresses[0]?.line ?? '',
  city: b.city,
  name: [b.name, ...(b.aliases ?? [])].filter(Boolean).join(' ') || null,
})

async function answersOf(peer: Peer, cases: readonly Case[]): Promise<Answered[]> {
  const out: Answered[] = []
  for (const c of cases) {
    const found = await peer.find(c.text, c.city)
    const key = found?.key ?? null
    const isRight = key !== null && (key === c.truth || (c.also?.includes(key) ?? false))
    out.push({
      set: '',
      case: c,
      answer: key,
      confidence: found?.score ?? 0,
      second: null,
      isRight,
      stratum: 'exact',
      input: 'hints',
    })
  }
  return out
}

/** The lowest score at which 99.5 % of the answers are right; the best F1 if no score reaches that. */
function thresholdOf(answers: readonly Answered[]): number {
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
  return precise ?? best.score
}

interface Cell {
  answers: Answered[]
}

/** Answers by row and by matcher. */
type Table = Map<string, Map<string, Cell>>

function addTo(table: Table, row: string, column: string, answers: readonly Answered[]): void {
  const cells = table.get(row) ?? new Map<string, Cell>()
  table.set(row, cells)
  const cell = cells.get(column) ?? { answers: [] }
  cells.set(column, cell)
  cell.answers.push(...answers)
}

const OURS = 'Plinth'

async function measureGroup(group: SetGroup, table: Table): Promise<void> {
  const sets = group.sets()
  const rows = ROWS.map(([row, pattern]) => ({
    row,
    cases: sets.filter((s) => pattern.test(s.name)).flatMap((s) => s.cases),
  }))
  const wanted = rows.filter((r) => r.cases.length > 0).map((r) => ({ ...r, cases: sample(r.cases, SAMPLE) }))
  if (wanted.length === 0) return
  const own: CaseSet[] = wanted.map(({ row, cases }) => ({ name: row, cases, measure: 'find' }))
  for (const [row, answers] of await answerSets(group, own)) addTo(table, row, OURS, answers)
  const buildings = loadBuildings(group).map(toPeerBuilding)
  const postgres = await postgresPeer(buildings)
  const peers = [
    exactPeer(buildings),
    levenshteinPeer(buildings),
    miniSearchPeer(buildings),
    ...(postgres ? [postgres] : []),
  ]
  for (const peer of peers) {
    for (const { row, cases } of wanted)
      addTo(table, row, peer.name, await answersOf(peer, peer.limit < SAMPLE ? sample(cases, SLOW_SAMPLE) : cases))
    await peer.close?.()
    console.error(`${group.name}: ${peer.name} done`)
  }
}

/** `R@P 99.5 · wrong`, or only the wrong links where no link is right. */
function cellText(cell: Cell | undefined, threshold: number): string {
  if (!cell) return '–'
  const { answers } = cell
  const wrong = answers.filter((a) => a.answer !== null && !a.isRight && a.confidence >= threshold).length
  const share = `${((100 * wrong) / Math.max(1, answers.length)).toFixed(1)} %`
  if (answers.every((a) => a.case.truth === null)) return share
  return `${(100 * (figuresOf('find', answers).r995 ?? 0)).toFixed(1)} · ${share}`
}

export async function benchPeerAccuracy(): Promise<void> {
  const table: Table = new Map()
  if (hasShared()) for (const group of sharedGroups()) await measureGroup(group, table)
  const [first] = generatedGroups()
  if (first) await measureGroup(first(), table)
  const calibrated = table.get(ROWS[0]?.[0] ?? '') ?? new Map<string, Cell>()
  const thresholds = new Map(
    [...calibrated].map(([name, cell]) => [name, name === OURS ? 0.95 : thresholdOf(cell.answers)]),
  )
  const columns = [...calibrated.keys()]
  const lines = [
    `${resultsMonth()} · two shared ARM cores · \`npm run bench peers\` · model \`${MODEL.version}\``,
    '',
    `| set | n | ${columns.join(' | ')} |`,
    `|---|---|${columns.map(() => '---|').join('')}`,
  ]
  for (const [row] of ROWS) {
    const cells = table.get(row)
    if (!cells) continue
    const n = cells.get(OURS)?.answers.length ?? 0
    const texts = columns.map((c) => cellText(cells.get(c), thresholds.get(c) ?? 0))
    lines.push(`| ${row} | ${n} | ${texts.join(' | ')} |`)
  }
  lines.push('', `Thresholds: ${[...thresholds].map(([name, t]) => `${name} ${t.toFixed(2)}`).join('; ')}.`)
  lines.push(`MiniSearch answers at most ${SLOW_SAMPLE} queries of each set and group of buildings.`)
  console.log(lines.join('\n'))
  if (hasShared()) writeResultsSection('peers', lines.join('\n'))
}
