// Builds ledger drafts for decided cases and the aliases they suggest. Pure.
import { Fault } from '../../kernel/fault.ts'
import { formatAddress, readerVersion } from '../address-key.ts'
import type { AutomaticMatch } from '../links.ts'
import type { Case } from './cases.ts'
import type { DecisionTarget } from './decision-target.ts'
import { evidenceOf } from './decision-target.ts'
import type { Attribution, Decision, DecisionDraft } from './ledger.ts'

type StatelessDraft = Omit<DecisionDraft, 'state'>

export function caseDraft(
  theCase: Case,
  address_key: string,
  kind: Decision['kind'],
  target: DecisionTarget | null,
  { actor, note }: Attribution,
  match: AutomaticMatch,
): StatelessDraft {
  const { id: case_id, dataset, text, city, province } = theCase
  const project_id = target?.project.id ?? null
  const building_id = target?.buildingId ?? null
  const subject = { dataset, case_id, address_key, text, city, province }
  const reader_version = readerVersion(match.snapshot.matcher.model_version)
  const decision = { kind, project_id, building_id, actor, note, evidence: evidenceOf(match), reader_version }
  return { ...subject, ...decision, suggested_by: null }
}

/** Proposes the typed address, without its unit, as an alias of the corrected building. */
export function aliasDraft(
  draft: StatelessDraft,
  suggested_by: string,
  { verdict, snapshot }: AutomaticMatch,
): DecisionDraft {
  const { reading } = verdict
  const project = snapshot.projects.get(draft.project_id!)
  const text = reading ? formatAddress(reading) : draft.text
  const city = reading?.city ?? draft.city ?? project?.city_name ?? null
  const province = reading?.province ?? draft.province ?? project?.province ?? null
  return { ...draft, kind: 'alias', state: 'proposed', text, city, province, suggested_by }
}

export function throwUnreadable(): never {
  throw new Fault('state_conflict', {
    detail: 'The text has no civic number and street to verify. Reject or skip the case.',
  })
}
