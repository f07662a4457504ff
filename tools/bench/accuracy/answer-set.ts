// Runs `plinth match` over labelled cases and collects the answers.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import type { MatchBuilding, MatchStrategy } from '@plinth/matcher'
import { hasHints } from '@plinth/matcher/internal/decide/decide'
import type { Input, Stratum } from '@plinth/matcher/internal/decide/model-shape'
import { runMatch } from '../../../src/cli/match/match-command.ts'
import type { Case } from '../generated-cases.ts'
import { buildingsIn } from '../shared-data.ts'

/** Cases that are measured together. */
export interface CaseSet {
  readonly name: string
  readonly cases: readonly Case[]
  /**
   * `find` measures recall; `refuse` counts accepted links, all of which are wrong; `tie` wants two unsure answers;
   * `review` wants the building shown, but not accepted; `reason` wants no link and a true reason.
   */
  readonly measure: 'find' | 'refuse' | 'tie' | 'review' | 'reason'
  /** Texts that people wrote, not generated ones. */
  readonly isReal?: boolean
  /** Made to mislead: how often its answers are right says nothing about those of a feed. */
  readonly isTrap?: boolean
  /** A part of another set: measured by itself, and not counted twice. */
  readonly isPart?: boolean
  /** Counts only answers of this kind. */
  readonly stratum?: Stratum
}

/** Sets that are matched against the same buildings. */
export interface SetGroup {
  readonly name: string
  /** A file of buildings, or the buildings. */
  readonly buildings: string | readonly MatchBuilding[]
  readonly sets: () => CaseSet[]
}

export interface Answered {
  readonly set: string
  readonly case: Case
  readonly answer: string | null
  readonly confidence: number
  readonly second: string | null
  /** Every building that the answer shows. */
  readonly shown: readonly string[]
  readonly reason: string | null
  readonly isRight: boolean
  readonly stratum: Stratum
  readonly input: Input
}

interface ResultCandidate {
  readonly building_id: string | null
  readonly match_confidence: number
  readonly match_strategy: MatchStrategy
  readonly project_id: string | null
}

interface ResultLine {
  readonly reason: string | null
  readonly data: readonly ResultCandidate[]
}

/** The keys of the buildings of each project. */
type Towers = ReadonlyMap<string, readonly string[]>

const STRATUM_OF: Readonly<Record<MatchStrategy, Stratum>> = {
  exact_address: 'exact',
  alias_address: 'exact',
  range_address: 'exact',
  partial_address: 'partial',
  fuzzy_address: 'fuzzy',
  building_name: 'name',
  condo_corp: 'name',
}

class LineCollector extends Writable {
  readonly #chunks: Buffer[] = []
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }
  lines(): string[] {
    return Buffer.concat(this.#chunks).toString('utf8').split('\n').filter(Boolean)
  }
}

const toLine = (c: Case, id: number): string => {
  const { text, city, province, postal, lat, lng, building_name, condo_corp, listed_on } = c
  return `${JSON.stringify({ id, text, city, province, postal, lat, lng, building_name, condo_corp, listed_on })}\n`
}

const buildingLine = ({ key, ...rest }: MatchBuilding): string => JSON.stringify({ building_key: key, ...rest })

export const buildingsOf = ({ buildings }: SetGroup): readonly MatchBuilding[] =>
  typeof buildings === 'string' ? buildingsIn(buildings) : buildings

function towersOf(buildings: readonly MatchBuilding[]): Towers {
  const towers = new Map<string, string[]>()
  for (const { key, group } of buildings)
    if (group !== undefined) towers.set(group, [...(towers.get(group) ?? []), key])
  return towers
}

/** The building, or all towers of the project where only that is certain. */
function keysOf(candidate: ResultCandidate | undefined, towers: Towers): readonly string[] {
  if (!candidate) return []
  const { building_id, project_id } = candidate
  return building_id === null ? (towers.get(project_id!) ?? []) : [building_id]
}

/** A project is right when one of its towers is. */
function answered(set: string, c: Case, line: string, towers: Towers): Answered {
  const { data, reason } = JSON.parse(line) as ResultLine
  const [first, second] = data
  const keys = keysOf(first, towers)
  return {
    set,
    case: c,
    answer: keys[0] ?? null,
    confidence: first?.match_confidence ?? 0,
    second: keysOf(second, towers)[0] ?? null,
    shown: data.flatMap((d) => keysOf(d, towers)),
    reason,
    isRight: keys.some((key) => key === c.truth || c.also?.includes(key)),
    stratum: first ? STRATUM_OF[first.match_strategy] : 'exact',
    input: hasHints({ address: c.text, ...c }) ? 'hints' : 'text',
  }
}

/** The answers to the cases of each set, in order. */
export async function answerSets(group: SetGroup, sets: readonly CaseSet[]): Promise<Map<string, Answered[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-accuracy-'))
  try {
    let file = group.buildings
    if (typeof file !== 'string') {
      const lines = file.map(buildingLine)
      file = join(folder, 'buildings.ndjson')
      writeFileSync(file, lines.join('\n'))
    }
    const towers = towersOf(buildingsOf(group))
    const all = sets.flatMap((s) => s.cases.map((c) => ({ set: s.name, c })))
    const output = new LineCollector()
    const errors = new LineCollector()
    const input = Readable.from(all.map(({ c }, i) => toLine(c, i)))
    const code = await runMatch({ buildings: file, input, output, errors })
    const lines = output.lines()
    if (code !== 0 || lines.length !== all.length)
      throw new Error(`plinth match answered ${lines.length} of ${all.length} queries: ${errors.lines().join(' ')}`)
    const out = new Map<string, Answered[]>(sets.map((s) => [s.name, []]))
    all.forEach(({ set, c }, i) => void out.get(set)?.push(answered(set, c, lines[i] as string, towers)))
    return out
  } finally {
    rmSync(folder, { recursive: true })
  }
}
