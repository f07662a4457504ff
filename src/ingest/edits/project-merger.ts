// Previews, makes and undoes merges of two projects.
import type { Bundle, ProjectRecord } from '../../catalog/records/record-types.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import { Fault, fieldFault } from '../../kernel/fault.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { DecisionCounts } from '../../links/desk/move-decisions.ts'
import { countDecisions, moveDecisions, restoreDecisions } from '../../links/desk/move-decisions.ts'
import type { RowRef } from '../join/decisions.ts'
import { countContradicted } from '../join/decisions.ts'
import { TrustOrder } from '../join/trust-order.ts'
import type { MergeInForce } from '../overrides/merge-additions.ts'
import { moveIdentities, planMovedIdentities } from '../overrides/moved-identities.ts'
import { writeProjects } from '../publish/compose-projects.ts'
import { diffBundle } from '../publish/diff.ts'
import type { Publication } from '../publish/publication.ts'
import { readAllIdentities, readBundles } from '../publish/read-state.ts'
import { readDecisions } from '../rows/join-cases.ts'
import { joinLater } from '../rows/row-keys.ts'
import { readTrust } from '../rows/stored-rows.ts'
import type { EditDetails } from './correction-rows.ts'
import type { CurrentProject } from './current-project.ts'
import { DATASET, readCurrentProject } from './current-project.ts'
import type { MergePlan } from './merge-plan.ts'
import { planMerge } from './merge-plan.ts'
import { endMerge, firstVersionOf, insertMerge, readMerge } from './merge-rows.ts'
import type { EditOptions } from './publish-edit.ts'
import { auditEdit, editContext, editDetails, publishEdit } from './publish-edit.ts'

export interface MergePreview {
  readonly from: Bundle
  readonly into: Bundle
  readonly plan: MergePlan
  /** Number of decisions about the merged project. */
  readonly decisions: DecisionCounts
  /** Send it with the merge request. Valid while neither project changes. */
  readonly token: string
}

interface ProjectMergerOptions extends EditOptions {
  readonly secrets: Secrets
  readonly snapshot: () => Snapshot
}

interface Pair {
  readonly from: CurrentProject
  readonly into: CurrentProject
}

export class ProjectMerger {
  readonly #options: ProjectMergerOptions

  constructor(options: ProjectMergerOptions) {
    this.#options = options
  }

  preview(fromId: number, intoId: number): Promise<MergePreview> {
    return this.#options.db.tx(async (tx) => {
      const pair = await readPair(tx, fromId, intoId)
      const [from, into] = [pair.from.bundle, pair.into.bundle]
      const decisions = await countDecisions(tx, DATASET, fromId)
      const token = this.#options.secrets.sign('merge', tokenText(pair))
      return { from, into, plan: planMerge(from.project, into.project), decisions, token }
    })
  }

  merge(fromId: number, intoId: number, token: string, reason: string, cause: Cause) {
    return publishEdit(this.#options, 'merge', { note: reason, actor: cause.actor }, async (publication) => {
      const { tx } = publication
      const pair = await readPair(tx, fromId, intoId)
      if (!this.#options.secrets.verify('merge', tokenText(pair), token))
        throw new Fault('precondition_failed', {
          detail: 'One of the projects changed after the preview. Open the preview again and retry.',
        })
      const plan = planMerge(pair.from.bundle.project, pair.into.bundle.project)
      const act = editDetails(publication, cause, reason)
      const id = await this.#merge(publication, pair, plan, reason, act)
      await auditEdit(publication, cause, 'desk.project_merged', id, { from: fromId, into: intoId, reason })
      return { id, version: publication.number }
    })
  }

  async #merge(publication: Publication, { from, into }: Pair, plan: MergePlan, reason: string, act: EditDetails) {
    const { tx, registry, overrides, at } = publication
    const [gone, survivor] = [from.bundle.project, into.bundle.project]
    const rows = await readAllIdentities(tx, DATASET, [gone.id, survivor.id])
    const into_rows = rows
      .filter(({ project_id, present }) => project_id === survivor.id && present)
      .map(({ source, key }) => ({ source, key }))
    const identities = planMovedIdentities(rows.filter(({ project_id }) => project_id === gone.id))
    await requireNotApart(tx, identities, into_rows)
    await moveIdentities(tx, DATASET, identities, 'after', survivor.id)
    await registry.knowProjects(tx, [gone.id, survivor.id])
    registry.setAddress(gone.id, null)
    await joinLater(tx, DATASET, [survivor.id], [gone.address])
    const addition = { from_id: gone.id, into_id: survivor.id, from_address: gone.address, additions: plan.additions }
    const added = { ...addition, id: '', version: publication.number }
    await rebuild(publication, survivor.id, reason, [...overrides.mergesInto(survivor.id), added])
    await publication.write([diffBundle(from.bundle, null, { ...editContext(at, reason), mergedInto: survivor.id })])
    const successor = { dataset: DATASET, from: gone.id, into: survivor.id, buildings: plan.towerIds } as const
    const attribution = { actor: act.actor, note: reason, at: publication.options.at }
    const { replaced, events } = await moveDecisions(tx, successor, this.#options.snapshot(), attribution)
    publication.addEvents(events)
    return insertMerge(tx, { ...addition, identities, into_rows, decisions: replaced, reason }, act)
  }

  /** Restores the merged project and the decisions about it. */
  undo(mergeId: string, reason: string, cause: Cause) {
    return publishEdit(this.#options, 'merge', { note: reason, actor: cause.actor }, async (publication) => {
      const { tx, registry, overrides } = publication
      const merge = await readMerge(tx, mergeId)
      if (merge.state !== 'in_force')
        throw new Fault('state_conflict', { detail: `The merge is already ${merge.state.replace('_', ' ')}.` })
      const into = await readCurrentProject(tx, merge.into_id)
      const before = (await firstVersionOf(tx, merge)) - 1
      const restored = (await readBundles(tx, DATASET, [merge.from_id], before)).get(merge.from_id)!
      await requireFree(publication, restored.project, into.bundle.project)
      await moveIdentities(tx, DATASET, merge.identities, 'before', merge.into_id)
      await registry.knowProjects(tx, [merge.from_id, merge.into_id])
      registry.setAddress(merge.from_id, restored.project.address)
      await joinLater(tx, DATASET, [merge.from_id, merge.into_id], [restored.project.address])
      const others = overrides.mergesInto(merge.into_id).filter(({ id }) => id !== mergeId)
      await rebuild(publication, merge.into_id, reason, others)
      await rebuild(publication, merge.from_id, reason, overrides.mergesInto(merge.from_id), restored)
      const act = editDetails(publication, cause, reason)
      const attribution = { actor: act.actor, note: reason, at: publication.options.at }
      publication.addEvents(await restoreDecisions(tx, merge.decisions, this.#options.snapshot(), attribution))
      await endMerge(tx, mergeId, act)
      const [from, survivor] = [merge.from_id, merge.into_id]
      await auditEdit(publication, cause, 'desk.merge_undone', mergeId, { from, into: survivor, reason })
      return { id: mergeId, version: publication.number }
    })
  }
}

/** Composes a project from its rows, which have moved already. `restored` is its state before it was merged. */
async function rebuild(
  publication: Publication,
  id: number,
  reason: string,
  merges: readonly MergeInForce[],
  restored?: Bundle,
): Promise<void> {
  const { tx } = publication
  const rows = (await readAllIdentities(tx, DATASET, [id])).filter(({ present }) => present)
  const order = new TrustOrder(await readTrust(tx), new Set(rows.map(({ source }) => source)))
  const sorted = rows.sort((a, b) => Number(b.is_anchor) - Number(a.is_anchor) || order.compare(a, b))
  const context = { reason, isManual: true }
  await writeProjects(publication, [{ id, rows: sorted }], { order, context, merges, ...(restored && { restored }) })
}

/** Two projects with rows that people keep apart cannot become one. */
async function requireNotApart(tx: Tx, from: readonly RowRef[], into: readonly RowRef[]): Promise<void> {
  const decisions = await readDecisions(tx, DATASET)
  if (countContradicted([...decisions, { kind: 'merged', from, into }]) === countContradicted(decisions)) return
  throw new Fault('state_conflict', {
    detail: 'A decision keeps rows of these projects apart. Undo that decision first.',
  })
}

function tokenText({ from, into }: Pair): string {
  const side = ({ bundle, version }: CurrentProject) => `${bundle.project.id}@${version}`
  return `${side(from)} ${side(into)}`
}

async function readPair(tx: Tx, fromId: number, intoId: number): Promise<Pair> {
  if (fromId === intoId) throw fieldFault('invalid_parameter', 'into', 'A project cannot be merged into itself.')
  const from = await readCurrentProject(tx, fromId)
  const into = await readCurrentProject(tx, intoId)
  const [a, b] = [from.bundle.project.province, into.bundle.project.province]
  if (a !== b)
    throw fieldFault(
      'invalid_parameter',
      'into',
      `The projects are in different provinces: ${a} and ${b}. Only projects in one province can be merged.`,
    )
  return { from, into }
}

/** Only the survivor may have the restored project's address, as a former address. */
async function requireFree({ tx, registry }: Publication, restored: ProjectRecord, into: ProjectRecord) {
  await registry.knowAddresses(tx, [restored.address])
  const holder = registry.projectAt(restored.address)
  if (holder === undefined || (holder === into.id && into.address !== restored.address)) return
  throw new Fault('state_conflict', {
    detail: `The address ${restored.address} now belongs to project ${holder}. Correct that project first.`,
    extra: { project_id: holder },
  })
}
