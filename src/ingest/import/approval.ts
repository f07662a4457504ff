// A person's word: what a run showed that published nothing is published after all, from the same file and with the same difference.
import type { Database } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import { hashFile } from '../read/source-file.ts'
import type { ImportCounts, ImportRun, StoredRequest } from './import-runs.ts'
import { readRun, readStoredRequest } from './import-runs.ts'

/** A run that gates stopped, or a dry run, with all it takes to run it again. */
export interface ApprovableRun {
  readonly run: ImportRun
  readonly request: StoredRequest
}

/** An approval: what a person saw, and why it shall be published; a reason is needed where gates are overruled. */
export interface Approval {
  readonly run: ImportRun
  readonly reason: string | null
}

/** What of two runs must be the same for one to stand for the other. */
export interface RunResult {
  readonly version: string | null
  readonly sha256: string | null
  readonly counts: Pick<ImportCounts, 'rows' | 'rejected' | 'records'>
  readonly gates: readonly string[]
}

const ANEW = 'Import it anew, look at what it would change, and approve that.'

function conflict(what: string, advice = ANEW): Fault {
  return new Fault('state_conflict', { detail: `${what} ${advice}` })
}

/** The run, if a person can approve it as it lies there: refuses with what is in the way. */
export async function requireApprovable(db: Database, id: string, reason: string | null): Promise<ApprovableRun> {
  const run = await readRun(db, id)
  const asked = await readStoredRequest(db, id)
  if (run.outcome !== 'refused' && run.outcome !== 'dry_run')
    throw conflict(
      `The import ${id} is ${run.outcome ?? 'not finished'}.`,
      'Only one that gates stopped, or a dry run, can be approved.',
    )
  if (run.approved_by !== null) throw conflict(`The import ${id} was approved already: ${run.approved_by}.`, '')
  if (run.changes === null || run.sha256 === null || asked === null)
    throw conflict('The file itself was refused, not what it would change.', 'Mend the file and import it anew.')
  if (run.gates.length > 0 && reason === null)
    throw new Fault('missing_parameter', { detail: 'Say why: "reason" is required where gates are overruled.' })
  requireSameFile(run, await hashFile(asked.file))
  return { run, request: asked }
}

function requireSameFile({ file_name, sha256 }: ImportRun, now: string | null): void {
  if (now === null) throw conflict(`${file_name} is not on this machine any more.`, 'Bring it back or import it anew.')
  if (now !== sha256) throw conflict(`${file_name} has changed since it was shown.`)
}

/** Asked when everything is read and nothing is published yet: what is about to happen must be what the person saw. */
export function requireSameResult({ run: shown }: Approval, now: RunResult): void {
  requireSameFile(shown, now.sha256)
  if (now.version === shown.version || same(shown, now)) return
  throw conflict(
    `It was compared with version ${shown.version ?? 'none'}; against ${now.version ?? 'none'}, which is in force now, it would change something else.`,
  )
}

function same(a: RunResult, b: RunResult): boolean {
  const told = ({ counts: { rows, rejected, records }, gates }: RunResult) =>
    JSON.stringify([rows, rejected, gates, Object.entries(records).sort(([x], [y]) => (x < y ? -1 : 1))])
  return told(a) === told(b)
}
