// Corrections by hand: what a source says wrong is said right, as a version of its own, and stays right until the source says something new.
import type { ProjectRecord } from '../../catalog/records.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { AuditAction, Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { DESK_SOURCE } from '../import/import-file.ts'
import { buildingIdOf, fieldValue, withValue } from '../overrides/corrections.ts'
import { diffBundle } from '../publish/diff.ts'
import { sameValue } from '../publish/field-changes.ts'
import type { Crash } from '../publish/publication.ts'
import { Publication } from '../publish/publication.ts'
import type { CorrectionInput, FieldValue } from './correction-input.ts'
import { correctedFields, isInForce } from './correction-input.ts'
import type { EditDetails } from './correction-rows.ts'
import { endCorrections, insertCorrection, readCorrection } from './correction-rows.ts'
import type { CurrentProject } from './current-project.ts'
import { DATASET, readCurrentProject, requireVersion } from './current-project.ts'

export interface EditOptions {
  readonly db: Database
  readonly clock: Clock
  /** Called when something was published. */
  readonly published: () => Promise<void>
  readonly crash?: Crash
}

/** What a change by hand made. */
export interface EditResult {
  /** Of the dataset, such as `2026-11-14.2`. */
  readonly datasetVersion: string
  /** Of the project: what the next change wants to have seen. */
  readonly version: number
  /** The corrections that hold because of it. */
  readonly corrections: readonly string[]
}

/** One publication by hand, from its beginning to its events. */
export async function publishEdit<T>(
  { db, clock, published, crash = () => {} }: EditOptions,
  kind: 'correction' | 'merge',
  { note, actor }: { readonly note: string | null; readonly actor: string },
  work: (publication: Publication) => Promise<T>,
): Promise<T & { readonly datasetVersion: string }> {
  const at = new Date(clock.now())
  const done = await db.tx(async (tx) => {
    const options = { dataset: DATASET, source: DESK_SOURCE, kind, at, note, actor, crash } as const
    const publication = await Publication.begin(tx, options)
    const result = await work(publication)
    return { ...result, datasetVersion: await publication.finish([]) }
  })
  crash('after commit')
  // It is published; should the database go away now, the next look finds it.
  await published().catch(() => {})
  return done
}

export async function auditEdit(
  publication: Publication,
  cause: Cause,
  action: AuditAction,
  target: string,
  details: Readonly<Record<string, string | number | boolean | null>>,
): Promise<void> {
  await audit(publication.tx, cause, { action, accountId: null, target, details }, publication.options.at)
}

export class CorrectionEditor {
  readonly #options: EditOptions

  constructor(options: EditOptions) {
    this.#options = options
  }

  /** Corrects a project as it was when the person saw it. */
  correct(projectId: number, seen: number, wish: CorrectionInput, cause: Cause): Promise<EditResult> {
    return publishEdit(this.#options, 'correction', { note: wish.reason, actor: cause.actor }, async (publication) => {
      const standing = await readCurrentProject(publication.tx, projectId)
      requireVersion(standing, seen)
      const { project } = standing.bundle
      const wanted = correctedFields(project, wish, publication.at.slice(0, 10))
      const after = wanted.reduce((at, { field, value }) => withValue(at, field, value), project)
      requireOwnAddresses(publication, project, after, wanted)
      const act = editDetails(publication, cause, wish.reason)
      const corrections = await keep(publication, project, wanted, act)
      await this.#publish(publication, standing, after, wish.reason)
      const fields = wanted.map(({ field }) => field).join(', ')
      await auditEdit(publication, cause, 'desk.project_corrected', String(projectId), {
        fields,
        reason: wish.reason,
      })
      return { version: publication.number, corrections }
    })
  }

  /** The source is believed again. */
  revoke(projectId: number, correctionId: string, reason: string, cause: Cause): Promise<EditResult> {
    return publishEdit(this.#options, 'correction', { note: reason, actor: cause.actor }, async (publication) => {
      const { tx, overrides: hand } = publication
      const { field, state } = await readCorrection(tx, projectId, correctionId)
      if (state !== 'in_force')
        throw new Fault('state_conflict', { detail: `Correction ${correctionId} is ${state.replace('_', ' ')}.` })
      const standing = await readCurrentProject(tx, projectId)
      const { project } = standing.bundle
      const after = hand.without(project, correctionId)
      requireOwnAddresses(publication, project, after, [{ field, value: fieldValue(after, field) }])
      await endCorrections(tx, projectId, [field], 'revoked', editDetails(publication, cause, reason))
      const changed = await this.#publish(publication, standing, after, reason)
      await auditEdit(publication, cause, 'desk.correction_revoked', correctionId, {
        project: projectId,
        field,
        reason,
      })
      return { version: changed ? publication.number : standing.version, corrections: [] }
    })
  }

  async #publish(
    publication: Publication,
    { bundle }: CurrentProject,
    after: ProjectRecord,
    reason: string | null,
  ): Promise<boolean> {
    const { at, registry } = publication
    const context = { at, source: DESK_SOURCE, reason, reported: [], known: new Set<string>(), isManual: true }
    registry.setAddress(after.id, after.address)
    const diff = diffBundle(bundle, { ...bundle, project: after }, context)
    await publication.write([diff])
    return diff.writes.length > 0
  }
}

export function editDetails(publication: Publication, { actor }: Cause, reason: string | null): EditDetails {
  return { actor, reason, at: publication.at, version: publication.number }
}

/** A new correction ends the one before it; back to what the source says is none at all. */
async function keep(
  { tx, overrides: hand }: Publication,
  project: ProjectRecord,
  wanted: readonly FieldValue[],
  act: EditDetails,
): Promise<string[]> {
  const told = hand.asReported(project)
  const fields = wanted.map(({ field, value }) => ({ field, value, sourceValue: fieldValue(told, field) }))
  const returned = fields.filter(({ value, sourceValue }) => sameValue(value, sourceValue))
  const kept = fields.filter((field) => !returned.includes(field))
  await end(tx, project.id, returned, 'revoked', act)
  await end(tx, project.id, kept, 'superseded', act)
  const made: string[] = []
  for (const field of kept) made.push(await insertCorrection(tx, project.id, field, act))
  return made
}

async function end(
  tx: Tx,
  projectId: number,
  fields: readonly { field: string }[],
  state: 'superseded' | 'revoked',
  act: EditDetails,
): Promise<void> {
  if (fields.length === 0) return
  await endCorrections(
    tx,
    projectId,
    fields.map(({ field }) => field),
    state,
    act,
  )
}

/** No two projects share a canonical address, and none has another's for one of its own today. */
function requireOwnAddresses(
  { registry, at }: Publication,
  before: ProjectRecord,
  after: ProjectRecord,
  wanted: readonly FieldValue[],
): void {
  const today = at.slice(0, 10)
  const known = new Set(before.buildings.flatMap(({ addresses }) => addresses.map(({ line }) => line)))
  const lines = wanted.flatMap(({ field, value }) =>
    buildingIdOf(field) === null
      ? []
      : (value as ProjectRecord['buildings'][number]['addresses'])
          .filter((address) => !known.has(address.line) && isInForce(address, today))
          .map(({ line }) => `${line}, ${after.city_name}, ${after.province}`),
  )
  for (const address of [after.address, ...lines]) {
    const holder = registry.projectAt(address)
    if (holder === undefined || holder === after.id) continue
    throw new Fault('state_conflict', {
      detail: `The address ${address} belongs to project ${holder}. If they are one, merge them.`,
      extra: { project_id: holder },
    })
  }
}
