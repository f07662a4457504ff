// Makes and revokes corrections. A correction holds until the source reports a new value.
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import type { Cause } from '../../events/audit-log.ts'
import { Fault } from '../../kernel/fault.ts'
import { buildingIdOf, fieldValue, markCorrected, withValue } from '../overrides/corrections.ts'
import { diffBundle } from '../publish/diff.ts'
import type { Publication } from '../publish/publication.ts'
import { sameValue } from '../record/same-value.ts'
import { joinLater } from '../rows/row-keys.ts'
import type { CorrectionInput, FieldValue } from './correction-input.ts'
import { correctedFields, isInForce } from './correction-input.ts'
import type { EditDetails } from './correction-rows.ts'
import { correctionsOf, endCorrections, insertCorrection, readCorrection } from './correction-rows.ts'
import type { CurrentProject } from './current-project.ts'
import { DATASET, readCurrentProject, requireVersion } from './current-project.ts'
import { mergesInto } from './merge-rows.ts'
import type { EditOptions } from './publish-edit.ts'
import { auditEdit, editContext, editDetails, publishEdit } from './publish-edit.ts'

export interface EditResult {
  /** For example `2026-11-14.2`. */
  readonly datasetVersion: string
  /** The project's version, to send with the next edit. */
  readonly version: number
  /** Ids of the corrections that this edit created. */
  readonly corrections: readonly string[]
}

export class CorrectionEditor {
  readonly #options: EditOptions

  constructor(options: EditOptions) {
    this.#options = options
  }

  /** A project with its last corrections and the projects merged into it. */
  detail(projectId: number, maxCorrections: number) {
    return this.#options.db.tx(async (tx) => ({
      current: await readCurrentProject(tx, projectId),
      corrections: await correctionsOf(tx, projectId, maxCorrections),
      merges: await mergesInto(tx, projectId),
    }))
  }

  /** Fails when the project changed after `expectedVersion`. */
  correct(projectId: number, expectedVersion: number, input: CorrectionInput, cause: Cause): Promise<EditResult> {
    const { reason } = input
    return publishEdit(this.#options, 'correction', { note: reason, actor: cause.actor }, async (publication) => {
      const current = await readCurrentProject(publication.tx, projectId)
      requireVersion(current, expectedVersion)
      const { project } = current.bundle
      const corrected = correctedFields(project, input, publication.at.slice(0, 10))
      const values = corrected.reduce((at, { field, value }) => withValue(at, field, value), project)
      const reported = publication.overrides.asReported(project)
      const others = publication.overrides.correctionsOf(projectId)
      const inForce = corrected.filter(({ field, value }) => !sameValue(value, fieldValue(reported, field)))
      const unchanged = others.filter(({ field }) => !corrected.some((one) => one.field === field))
      const after = markCorrected(values, [...unchanged, ...inForce])
      await requireFreeAddresses(publication, project, after, corrected)
      const details = editDetails(publication, cause, reason)
      const corrections = await saveCorrections(publication, project, corrected, details)
      await this.#publish(publication, current, after, reason)
      const fields = corrected.map(({ field }) => field).join(', ')
      await auditEdit(publication, cause, 'desk.project_corrected', String(projectId), { fields, reason })
      return { version: publication.number, corrections }
    })
  }

  /** Restores the source's value. */
  revoke(projectId: number, correctionId: string, reason: string, cause: Cause): Promise<EditResult> {
    return publishEdit(this.#options, 'correction', { note: reason, actor: cause.actor }, async (publication) => {
      const { tx, overrides } = publication
      const { field, state } = await readCorrection(tx, projectId, correctionId)
      if (state !== 'in_force')
        throw new Fault('state_conflict', { detail: `Correction ${correctionId} is ${state.replace('_', ' ')}.` })
      const current = await readCurrentProject(tx, projectId)
      const { project } = current.bundle
      const after = overrides.without(project, correctionId)
      await requireFreeAddresses(publication, project, after, [{ field, value: fieldValue(after, field) }])
      await endCorrections(tx, projectId, [field], 'revoked', editDetails(publication, cause, reason))
      const changed = await this.#publish(publication, current, after, reason)
      const details = { project: projectId, field, reason }
      await auditEdit(publication, cause, 'desk.correction_revoked', correctionId, details)
      return { version: changed ? publication.number : current.version, corrections: [] }
    })
  }

  async #publish(
    publication: Publication,
    { bundle }: CurrentProject,
    after: ProjectRecord,
    reason: string | null,
  ): Promise<boolean> {
    const { tx, registry } = publication
    const before = bundle.project.address
    await registry.knowProjects(tx, [after.id])
    registry.setAddress(after.id, after.address)
    if (before !== after.address) await joinLater(tx, DATASET, [after.id], [before, after.address])
    const diff = diffBundle(bundle, { ...bundle, project: after }, editContext(publication.at, reason))
    await publication.write([diff])
    return diff.writes.length > 0
  }
}

/** A new correction supersedes the previous one. A value equal to the source's only revokes it. */
async function saveCorrections(
  { tx, overrides }: Publication,
  project: ProjectRecord,
  corrected: readonly FieldValue[],
  details: EditDetails,
): Promise<string[]> {
  const reported = overrides.asReported(project)
  const fields = corrected.map(({ field, value }) => ({ field, value, sourceValue: fieldValue(reported, field) }))
  const unchanged = fields.filter(({ value, sourceValue }) => sameValue(value, sourceValue))
  const changed = fields.filter((field) => !unchanged.includes(field))
  const names = (list: readonly FieldValue[]) => list.map(({ field }) => field)
  await endCorrections(tx, project.id, names(unchanged), 'revoked', details)
  await endCorrections(tx, project.id, names(changed), 'superseded', details)
  const ids: string[] = []
  for (const field of changed) ids.push(await insertCorrection(tx, project.id, field, details))
  return ids
}

/** Two projects must not share a canonical address, nor may one have another's address today. */
async function requireFreeAddresses(
  { tx, registry, at }: Publication,
  before: ProjectRecord,
  after: ProjectRecord,
  corrected: readonly FieldValue[],
): Promise<void> {
  const today = at.slice(0, 10)
  const known = new Set(before.buildings.flatMap(({ addresses }) => addresses.map(({ line }) => line)))
  const lines = corrected.flatMap(({ field, value }) =>
    buildingIdOf(field) === null
      ? []
      : (value as ProjectRecord['buildings'][number]['addresses'])
          .filter((address) => !known.has(address.line) && isInForce(address, today))
          .map(({ line }) => `${line}, ${after.city_name}, ${after.province}`),
  )
  const addresses = [after.address, ...lines]
  await registry.knowAddresses(tx, addresses)
  for (const address of addresses) {
    const holder = registry.projectAt(address)
    if (holder === undefined || holder === after.id) continue
    throw new Fault('state_conflict', {
      detail: `The address ${address} belongs to project ${holder}. If both are the same project, merge them.`,
      extra: { project_id: holder },
    })
  }
}
