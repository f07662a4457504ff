// Text shared by several desk pages: decisions, import outcomes, progress.
import { englishOnly } from '../../../parts/choose-language.ts'

export const text = englishOnly({
  en: {
    reason: 'Reason',
    verdicts: { accept: 'accept', correct: 'correct', reject: 'reject', skip: 'skip', alias: 'alias' },
    verified: 'verified',
    rejected: 'Rejected',
    typeName: (name: string, count: string) => `This removes ${count} records. Type “${name}” to confirm.`,
    noMatch: 'No match',
    file: 'File',
    source: 'Source',
    time: 'Time',
    startedBy: 'Started by',
    projects: 'Projects',
    outcomes: {
      published: 'Published',
      unchanged: 'No changes',
      refused: 'Stopped',
      failed: 'Failed',
      dry_run: 'Dry run',
      running: 'Running',
    },
    approved: 'Published later',
    actors: { operator: 'operator key', refresh: 'daily refresh', system: 'Plinth' },
    created: (count: string) => `New (${count})`,
    changed: (count: string) => `Changed (${count})`,
    gone: (count: string) => `Removed (${count})`,
    working: 'Working…',
    progress: (rows: string, share: string) => `${rows} rows read, ${share} of the file`,
    phases: {
      grouping: (rows: string) => `${rows} lines read. Grouping them by building…`,
      joining: (rows: string) => `${rows} rows read. Comparing with the current data…`,
      writing: (rows: string) => `${rows} rows read. Writing the changes…`,
      publishing: (rows: string) => `${rows} rows read. Publishing…`,
    },
  },
})
