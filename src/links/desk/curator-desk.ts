// The curators' desk: deciding a case, taking a decision back, and aliases that corrections suggest.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { AuditAction, Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import type { Dataset } from '../../events/event-types.ts'
import { publishEvents } from '../../events/outbox.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { formatAddress } from '../address-key.ts'
import type { AutomaticMatch, Links } from '../links.ts'
import type { VerifiedAddresses } from '../verified-addresses.ts'
import type { Case } from './cases.ts'
import { caseQuery } from './cases.ts'
import type { CaseDecision, DecisionTarget } from './decision-target.ts'
import { decisionKey, decisionTarget, evidenceOf, findTarget } from './decision-target.ts'
import {
  findOpenProposal,
  hasDecision,
  lastDecisionOf,
  lockCase,
  lockOpenProposals,
  reopenCase,
  setStatus,
} from './desk-rows.ts'
import type { Attribution, Decision, DecisionDraft, LedgerChange } from './ledger.ts'
import { addDecision, changeState, copyAsDraft, lockDecision } from './ledger.ts'

export interface AliasInput {
  /** Production unless said otherwise. */
  readonly dataset?: Dataset
  readonly line: string
  readonly city: string
  readonly province: string
  readonly projectId: number
  readonly buildingId: number | null
  readonly note: string | null
}

export interface DecideResult {
  readonly case: Case
  /** Null for a case that was skipped. */
  readonly decision: Decision | null
  /** The alias that a correction suggests. */
  readonly proposal: Decision | null
}

/** Who acts: a bare name has no request behind it. */
type Actor = string | Cause

function causeOf(by: Actor): Cause {
  return typeof by === 'string' ? { actor: by, requestId: null, address: null } : by
}

export class Desk {
  readonly #db: Database
  readonly #links: Links
  readonly #verified: VerifiedAddresses
  readonly #clock: Clock

  constructor(db: Database, links: Links, verified: VerifiedAddresses, clock: Clock) {
    this.#db = db
    this.#links = links
    this.#verified = verified
    this.#clock = clock
  }

  /** Decides a case as it was when the person saw it; somebody else's decision in between is never overwritten unseen. */
  async decide(caseId: string, version: number, by: Actor, input: CaseDecision): Promise<DecideResult> {
    const act = this.#act(by, input.note)
    return this.#write<DecideResult>(async (tx) => {
      const found = await lockCase(tx, caseId, version)
      if (input.verdict === 'skip') {
        const skipped = await setStatus(tx, found, 'skipped', act)
        await this.#note(tx, by, 'desk.skipped', found.id)
        return { result: { case: skipped, decision: null, proposal: null }, entries: [] }
      }
      const match = this.#links.automaticMatch(caseQuery(found), found.dataset)
      const target = decisionTarget(match, input)
      const key = decisionKey(match, target) ?? (target ? unreadable() : found.address_key)
      const kind = input.verdict
      const draft = draftOf(found, key, kind, target, act, evidenceOf(match))
      const { snapshot } = match
      const entered = await addDecision(tx, { ...draft, state: 'verified' }, snapshot, act)
      const entries = [entered]
      if (kind === 'correct')
        entries.push(await addDecision(tx, aliasDraft(draft, entered.decision.id, match), snapshot, act))
      const closed = await setStatus(tx, found, 'decided', act)
      await this.#note(tx, by, 'desk.decided', entered.decision.id, { case: found.id, verdict: kind })
      return { result: { case: closed, decision: entered.decision, proposal: entries[1]?.decision ?? null }, entries }
    })
  }

  /** A case that was skipped is open again. */
  async reopen(caseId: string, version: number, by: Actor): Promise<Case> {
    const act = this.#act(by, null)
    return this.#db.tx(async (tx) => {
      const found = await lockCase(tx, caseId, version)
      if (found.status !== 'skipped')
        throw new Fault('state_conflict', {
          detail: `Only a case that was skipped is opened; this is ${found.status}.`,
        })
      await this.#note(tx, by, 'desk.reopened', found.id)
      return setStatus(tx, found, 'open', act)
    })
  }

  /** The address goes back to the matcher. */
  async revoke(decisionId: string, by: Actor, note: string): Promise<Decision> {
    return this.#settle(decisionId, 'revoked', by, note, ['verified'], 'desk.revoked')
  }

  /** Takes back one's own last decision: what held before holds again, and the case is open again. */
  async undo(decisionId: string, by: Actor): Promise<Decision> {
    const act = this.#act(by, 'undone')
    const { actor } = act
    return this.#write(async (tx) => {
      const decision = await lockDecision(tx, decisionId)
      const last = await lastDecisionOf(tx, actor)
      if (last?.id !== decision.id)
        throw new Fault('state_conflict', { detail: 'Only your own last decision can be undone; revoke it instead.' })
      const { snapshot } = this.#consult(decision)
      const before = decision.supersedes ? await lockDecision(tx, decision.supersedes) : undefined
      if (before?.project_id != null && !snapshot.projects.get(before.project_id))
        throw new Fault('state_conflict', {
          detail: `Project ${before.project_id}, where the address was before, is gone; revoke the decision instead.`,
        })
      const entries = [await changeState(tx, decision, 'revoked', snapshot, act)]
      // What was superseded stays so; that it holds again is an entry of its own.
      if (before) entries.push(await addDecision(tx, { ...copyAsDraft(before), note: act.note, actor }, snapshot, act))
      for (const proposal of await lockOpenProposals(tx, decision.id))
        entries.push(await changeState(tx, proposal, 'revoked', snapshot, act))
      if (decision.case_id) await reopenCase(tx, decision.case_id, act)
      await this.#note(tx, by, 'desk.undone', decision.id)
      return { result: entries[0]!.decision, entries }
    })
  }

  /** An alias that a curator knows of himself; the same one twice is one proposal. */
  async proposeAlias(input: AliasInput, by: Actor): Promise<Decision> {
    const act = this.#act(by, input.note)
    const { draft, snapshot } = this.#aliasDraft(input, act.actor)
    return this.#write(async (tx) => {
      const open = await findOpenProposal(tx, draft)
      if (open) return { result: open, entries: [] }
      const entered = await addDecision(tx, draft, snapshot, act)
      await this.#note(tx, by, 'desk.alias_proposed', entered.decision.id)
      return { result: entered.decision, entries: [entered] }
    })
  }

  /** A verified address that an installation begins with. Nodes that start at once enter it once; revoked, it stays so. */
  async seedVerifiedAddress(input: AliasInput, actor: string): Promise<void> {
    const { draft, snapshot } = this.#aliasDraft(input, actor)
    await this.#write(async (tx) => {
      await tx.selectFrom('links_revision').select('value').forUpdate().execute()
      if (await hasDecision(tx, draft)) return { result: undefined, entries: [] }
      const entered = await addDecision(tx, { ...draft, state: 'verified' }, snapshot, this.#act(actor, input.note))
      return { result: undefined, entries: [entered] }
    })
  }

  #aliasDraft(input: AliasInput, actor: string): { draft: DecisionDraft; snapshot: Snapshot } {
    const { dataset = 'production', line, city, province, note } = input
    const match = this.#links.automaticMatch({ address: line, city, province }, dataset)
    const { snapshot } = match
    const { project, buildingId } = findTarget(snapshot, input.projectId, input.buildingId)
    const draft: DecisionDraft = {
      dataset,
      case_id: null,
      kind: 'alias',
      state: 'proposed',
      address_key: match.keys.typed ?? unreadable(),
      text: line,
      city,
      province,
      project_id: project.id,
      building_id: buildingId,
      actor,
      note,
      evidence: evidenceOf(match),
      suggested_by: null,
    }
    return { draft, snapshot }
  }

  /** Accepted, a proposal is a verified address; declined, it is on record and no more. */
  async settleAlias(decisionId: string, accept: boolean, by: Actor, note: string | null): Promise<Decision> {
    const action = accept ? 'desk.alias_accepted' : 'desk.alias_declined'
    return this.#settle(decisionId, accept ? 'verified' : 'revoked', by, note, ['proposed'], action)
  }

  async #settle(
    id: string,
    to: 'verified' | 'revoked',
    by: Actor,
    note: string | null,
    from: readonly string[],
    action: AuditAction,
  ): Promise<Decision> {
    const act = this.#act(by, note)
    return this.#write(async (tx) => {
      const decision = await lockDecision(tx, id)
      if (!from.includes(decision.state))
        throw new Fault('state_conflict', { detail: `Decision ${id} is ${decision.state}.` })
      const entered = await changeState(tx, decision, to, this.#consult(decision).snapshot, act)
      await this.#note(tx, by, action, id)
      return { result: entered.decision, entries: [entered] }
    })
  }

  #consult({ text, city, province, dataset }: Decision): AutomaticMatch {
    return this.#links.automaticMatch({ address: text, city, province }, dataset)
  }

  #act(by: Actor, note: string | null): Attribution {
    return { actor: causeOf(by).actor, note, at: new Date(this.#clock.now()) }
  }

  /** The ledger holds the decision; the audit log that it was taken, by which request. */
  async #note(
    tx: Tx,
    by: Actor,
    action: AuditAction,
    target: string,
    details: Record<string, string> = {},
  ): Promise<void> {
    await audit(tx, causeOf(by), { action, accountId: null, target, details }, new Date(this.#clock.now()))
  }

  /** One transaction: the facts and, last, their events. Then this node knows at once. */
  async #write<T>(work: (tx: Tx) => Promise<{ result: T; entries: readonly LedgerChange[] }>): Promise<T> {
    const result = await this.#db.tx(async (tx) => {
      const done = await work(tx)
      const at = new Date(this.#clock.now())
      const dataset = done.entries[0]?.decision.dataset ?? 'production'
      await publishEvents(
        tx,
        dataset,
        done.entries.flatMap(({ events }) => events),
        at,
      )
      return done.result
    })
    // It is decided; should the database go away now, the next look finds it.
    await this.#verified.sync().catch(() => {})
    return result
  }
}

function unreadable(): never {
  throw new Fault('state_conflict', {
    detail: 'The text has no civic number and street that could be verified; reject or skip the case.',
  })
}

type Draft = Omit<DecisionDraft, 'state'>

function draftOf(
  found: Case,
  address_key: string,
  kind: Decision['kind'],
  target: DecisionTarget | null,
  { actor, note }: Attribution,
  evidence: unknown,
): Draft {
  const { id: case_id, dataset, text, city, province } = found
  const project_id = target?.project.id ?? null
  const building_id = target?.buildingId ?? null
  const about = { dataset, case_id, address_key, text, city, province }
  return { ...about, kind, project_id, building_id, actor, note, evidence, suggested_by: null }
}

/** The typed form, without the unit, as an address of the building that it was corrected to. */
function aliasDraft(draft: Draft, suggested_by: string, { verdict, snapshot }: AutomaticMatch): DecisionDraft {
  const { reading } = verdict
  const project = snapshot.projects.get(draft.project_id!)
  const text = reading ? formatAddress(reading) : draft.text
  const city = reading?.city ?? draft.city ?? project?.city_name ?? null
  const province = reading?.province ?? draft.province ?? project?.province ?? null
  return { ...draft, kind: 'alias', state: 'proposed', text, city, province, suggested_by }
}
