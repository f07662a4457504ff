// Curators' operations: review cases, decide them, undo decisions, manage aliases.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { AuditAction, Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import type { Dataset } from '../../events/event-types.ts'
import { publishEvents } from '../../events/outbox.ts'
import { at } from '../../kernel/at.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { readerVersion } from '../address-key.ts'
import type { AutomaticMatch, Links } from '../links.ts'
import type { VerifiedAddresses } from '../verified-addresses.ts'
import type { Case, Feedback, Queue, QueueQuery } from './cases.ts'
import { caseQuery, readCase, readCaseHistory, readQueue } from './cases.ts'
import { aliasDraft, caseDraft, throwUnreadable } from './decision-draft.ts'
import type { CaseDecision } from './decision-target.ts'
import { decisionKey, decisionTarget, evidenceOf, findTarget } from './decision-target.ts'
import {
  findOpenProposal,
  hasDecision,
  isDecided,
  lastDecisionOf,
  lockCase,
  lockOpenProposals,
  reopenCase,
  setStatus,
} from './desk-rows.ts'
import type { FeedbackInput } from './feedback.ts'
import { recordFeedback } from './feedback.ts'
import type { Attribution, Decision, DecisionDraft, LedgerChange } from './ledger.ts'
import { addDecision, changeState, lockDecision, restoredDraft } from './ledger.ts'
import type { Label, LedgerEntry, LedgerQuery } from './ledger-reads.ts'
import {
  eventsOfDecision,
  linkBeforeAndAfter,
  readDecision,
  readLabels,
  readLedger,
  withMoves,
} from './ledger-reads.ts'

export interface AliasInput {
  /** Defaults to production. */
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
  /** Null for a skipped case. */
  readonly decision: Decision | null
  /** The alias that a correction suggests. */
  readonly proposal: Decision | null
}

export interface CaseDetail {
  readonly case: Case
  readonly feedback: readonly Feedback[]
  readonly decisions: readonly LedgerEntry[]
}

/** A plain string is an actor without a request. */
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

  listCases(query: QueueQuery): Promise<Queue> {
    return readQueue(this.#db, query)
  }

  async readCase(id: string): Promise<CaseDetail> {
    const theCase = await readCase(this.#db.query, id)
    const { feedback, decisions } = await readCaseHistory(this.#db, theCase)
    return { case: theCase, feedback, decisions: await withMoves(this.#db, decisions) }
  }

  listDecisions(query: LedgerQuery): Promise<{ entries: readonly LedgerEntry[]; total: number }> {
    return readLedger(this.#db, query)
  }

  readDecision(id: string): Promise<LedgerEntry> {
    return readDecision(this.#db, id)
  }

  /** What callers received before and after the decision, and the events it caused. */
  async readEffects(entry: LedgerEntry) {
    return { ...(await linkBeforeAndAfter(this.#db, entry)), events: await eventsOfDecision(this.#db, entry) }
  }

  labels(): AsyncGenerator<Label[]> {
    return readLabels(this.#db)
  }

  /** Runs in the caller's transaction, which also stores the idempotency key. Returns the feedback's ID. */
  recordFeedback(tx: Tx, input: FeedbackInput): Promise<string> {
    return recordFeedback(tx, this.#links, input, new Date(this.#clock.now()))
  }

  /** `version` is the one the curator saw; a newer one fails instead of being overwritten. */
  async decide(caseId: string, version: number, by: Actor, input: CaseDecision): Promise<DecideResult> {
    const attribution = this.#attribution(by, input.note)
    return this.#write<DecideResult>(async (tx) => {
      const theCase = await lockCase(tx, caseId, version)
      if (input.verdict === 'skip') {
        const skipped = await setStatus(tx, theCase, 'skipped', attribution)
        await this.#audit(tx, by, 'desk.skipped', theCase.id)
        return { result: { case: skipped, decision: null, proposal: null }, changes: [] }
      }
      const match = this.#links.automaticMatch(caseQuery(theCase), theCase.dataset)
      const target = decisionTarget(match, input)
      const key = decisionKey(match, target) ?? (target ? throwUnreadable() : theCase.address_key)
      const kind = input.verdict
      const draft = caseDraft(theCase, key, kind, target, attribution, match)
      const { snapshot } = match
      const decided = await addDecision(tx, { ...draft, state: 'verified' }, snapshot, attribution)
      const changes = [decided]
      if (kind === 'correct')
        changes.push(await addDecision(tx, aliasDraft(draft, decided.decision.id, match), snapshot, attribution))
      const closed = await setStatus(tx, theCase, 'decided', attribution)
      await this.#audit(tx, by, 'desk.decided', decided.decision.id, { case: theCase.id, verdict: kind })
      return { result: { case: closed, decision: decided.decision, proposal: changes[1]?.decision ?? null }, changes }
    })
  }

  async reopen(caseId: string, version: number, by: Actor): Promise<Case> {
    return this.#db.tx(async (tx) => {
      const theCase = await lockCase(tx, caseId, version)
      if (theCase.status !== 'skipped')
        throw new Fault('state_conflict', {
          detail: `Only skipped cases can be reopened; this case is ${theCase.status}.`,
        })
      await this.#audit(tx, by, 'desk.reopened', theCase.id)
      return setStatus(tx, theCase, 'open', this.#attribution(by, null))
    })
  }

  /** The matcher decides the address again. */
  async revoke(decisionId: string, by: Actor, note: string): Promise<Decision> {
    return this.#settle(decisionId, 'revoked', by, note, ['verified'], 'desk.revoked')
  }

  /** Undoes the actor's own last decision: restores the previous one and reopens the case. */
  async undo(decisionId: string, by: Actor): Promise<Decision> {
    const attribution = this.#attribution(by, 'undone')
    const { actor } = attribution
    return this.#write(async (tx) => {
      const decision = await lockDecision(tx, decisionId)
      const last = await lastDecisionOf(tx, actor)
      if (last?.id !== decision.id)
        throw new Fault('state_conflict', { detail: 'You can undo only your own last decision. Revoke it instead.' })
      const { snapshot } = this.#match(decision)
      const previous = decision.supersedes ? await lockDecision(tx, decision.supersedes) : undefined
      if (previous?.project_id != null && !snapshot.projects.get(previous.project_id))
        throw new Fault('state_conflict', {
          detail: `The previous project, ${previous.project_id}, no longer exists. Revoke the decision instead.`,
        })
      const changes = [await changeState(tx, decision, 'revoked', snapshot, attribution)]
      // A superseded entry never changes back; a new entry restores its content.
      if (previous)
        changes.push(
          await addDecision(
            tx,
            { ...restoredDraft(previous, decision), note: attribution.note, actor },
            snapshot,
            attribution,
          ),
        )
      for (const proposal of await lockOpenProposals(tx, decision.id))
        changes.push(await changeState(tx, proposal, 'revoked', snapshot, attribution))
      if (decision.case_id) await reopenCase(tx, decision.case_id, attribution)
      await this.#audit(tx, by, 'desk.undone', decision.id)
      return { result: at(changes, 0).decision, changes }
    })
  }

  /** Proposing the same alias twice returns the open proposal. */
  async proposeAlias(input: AliasInput, by: Actor): Promise<Decision> {
    const attribution = this.#attribution(by, input.note)
    const { draft, snapshot } = this.#aliasDraft(input, attribution.actor)
    return this.#write(async (tx) => {
      const open = await findOpenProposal(tx, draft)
      if (open) return { result: open, changes: [] }
      const proposed = await addDecision(tx, draft, snapshot, attribution)
      await this.#audit(tx, by, 'desk.alias_proposed', proposed.decision.id)
      return { result: proposed.decision, changes: [proposed] }
    })
  }

  /** Adds a verified address on first start. Safe on several nodes at once; a revoked one stays revoked. */
  async seedVerifiedAddress(input: AliasInput, actor: string): Promise<void> {
    if (await isDecided(this.#db.query, input.dataset ?? 'production', input.line)) return
    const { draft, snapshot } = this.#aliasDraft(input, actor)
    await this.#write(async (tx) => {
      await tx.selectFrom('links_revision').select('value').forUpdate().execute()
      if (await hasDecision(tx, draft)) return { result: undefined, changes: [] }
      const attribution = this.#attribution(actor, input.note)
      const added = await addDecision(tx, { ...draft, state: 'verified' }, snapshot, attribution)
      return { result: undefined, changes: [added] }
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
      address_key: match.keys.typed ?? throwUnreadable(),
      text: line,
      city,
      province,
      project_id: project.id,
      building_id: buildingId,
      actor,
      note,
      evidence: evidenceOf(match),
      suggested_by: null,
      reader_version: readerVersion(snapshot.matcher.model_version),
    }
    return { draft, snapshot }
  }

  /** An accepted proposal becomes a verified address; a declined one stays in the ledger. */
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
    return this.#write(async (tx) => {
      const decision = await lockDecision(tx, id)
      if (!from.includes(decision.state))
        throw new Fault('state_conflict', { detail: `Decision ${id} is ${decision.state}.` })
      const { snapshot } = this.#match(decision)
      const change = await changeState(tx, decision, to, snapshot, this.#attribution(by, note))
      await this.#audit(tx, by, action, id)
      return { result: change.decision, changes: [change] }
    })
  }

  #match({ text, city, province, dataset }: Decision): AutomaticMatch {
    return this.#links.automaticMatch({ address: text, city, province }, dataset)
  }

  #attribution(by: Actor, note: string | null): Attribution {
    return { actor: causeOf(by).actor, note, at: new Date(this.#clock.now()) }
  }

  /** The ledger stores the decision; the audit log stores which request made it. */
  async #audit(tx: Tx, by: Actor, action: AuditAction, target: string, details: Record<string, string> = {}) {
    await audit(tx, causeOf(by), { action, accountId: null, target, details }, new Date(this.#clock.now()))
  }

  /** Writes decisions and their events in one transaction, events last, then refreshes this node. */
  async #write<T>(work: (tx: Tx) => Promise<{ result: T; changes: readonly LedgerChange[] }>): Promise<T> {
    const result = await this.#db.tx(async (tx) => {
      const { result, changes } = await work(tx)
      const dataset = changes[0]?.decision.dataset ?? 'production'
      const events = changes.flatMap((change) => change.events)
      await publishEvents(tx, dataset, events, new Date(this.#clock.now()))
      return result
    })
    // The decision is committed; if this sync fails, the next one loads it.
    await this.#verified.sync().catch(() => {})
    return result
  }
}
