// The event that says that a file job ended. Pure.
import type { EventDraft } from '../events/event-types.ts'
import type { FileJob } from './file-tables.ts'

/** It has no content of the file, not even its columns. */
export function finishedEvent({ id, account_id, name, state, problem, rows_total, counts }: FileJob): EventDraft {
  return {
    type: 'file.finished',
    resource_type: 'file',
    resource_id: id,
    project_id: null,
    account_id,
    changed_fields: ['state'],
    body: {
      changes: [{ field: 'state', from: 'running', to: state }],
      details: { id, name, state, problem, rows: rows_total, counts },
    },
  }
}
