// The facts beside the matcher's own that the link of an address depends on.

import type { MatchQuery, Verdict } from '@plinth/matcher'
import { FACT, linkKey } from '@plinth/matcher/internal/keys/link-key'
import { foldText } from '../catalog/snapshot/fold-name.ts'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import { numberAndStreet, readerVersion, startOfKey } from './address-key.ts'
import { towerOf } from './link-target.ts'
import type { ReadingKeys } from './reading-keys.ts'
import { COMPLETE_FROM } from './reading-keys.ts'
import type { VerifiedAddresses } from './verified-addresses.ts'

/** Raise it when stored links must be computed again although nothing below changed. */
const LINK_VERSION = 2

/** What an answer is computed with, beside the data: this code, the reader, the model and the lists of streets. */
export const answerVersion = ({ matcher, streetsVersion }: Snapshot): string =>
  `${LINK_VERSION}.${readerVersion(matcher.model_version)}/${streetsVersion}`

/** The model's part of it, which callers know. */
export const modelOfAnswer = (version: string): string =>
  version.slice(version.indexOf('/') + 1, version.lastIndexOf('/'))

/** Whether a project exists, and its buildings. */
export const projectFact = (projectId: number): number => linkKey(FACT.project, '', projectId)

/** The province that the projects give a city. */
export const cityFact = (city: string): number => linkKey(FACT.cityProvince, foldText(city))

/** The curators' decisions on an address key. */
export const decisionFact = (addressKey: string): number => linkKey(FACT.decisions, startOfKey(addressKey))

/**
 * A decision applies to an address key, and only decisions on the same number and street can. Where there is none,
 * what else goes into the key does not matter.
 */
export function decisionFacts(
  query: MatchQuery,
  verdict: Verdict,
  { typed, completed }: ReadingKeys,
  snapshot: Snapshot,
  verified: VerifiedAddresses | undefined,
): number[] {
  const { reading, candidates } = verdict
  const start = reading && numberAndStreet(reading)
  if (!start) return []
  const facts = [linkKey(FACT.decisions, start)]
  if (!verified?.hasStreet(start)) return facts
  for (const key of [typed, completed]) {
    const decision = verified.find(snapshot.dataset, key)
    if (decision) facts.push(projectFact(decision.projectId))
  }
  const city = reading.city ?? query.city
  if (reading.province === null && city) facts.push(cityFact(city))
  const [top] = candidates
  if (top && top.confidence >= COMPLETE_FROM)
    for (const { line } of snapshot.buildings.get(towerOf(top))?.addresses ?? [])
      facts.push(...snapshot.matcher.matchWithKeys({ address: line }).linkKeys)
  return facts
}
