// Loads curators' decisions (GET /api/v1/desk/labels) as cases over a projects export.

import { readFileSync } from 'node:fs'
import { buildIndex } from '@plinth/matcher/internal/index/build-index'
import type { StreetIndex } from '@plinth/matcher/internal/index/street-index'
import type { ProjectRecord } from '../../src/catalog/records/record-types.ts'
import { matchBuildings } from '../../src/catalog/snapshot/snapshot-matcher.ts'
import { loadStreets } from '../../src/catalog/snapshot/street-files.ts'
import type { Label } from '../../src/links/desk/ledger-reads.ts'
import type { Case } from './generated-cases.ts'

function* linesOf<T>(file: string): Generator<T> {
  for (const line of readFileSync(file, 'utf8').split('\n')) if (line.trim() !== '') yield JSON.parse(line) as T
}

/** Skips labels of buildings that the export does not contain. */
export function loadDeskLabels(labels: string, projects: string): { index: StreetIndex; cases: Case[] } {
  const buildings = [...matchBuildings(linesOf<ProjectRecord>(projects))]
  const known = new Set(buildings.map(({ key }) => key))
  const cases = [...linesOf<Label>(labels)].flatMap(({ text, city, province, building_id, decided_at }): Case[] => {
    const truth = building_id === null ? null : String(building_id)
    if (truth !== null && !known.has(truth)) return []
    const id = `${decided_at} ${text}`
    return [{ id, text, city, province, truth, kind: 'desk label', source: truth ?? text }]
  })
  return { index: buildIndex(buildings, loadStreets()), cases }
}
