// The blocks of labelled cases that bench/fit.ts fits on. Add a block here to fit on it.

import type { CaseBlock } from '../src/matcher/fit/labelled-case.ts'
import { buildIndex } from '../src/matcher/index/build-index.ts'
import type { MatchBuilding } from '../src/matcher/matcher.ts'
import { loadDeskLabels } from './desk-labels.ts'
import type { Case } from './generated-cases.ts'
import { generateCases } from './generated-cases.ts'
import { share } from './seeded-random.ts'
import { hasShared, sharedBuildings, sharedListings } from './shared-data.ts'
import { syntheticBuildings, syntheticCases } from './synthetic-buildings.ts'

const isAbsent = (key: string): boolean => share(`absent ${key}`) < 0.15
const isPresent = (key: string): boolean => !isAbsent(key)

const present = (buildings: readonly MatchBuilding[]): MatchBuilding[] => buildings.filter((b) => isPresent(b.key))

/** Errors that in practice often mean another address count less. */
const errorWeight = (c: Case): number => {
  if (c.kind === 'Street for Avenue') return 0.5
  return c.kind === 'direction on the other axis' ? 0.3 : 1
}

function listingCases(hints: 'all' | 'none', known: (key: string) => boolean): Case[] {
  return sharedListings().map((l) => ({
    id: l.id,
    text: l.text,
    city: hints === 'all' ? l.city : null,
    province: hints === 'all' ? l.province : null,
    truth: l.building_key !== null && known(l.building_key) ? l.building_key : null,
    kind: `listing, hints ${hints}`,
    source: l.building_key ?? l.id,
  }))
}

function syntheticBlocks(): CaseBlock[] {
  const buildings = syntheticBuildings()
  const index = buildIndex(present(buildings))
  const faults = generateCases(buildings, { seed: 11, sample: 0.12, isAbsent, hints: 'mixed' })
  return [
    { name: 'own faults', index, cases: faults, weight: errorWeight },
    { name: 'own styles', index, cases: syntheticCases(buildings, isAbsent) },
  ]
}

function sharedBlocks(): CaseBlock[] {
  const buildings = sharedBuildings()
  const index = buildIndex(present(buildings))
  const full = buildIndex(buildings)
  const faults = generateCases(buildings, { seed: 5, sample: 0.07, isAbsent, hints: 'all' })
  const mixed = generateCases(buildings, { seed: 6, sample: 0.03, isAbsent, hints: 'mixed' })
  return [
    { name: 'listings', index: full, cases: listingCases('all', () => true), weight: 2 },
    { name: 'listings, some absent', index, cases: listingCases('all', isPresent) },
    { name: 'listings without hints', index: full, cases: listingCases('none', () => true), weight: 0.5 },
    { name: 'faults', index, cases: faults, weight: errorWeight },
    { name: 'faults, hints mixed', index, cases: mixed, weight: errorWeight },
  ]
}

/** Blocks of the shared folder are left out where it does not exist. */
export function fitBlocks(deskLabels: { labels: string; projects: string } | undefined): CaseBlock[] {
  return [
    ...syntheticBlocks(),
    ...(deskLabels
      ? [{ name: 'desk labels', weight: 2, ...loadDeskLabels(deskLabels.labels, deskLabels.projects) }]
      : []),
    ...(hasShared() ? sharedBlocks() : []),
  ]
}
