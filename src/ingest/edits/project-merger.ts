// Two projects that are one: what a merge would do, doing it, and undoing it. Each is one version of the dataset.
import type { Bundle, ProjectRecord } from '../../catalog/records.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { DecisionCounts } from '../../links/desk/move-decisions.ts'
import { countDecisions, moveDecisions, restoreDecisions } from '../../links/desk/move-decisions.ts'
import { DESK_SOURCE } from '../import/import-file.ts'
import { moveIdentities, planMovedIdentities } from '../overrides/moved-identities.ts'
import { removeSupplements } from '../overrides/secondary-sources.ts'
import { rebuildSurvivor } from '../overrides/supplement-project.ts'
import { diffBundle } from '../publish/diff.ts'
import type { Publication } from '../publish/publication.ts'
import { readAllIdentities, readBundles } from '../publish/read-state.ts'
import type { EditOptions } from './correction-editor.ts'
import { auditEdit, editDetails, publishEdit } from './correction-editor.ts'
import type { EditDetails } from './correction-rows.ts'
import type { CurrentProject } from './current-project.ts'
import { DATASET, readCurrentProject } from './current-project.ts'
import type { MergePlan } from './merge-plan.ts'
import { planMerge } from './merge-plan.ts'
import { endMerge, insertMerge, readMerge } from './merge-rows.ts'

export interface MergePreview {
  readonly from: Bundle
  readonly into: Bundle
  readonly plan: MergePlan
  /** Decisions of people about the merged project. */
  readonly decisions: DecisionCounts
  /** Given back with the order to merge: it holds for both projects as they are now. */
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
          detail: 'One of the two has changed since the preview. Look at the preview again.',
        })
      const plan = planMerge(pair.from.bundle.project, pair.into.bundle.project)
      const act = editDetails(publication, cause, reason)
      const id = await this.#join(publication, pair, plan, reason, act)
      await auditEdit(publication, cause, 'desk.project_merged', id, { from: fromId, into: intoId, reason })
      return { id, version: publication.number }
    })
  }

  async #join(publication: Publication, { from, into }: Pair, plan: MergePlan, reason: string, act: EditDetails) {
    const { tx, registry, overrides: hand, at } = publication
    const [gone, survivor] = [from.bundle.project, into.bundle.project]
    const rows = await readAllIdentities(tx, DATASET, [gone.id, survivor.id])
    const there = rows.filter(({ project_id }) => project_id === survivor.id)
    const moving = rows.filter(({ project_id }) => project_id === gone.id)
    const own = removeSupplements(hand.remove(gone), new Set())
    const identities = planMovedIdentities(moving, there, own, plan.towerIds)
    await moveIdentities(tx, DATASET, identities, 'after', survivor.id)
    registry.setAddress(gone.id, null)
    const addition = { from_id: gone.id, into_id: survivor.id, from_address: gone.address, additions: plan.additions }
    const coming = { ...addition, id: '', version: publication.number }
    const after = await rebuildSurvivor(publication, into.bundle, { coming })
    const context = contextOf(at, reason)
    await publication.write([
      diffBundle(into.bundle, after, context),
      diffBundle(from.bundle, null, { ...context, mergedInto: survivor.id }),
    ])
    const successor = { dataset: DATASET, from: gone.id, into: survivor.id, buildings: plan.towerIds } as const
    const word = { actor: act.actor, note: reason, at: publication.options.at }
    const { replaced, events } = await moveDecisions(tx, successor, this.#options.snapshot(), word)
    publication.addEvents(events)
    return insertMerge(tx, { ...addition, identities, decisions: replaced, reason }, act)
  }

  /** The merged project returns as it was, and what was decided about it with it. */
  undo(mergeId: string, reason: string, cause: Cause) {
    return publishEdit(this.#options, 'merge', { note: reason, actor: cause.actor }, async (publication) => {
      const { tx, registry, at } = publication
      const merge = await readMerge(tx, mergeId)
      if (merge.state !== 'in_force')
        throw new Fault('state_conflict', { detail: `The merge is ${merge.state.replace('_', ' ')} already.` })
      const into = await readCurrentProject(tx, merge.into_id)
      const back = (await readBundles(tx, DATASET, [merge.from_id], merge.version - 1)).get(merge.from_id)!
      requireFree(publication, back.project, into.bundle.project)
      await moveIdentities(tx, DATASET, merge.identities, 'before', merge.into_id)
      registry.setAddress(merge.from_id, back.project.address)
      const after = await rebuildSurvivor(publication, into.bundle, { undone: mergeId })
      const returned = { ...back, project: { ...back.project, updated_at: at } }
      const context = contextOf(at, reason)
      await publication.write([diffBundle(into.bundle, after, context), diffBundle(null, returned, context)])
      const act = editDetails(publication, cause, reason)
      const word = { actor: act.actor, note: reason, at: publication.options.at }
      publication.addEvents(await restoreDecisions(tx, merge.decisions, this.#options.snapshot(), word))
      await endMerge(tx, mergeId, act)
      const [from, survivor] = [merge.from_id, merge.into_id]
      await auditEdit(publication, cause, 'desk.merge_undone', mergeId, { from, into: survivor, reason })
      return { id: mergeId, version: publication.number }
    })
  }
}

const contextOf = (at: string, reason: string) => ({
  at,
  source: DESK_SOURCE,
  reason,
  reported: [],
  known: new Set<string>(),
  isManual: true,
})

function tokenText({ from, into }: Pair): string {
  const side = ({ bundle, version }: CurrentProject) => `${bundle.project.id}@${version}`
  return `${side(from)} ${side(into)}`
}

async function readPair(tx: Tx, fromId: number, intoId: number): Promise<Pair> {
  if (fromId === intoId) throw refuse('A project cannot be merged into itself.')
  const from = await readCurrentProject(tx, fromId)
  const into = await readCurrentProject(tx, intoId)
  const [a, b] = [from.bundle.project.province, into.bundle.project.province]
  if (a !== b) throw refuse(`One is in ${a} and the other in ${b}: they cannot be one.`)
  return { from, into }
}

function refuse(message: string): Fault {
  return new Fault('invalid_parameter', {
    detail: message,
    errors: [{ parameter: 'into', code: 'invalid_parameter', message }],
  })
}

/** The survivor may stand for its address, nobody else. */
function requireFree({ registry }: Publication, back: ProjectRecord, into: ProjectRecord): void {
  const holder = registry.projectAt(back.address)
  if (holder === undefined || (holder === into.id && into.address !== back.address)) return
  throw new Fault('state_conflict', {
    detail: `The address ${back.address} belongs to project ${holder} by now. Correct that one first.`,
    extra: { project_id: holder },
  })
}
