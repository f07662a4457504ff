// The curators' desk: deciding a case, taking a decision back, and aliases that corrections suggest.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { AuditAction, Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import type { Dataset } from '../../events/event-types.ts'
import { publishEvents } from '../../events/outbox.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { sayAddress } from '../address-key.ts'
import type { Consultation, Links } from '../links.ts'
import type { VerifiedAddresses } from '../verified-addresses.ts'
import type { Case } from './cases.ts'
import { questionOf } from './cases.ts'
import type { Target } from './decision-target.ts'
import { evidenceOf, keyOfDecision, namedTarget, targetOf } from './decision-target.ts'
import {
  lastDecisionOf,
  lockedCase,
  openProposal,
  proposalsOf,
  reopenCase,
  setStatus,
  wasDecided,
} from './desk-rows.ts'
import type { Act, Decision, DecisionDraft, Entered } from './ledger.ts'
import { decisionById, draftFrom, enter, move } from './ledger.ts'

export const CASE_VERDICTS = ['accept', 'correct', 'reject', 'skip'] as const

export interface CaseDecision {
  readonly verdict: (typeof CASE_VERDICTS)[number]
  readonly projectId?: number | undefined
  readonly buildingId?: number | null | undefined
  readonly note: string | null
}

export interface AliasWish {
  /** Production unless said otherwise. */
  readonly dataset?: Dataset
  readonly line: string
  readonly city: string
  readonly province: string
  readonly projectId: number
  readonly buildingId: number | null
  readonly note: string | null
}

export interface Decided {
  readonly case: Case
  /** Null for a case that was skipped. */
  readonly decision: Decision | null
  /** The alias that a correction suggests. */
  readonly proposal: Decision | null
}

/** Who acts: a bare name has no request behind it. */
type Doer = string | Cause

function causeOf(by: Doer): Cause {
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
  async decide(caseId: string, version: number, by: Doer, wish: CaseDecision): Promise<Decided> {
    const act = this.#act(by, wish.note)
    return this.#write<Decided>(async (tx) => {
      const found = await lockedCase(tx, caseId, version)
      if (wish.verdict === 'skip') {
        const skipped = await setStatus(tx, found, 'skipped', act)
        await this.#note(tx, by, 'desk.skipped', found.id)
        return { result: { case: skipped, decision: null, proposal: null }, entries: [] }
      }
      const consulted = this.#links.consult(questionOf(found), found.dataset)
      const target = targetOf(consulted, wish)
      const key = keyOfDecision(consulted, target) ?? (target ? unreadable() : found.address_key)
      const kind = wish.verdict
      const draft = draftOf(found, key, kind, target, act, evidenceOf(consulted))
      const { snapshot } = consulted
      const entered = await enter(tx, { ...draft, state: 'verified' }, snapshot, act)
      const entries = [entered]
      if (kind === 'correct')
        entries.push(await enter(tx, aliasOf(draft, entered.decision.id, consulted), snapshot, act))
      const closed = await setStatus(tx, found, 'decided', act)
      await this.#note(tx, by, 'desk.decided', entered.decision.id, { case: found.id, verdict: kind })
      return { result: { case: closed, decision: entered.decision, proposal: entries[1]?.decision ?? null }, entries }
    })
  }

  /** A case that was skipped is open again. */
  async reopen(caseId: string, version: number, by: Doer): Promise<Case> {
    const act = this.#act(by, null)
    return this.#db.tx(async (tx) => {
      const found = await lockedCase(tx, caseId, version)
      if (found.status !== 'skipped')
        throw new Fault('state_conflict', {
          detail: `Only a case that was skipped is opened; this is ${found.status}.`,
        })
      await this.#note(tx, by, 'desk.reopened', found.id)
      return setStatus(tx, found, 'open', act)
    })
  }

  /** The address goes back to the matcher. */
  async revoke(decisionId: string, by: Doer, note: string): Promise<Decision> {
    return this.#settle(decisionId, 'revoked', by, note, ['verified'], 'desk.revoked')
  }

  /** Takes back one's own last decision: what held before holds again, and the case is open again. */
  async undo(decisionId: string, by: Doer): Promise<Decision> {
    const act = this.#act(by, 'undone')
    const { actor } = act
    return this.#write(async (tx) => {
      const decision = await decisionById(tx, decisionId)
      const last = await lastDecisionOf(tx, actor)
      if (last?.id !== decision.id)
        throw new Fault('state_conflict', { detail: 'Only your own last decision can be undone; revoke it instead.' })
      const { snapshot } = this.#consult(decision)
      const before = decision.supersedes ? await decisionById(tx, decision.supersedes) : undefined
      if (before?.project_id != null && !snapshot.projects.get(before.project_id))
        throw new Fault('state_conflict', {
          detail: `Project ${before.project_id}, where the address was before, is gone; revoke the decision instead.`,
        })
      const entries = [await move(tx, decision, 'revoked', snapshot, act)]
      // What was superseded stays so; that it holds again is an entry of its own.
      if (before) entries.push(await enter(tx, { ...draftFrom(before), note: act.note, actor }, snapshot, act))
      for (const proposal of await proposalsOf(tx, decision.id))
        entries.push(await move(tx, proposal, 'revoked', snapshot, act))
      if (decision.case_id) await reopenCase(tx, decision.case_id, act)
      await this.#note(tx, by, 'desk.undone', decision.id)
      return { result: entries[0]!.decision, entries }
    })
  }

  /** An alias that a curator knows of himself; the same one twice is one proposal. */
  async proposeAlias(wish: AliasWish, by: Doer): Promise<Decision> {
    const act = this.#act(by, wish.note)
    const { draft, snapshot } = this.#aliasDraft(wish, act.actor)
    return this.#write(async (tx) => {
      const open = await openProposal(tx, draft)
      if (open) return { result: open, entries: [] }
      const entered = await enter(tx, draft, snapshot, act)
      await this.#note(tx, by, 'desk.alias_proposed', entered.decision.id)
      return { result: entered.decision, entries: [entered] }
    })
  }

  /** A verified address that an installation begins with. Nodes that start at once enter it once; revoked, it stays so. */
  async beginWith(wish: AliasWish, actor: string): Promise<void> {
    const { draft, snapshot } = this.#aliasDraft(wish, actor)
    await this.#write(async (tx) => {
      await tx.selectFrom('links_revision').select('value').forUpdate().execute()
      if (await wasDecided(tx, draft)) return { result: undefined, entries: [] }
      const entered = await enter(tx, { ...draft, state: 'verified' }, snapshot, this.#act(actor, wish.note))
      return { result: undefined, entries: [entered] }
    })
  }

  #aliasDraft(wish: AliasWish, actor: string): { draft: DecisionDraft; snapshot: Snapshot } {
    const { dataset = 'production', line, city, province, note } = wish
    const consulted = this.#links.consult({ address: line, city, province }, dataset)
    const { snapshot } = consulted
    const { project, buildingId } = namedTarget(snapshot, wish.projectId, wish.buildingId)
    const draft: DecisionDraft = {
      dataset,
      case_id: null,
      kind: 'alias',
      state: 'proposed',
      address_key: consulted.keys.typed ?? unreadable(),
      text: line,
      city,
      province,
      project_id: project.id,
      building_id: buildingId,
      actor,
      note,
      evidence: evidenceOf(consulted),
      suggested_by: null,
    }
    return { draft, snapshot }
  }

  /** Accepted, a proposal is a verified address; declined, it is on record and no more. */
  async settleAlias(decisionId: string, accept: boolean, by: Doer, note: string | null): Promise<Decision> {
    const action = accept ? 'desk.alias_accepted' : 'desk.alias_declined'
    return this.#settle(decisionId, accept ? 'verified' : 'revoked', by, note, ['proposed'], action)
  }

  async #settle(
    id: string,
    to: 'verified' | 'revoked',
    by: Doer,
    note: string | null,
    from: readonly string[],
    action: AuditAction,
  ): Promise<Decision> {
    const act = this.#act(by, note)
    return this.#write(async (tx) => {
      const decision = await decisionById(tx, id)
      if (!from.includes(decision.state))
        throw new Fault('state_conflict', { detail: `Decision ${id} is ${decision.state}.` })
      const entered = await move(tx, decision, to, this.#consult(decision).snapshot, act)
      await this.#note(tx, by, action, id)
      return { result: entered.decision, entries: [entered] }
    })
  }

  #consult({ text, city, province, dataset }: Decision): Consultation {
    return this.#links.consult({ address: text, city, province }, dataset)
  }

  #act(by: Doer, note: string | null): Act {
    return { actor: causeOf(by).actor, note, at: new Date(this.#clock.now()) }
  }

  /** The ledger holds the decision; the audit log that it was taken, by which request. */
  async #note(
    tx: Tx,
    by: Doer,
    action: AuditAction,
    target: string,
    details: Record<string, string> = {},
  ): Promise<void> {
    await audit(tx, causeOf(by), { action, accountId: null, target, details }, new Date(this.#clock.now()))
  }

  /** One transaction: the facts and, last, their events. Then this node knows at once. */
  async #write<T>(work: (tx: Tx) => Promise<{ result: T; entries: readonly Entered[] }>): Promise<T> {
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
  target: Target | null,
  { actor, note }: Act,
  evidence: unknown,
): Draft {
  const { id: case_id, dataset, text, city, province } = found
  const project_id = target?.project.id ?? null
  const building_id = target?.buildingId ?? null
  const about = { dataset, case_id, address_key, text, city, province }
  return { ...about, kind, project_id, building_id, actor, note, evidence, suggested_by: null }
}

/** The typed form, without the unit, as an address of the building that it was corrected to. */
function aliasOf(draft: Draft, suggested_by: string, { verdict, snapshot }: Consultation): DecisionDraft {
  const { reading } = verdict
  const project = snapshot.projects.get(draft.project_id!)
  const text = reading ? sayAddress(reading) : draft.text
  const city = reading?.city ?? draft.city ?? project?.city_name ?? null
  const province = reading?.province ?? draft.province ?? project?.province ?? null
  return { ...draft, kind: 'alias', state: 'proposed', text, city, province, suggested_by }
}
