// Reads the labels and buildings of plinth fit: from files, or from this installation's ledger.
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { MatchBuilding } from '@plinth/matcher'
import type { PreparedBlock } from '@plinth/matcher/internal/fit/fit-model'
import { prepareBlock } from '@plinth/matcher/internal/fit/fit-model'
import type { LabelledCase } from '@plinth/matcher/internal/fit/labelled-case'
import { anchorBlock } from '@plinth/matcher/internal/fit/refit'
import { readSnapshot } from '../../catalog/snapshot/open-dataset.ts'
import { matchBuildings } from '../../catalog/snapshot/snapshot-matcher.ts'
import { loadStreets } from '../../catalog/snapshot/street-files.ts'
import type { Config } from '../../kernel/config.ts'
import { Stop } from '../../kernel/fault.ts'
import type { Label } from '../../links/desk/ledger-reads.ts'
import { readLabels } from '../../links/desk/ledger-reads.ts'
import { parseObject } from '../match/formats/json-line.ts'
import { readQuery } from '../match/formats/read-query.ts'
import { lineChunks, linesIn } from '../match/line-chunks.ts'
import { readBuildings } from '../match/match-buildings.ts'
import type { RunningServer } from '../terminal/running-server.ts'
import { serverOrLocal } from '../terminal/running-server.ts'

export interface FitData {
  readonly labels: readonly PreparedBlock[]
  /** Cases that a refit must not spoil. */
  readonly anchors: readonly PreparedBlock[]
  readonly describedAs: string
}

type Report = (message: string) => void

/** One line of a labels file: a query of `plinth match` with `building_key`, which is null for "no building". */
export function readLabelLine(line: string, name: string, known: ReadonlySet<string>): LabelledCase {
  const row = parseObject(line)
  const { address, ...query } = readQuery(row, 'all')
  const key = row.building_key
  if (key !== null && typeof key !== 'string' && typeof key !== 'number')
    throw new Error('building_key is missing; use null if no building is right')
  const also = Array.isArray(row.also) ? row.also.map(String) : []
  const truth = key === null || !known.has(String(key)) ? null : String(key)
  return {
    ...query,
    id: String(row.id ?? address),
    text: address,
    city: query.city ?? null,
    province: query.province ?? null,
    truth: truth ?? also.find((other) => known.has(other)) ?? null,
    also,
    kind: name,
    // labels without a building are held out by their text
    source: key === null ? address : String(key),
  }
}

export async function dataFromFiles(
  buildingsFile: string,
  labelFiles: readonly string[],
  report: Report,
): Promise<FitData> {
  report(`Reading ${buildingsFile}.`)
  const buildings = await readBuildings(buildingsFile, report).catch((error) => throwUnreadable(buildingsFile, error))
  if (buildings.length === 0) throw new Stop('usage', `${buildingsFile} has no buildings`)
  const known = new Set(buildings.map(({ key }) => key))
  const sets: LabelSet[] = []
  for (const file of labelFiles) {
    report(`Reading ${file}.`)
    const set = await readLabelFile(file, known)
    sets.push(set)
    const unknown = set.cases.filter(({ truth, source, text }) => truth === null && source !== text).length
    if (unknown > 0)
      report(`${file}: ${unknown} labels name a building that is not in ${buildingsFile}: none is right.`)
  }
  report(`Indexing ${buildings.length} buildings.`)
  return prepare(sets, buildings, `held-out part of ${sets.map(({ name }) => name).join(', ')}`)
}

interface LabelSet {
  readonly name: string
  readonly cases: readonly LabelledCase[]
}

async function readLabelFile(file: string, known: ReadonlySet<string>): Promise<LabelSet> {
  const name = basename(file)
  const cases: LabelledCase[] = []
  let line = 0
  try {
    for await (const chunk of lineChunks(createReadStream(file)))
      for (const row of linesIn(chunk)) {
        line++
        cases.push(readLabelLine(row, name, known))
      }
  } catch (error) {
    if (line === 0) throwUnreadable(file, error)
    throw new Stop('usage', `${file}, line ${line}: ${(error as Error).message}`)
  }
  return { name, cases }
}

function throwUnreadable(file: string, error: unknown): never {
  throw new Stop('usage', `cannot read ${file}: ${(error as Error).message}`)
}

/** All sets share one index, with the same lists of streets as a server. */
function prepare(sets: readonly LabelSet[], buildings: readonly MatchBuilding[], describedAs: string): FitData {
  const anchors = prepareBlock(anchorBlock(buildings, loadStreets()))
  const labels = sets.map((set) => prepareBlock({ ...set, index: anchors.index }))
  return { labels, anchors: [anchors], describedAs }
}

/** Skips labels of buildings that are no longer published. */
function ledgerCases(labels: readonly Label[], buildings: readonly MatchBuilding[]): LabelledCase[] {
  const known = new Set(buildings.map(({ key }) => key))
  return labels.flatMap(({ text, city, province, building_id, decided_at }): LabelledCase[] => {
    const truth = building_id === null ? null : String(building_id)
    if (truth !== null && !known.has(truth)) return []
    const id = `${decided_at} ${text}`
    return [{ id, text, city, province, truth, kind: 'desk label', source: truth ?? text }]
  })
}

export async function dataFromLedger(config: Config, report: Report): Promise<FitData> {
  report('Reading the decisions of the desk and the published buildings.')
  const { labels, buildings } = await serverOrLocal(config, {
    server: readFromServer,
    local: ({ db }) => readFromDatabase(db),
  })
  const cases = ledgerCases(labels, buildings)
  report(`Indexing ${buildings.length} buildings; ${cases.length} of ${labels.length} decisions are about them.`)
  return prepare([{ name: 'desk decisions', cases }], buildings, 'held-out decisions of the desk')
}

interface LedgerData {
  readonly labels: readonly Label[]
  readonly buildings: readonly MatchBuilding[]
}

async function readFromDatabase(db: Parameters<typeof readSnapshot>[0]): Promise<LedgerData> {
  const labels: Label[] = []
  for await (const batch of readLabels(db)) labels.push(...batch)
  const { projects } = await readSnapshot(db, 'production')
  return { labels, buildings: [...matchBuildings(projects)] }
}

async function readFromServer(server: RunningServer): Promise<LedgerData> {
  const lines = async <T>(path: string): Promise<T[]> => {
    const text = await (await server.request('GET', path)).text()
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as T)
  }
  return {
    labels: await lines<Label>('/api/v1/desk/labels'),
    buildings: await lines<MatchBuilding>('/api/v1/operator/buildings'),
  }
}
