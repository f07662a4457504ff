// Sets about places, roles and numbers: real posts and texts, and texts generated over the real shared buildings.

import type { MatchBuilding } from '@plinth/matcher'
import { foldWord } from '../cases/case-pool.ts'
import { kindCases } from '../cases/kinds.ts'
import type { Case } from '../generated-cases.ts'
import { bcAcceptance } from '../public/bc-acceptance.ts'
import { sharedBuildings } from '../shared-data.ts'
import type { CaseSet, SetGroup } from './answer-set.ts'
import { setsByKind } from './generated-sets.ts'
import { postSets } from './shared-sets.ts'

/** Fitting uses other seeds. */
const SEED = 9101
const COUNT = 150

/** The same address in the same city is the same building, under whatever key. */
function addressLookup(buildings: readonly MatchBuilding[]): (line: string, city: string) => string[] {
  const start = (line: string): string => foldWord(line.split(' ').slice(0, 2).join(' '))
  const keys = new Map<string, string[]>()
  for (const b of buildings)
    for (const a of b.addresses) {
      const at = `${start(a.line)} ${foldWord(b.city)}`
      keys.set(at, [...(keys.get(at) ?? []), b.key])
    }
  return (line, city) => keys.get(`${start(line)} ${foldWord(city)}`) ?? []
}

function acceptanceSets(cases: readonly Case[]): CaseSet[] {
  const kinds = [...new Set(cases.map((c) => c.kind))]
  const set = (name: string, own: readonly Case[]): CaseSet => ({
    name,
    measure: own.some((c) => c.truth !== null) ? 'find' : 'refuse',
    cases: own,
    isReal: true,
  })
  return [
    set('BC acceptance', cases),
    ...kinds.map((kind) => {
      const own = cases.filter((c) => c.kind === kind)
      return { ...set(`BC acceptance: ${kind}`, own), isPart: true }
    }),
  ]
}

export function kindGroup(): SetGroup & { readonly buildings: readonly MatchBuilding[] } {
  const buildings = sharedBuildings()
  const acceptance = bcAcceptance(addressLookup(buildings))
  const sets = (): CaseSet[] => [
    ...postSets(),
    ...acceptanceSets(acceptance.cases),
    ...kindCases(buildings, { seed: SEED, count: COUNT, hints: 'mixed' })
      .flatMap(([, cases]) => setsByKind('', cases))
      .map((set) => ({ ...set, isTrap: true })),
  ]
  return { name: 'places, roles and numbers', buildings: [...buildings, ...acceptance.buildings], sets }
}
