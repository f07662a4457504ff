// Publishes one manual edit as a separate dataset version.

import type { Database } from '../../db/database.ts'
import type { AuditAction, Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CrashHook } from '../../kernel/crash-hook.ts'
import type { CrashPoint } from '../publish/publication.ts'
import { Publication } from '../publish/publication.ts'
import { DESK_SOURCE } from '../record/source-names.ts'
import type { EditDetails } from './correction-rows.ts'
import { DATASET } from './current-project.ts'

export interface EditOptions {
  readonly db: Database
  readonly clock: Clock
  /** Called after a publish. */
  readonly published: () => Promise<void>
  readonly onCrashPoint?: CrashHook<CrashPoint>
}

export async function publishEdit<T>(
  { db, clock, published, onCrashPoint = () => {} }: EditOptions,
  kind: 'correction' | 'merge',
  { note, actor }: { readonly note: string | null; readonly actor: string },
  work: (publication: Publication) => Promise<T>,
): Promise<T & { readonly datasetVersion: string }> {
  const at = new Date(clock.now())
  const done = await db.tx(async (tx) => {
    const options = { dataset: DATASET, source: DESK_SOURCE, kind, at, note, actor, onCrashPoint } as const
    const publication = await Publication.begin(tx, options)
    const result = await work(publication)
    return { ...result, datasetVersion: await publication.finish([]) }
  })
  onCrashPoint('after commit')
  // The edit is committed. If loading it fails now, the next poll finds it.
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

export function editDetails(publication: Publication, { actor }: Cause, reason: string | null): EditDetails {
  return { actor, reason, at: publication.at, version: publication.number }
}

/** A manual edit reports no history. */
export const editContext = (at: string, reason: string | null) => ({
  at,
  reason,
  reported: [],
  known: new Set<string>(),
  isManual: true,
})
