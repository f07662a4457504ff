// Determines a decision's project, building and address key. Pure.

import type { Candidate, Verdict } from '@plinth/matcher'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import { Fault, fieldFault } from '../../kernel/fault.ts'
import { addressKey } from '../address-key.ts'
import { towerOf } from '../link-target.ts'
import type { AutomaticMatch } from '../links.ts'

export interface CaseDecision {
  readonly verdict: 'accept' | 'correct' | 'reject' | 'skip'
  readonly projectId?: number | undefined
  readonly buildingId?: number | null | undefined
  readonly note: string | null
}

export interface DecisionTarget {
  readonly project: ProjectRecord
  readonly buildingId: number | null
}

/** Fails unless the building belongs to the project. */
export function findTarget(
  snapshot: Snapshot,
  projectId: number,
  buildingId: number | null | undefined,
): DecisionTarget {
  const project = snapshot.projects.get(projectId)
  if (!project) throw new Fault('project_not_found', { detail: `Project ${projectId} not found.` })
  if (buildingId == null) return { project, buildingId: null }
  if (project.buildings.some(({ id }) => id === buildingId)) return { project, buildingId }
  throw fieldFault('invalid_parameter', '/building_id', `Project ${projectId} has no building ${buildingId}.`)
}

/** The first candidate, or the candidate with the given project. */
function acceptedTarget(
  { snapshot, verdict }: AutomaticMatch,
  projectId: number | undefined,
  buildingId: number | null | undefined,
): DecisionTarget {
  const chosen = verdict.candidates.find((c) => projectId === undefined || projectOf(snapshot, c) === projectId)
  if (!chosen)
    throw new Fault('state_conflict', {
      detail: 'No such candidate to accept. Use `correct` with a `project_id` instead.',
    })
  const chosenBuilding = buildingId !== undefined ? buildingId : buildingOf(chosen)
  return findTarget(snapshot, projectOf(snapshot, chosen)!, chosenBuilding)
}

/** Null for a rejection. */
export function decisionTarget(
  match: AutomaticMatch,
  { verdict, projectId, buildingId }: CaseDecision,
): DecisionTarget | null {
  if (verdict === 'reject') {
    if (projectId === undefined && buildingId == null) return null
    const message = 'A rejection must not name a project. Use `accept` or `correct` instead.'
    throw fieldFault('invalid_parameter', '/project_id', message)
  }
  if (verdict === 'accept') return acceptedTarget(match, projectId, buildingId)
  if (projectId !== undefined) return findTarget(match.snapshot, projectId, buildingId)
  throw fieldFault('missing_parameter', '/project_id', 'A correction must include the right `project_id`.')
}

function projectOf(snapshot: Snapshot, candidate: Candidate): number | undefined {
  return snapshot.buildings.get(towerOf(candidate))?.project_id
}

const buildingOf = ({ key }: Candidate): number | null => (key === null ? null : Number(key))

/**
 * The key to store a decision under: the text as typed, in the project's city if the text names none. If the curator
 * accepts a certain match, the key is completed from that building.
 */
export function decisionKey({ verdict, keys, snapshot }: AutomaticMatch, target: DecisionTarget | null): string | null {
  const { reading, candidates } = verdict
  if (!target) return keys.completed ?? keys.typed
  const top = candidates[0]
  if (keys.completed !== null && top && projectOf(snapshot, top) === target.project.id) return keys.completed
  if (keys.typed !== null || !reading) return keys.typed
  const { city_name, province } = target.project
  return addressKey(reading, { city: reading.city ?? city_name, province: reading.province ?? province })
}

/** A summary of the verdict, stored with the decision to explain it later. */
export function evidenceOf({ verdict, snapshot }: AutomaticMatch): Readonly<Record<string, unknown>> {
  return {
    dataset_version: snapshot.version?.version ?? 'none',
    model_version: snapshot.matcher.model_version,
    outcome: verdict.outcome,
    reason: verdict.reason,
    none_probability: verdict.none_probability,
    reading: verdict.reading as Verdict['reading'],
    candidates: verdict.candidates.map((candidate) => ({
      project_id: projectOf(snapshot, candidate),
      building_id: buildingOf(candidate),
      confidence: candidate.confidence,
      strategy: candidate.strategy,
      score: candidate.score,
      evidence: candidate.evidence?.filter(({ bits }) => bits !== 0),
    })),
  }
}
