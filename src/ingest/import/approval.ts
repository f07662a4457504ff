// Approves a run that published nothing: same file, same result.
import type { Database } from '../../db/database.ts'
import { Fault, fieldFault } from '../../kernel/fault.ts'
import { hashFiles } from '../files/open-files.ts'
import { needsConfirmation } from './gates.ts'
import type { ImportCounts, ImportRun, StoredRequest } from './import-runs.ts'
import { readRun, readStoredRequest } from './import-runs.ts'

/** A refused run or a dry run, with the request to repeat it. */
export interface ApprovableRun {
  readonly run: ImportRun
  readonly request: StoredRequest
}

export interface Approval {
  /** The run that the person reviewed. */
  readonly run: ImportRun
  /** Required when gates failed. */
  readonly reason: string | null
}

/** What must be equal for one run to stand for another. */
export interface RunResult {
  readonly version: string | null
  readonly sha256: string | null
  readonly counts: Pick<ImportCounts, 'rows' | 'rejected' | 'records'>
  readonly gates: readonly string[]
}

const IMPORT_AGAIN = 'Import it again, review the changes, and approve that run.'

function conflict(problem: string, advice = IMPORT_AGAIN): Fault {
  return new Fault('state_conflict', { detail: `${problem} ${advice}`.trim() })
}

/** What a person sends to approve a run. */
export interface ApprovalInput {
  readonly reason: string | null
  /** The name of the source, if many projects would be removed. */
  readonly confirm: string | null
}

export async function requireApprovable(
  db: Database,
  id: string,
  { reason, confirm }: ApprovalInput,
): Promise<ApprovableRun> {
  const run = await readRun(db, id)
  const request = await readStoredRequest(db, id)
  if (run.outcome !== 'refused' && run.outcome !== 'dry_run')
    throw conflict(
      `Import ${id} is ${run.outcome ?? 'not finished'}.`,
      'Only refused imports and dry runs can be approved.',
    )
  if (run.approved_by !== null) throw conflict(`Import ${id} was already approved by import ${run.approved_by}.`, '')
  if (run.changes === null || run.sha256 === null || request === null)
    throw conflict('The file itself was refused, not its changes.', 'Fix the file and import it again.')
  if (run.gates.length > 0 && reason === null)
    throw new Fault('missing_parameter', { detail: '"reason" is required to approve an import that gates refused.' })
  requireConfirmation(run, confirm)
  requireSameFile(run, await hashFiles([request.file, ...(request.more_files ?? [])]))
  return { run, request }
}

export function requireConfirmation(
  { source, changes }: Pick<ImportRun, 'source' | 'changes'>,
  confirm: string | null,
) {
  const removed = changes?.gone ?? 0
  if (!needsConfirmation(removed, source, confirm)) return
  const code = confirm === null ? 'missing_parameter' : 'invalid_parameter'
  const message = `The import removes ${removed} projects. To approve it, send "confirm": "${source}".`
  throw fieldFault(code, '/confirm', message)
}

function requireSameFile({ file_name, sha256 }: ImportRun, current: string | null): void {
  if (current === null)
    throw conflict(`${file_name} is no longer on this machine.`, 'Restore the file or import it again.')
  if (current !== sha256) throw conflict(`${file_name} changed after the review.`)
}

/** Called after all rows are read, before anything is published. */
export function requireSameResult({ run }: Approval, result: RunResult): void {
  requireSameFile(run, result.sha256)
  if (result.version === run.version || isSameResult(run, result)) return
  throw conflict(
    `The run was compared with version ${run.version ?? 'none'}. Compared with the current version ${result.version ?? 'none'}, its changes differ.`,
  )
}

function isSameResult(a: RunResult, b: RunResult): boolean {
  const text = ({ counts: { rows, rejected, records }, gates }: RunResult) =>
    JSON.stringify([rows, rejected, gates, Object.entries(records).sort(([x], [y]) => (x < y ? -1 : 1))])
  return text(a) === text(b)
}
