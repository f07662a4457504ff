// Imports, versions and sources over the wire, for the operator.
import { z } from 'zod'
import type { ChangeKind, ProjectChange } from '../ingest/publish/project-change.ts'
import type { VersionRow } from '../ingest/publish/version-list.ts'
import { PageMeta, paging } from './paging-params.ts'
import { enumParam, textParam } from './request-params.ts'

const tally = z.object({ created: z.int(), changed: z.int(), removed: z.int() })
const OUTCOMES = ['published', 'unchanged', 'refused', 'failed', 'dry_run'] as const
const CHANGE_KINDS = ['created', 'changed', 'gone'] as const satisfies readonly ChangeKind[]
const projectCounts = z.object({ created: z.int(), changed: z.int(), gone: z.int() })

const actorEmail = z.string().nullable().describe('Of the person behind it, where it was a person')

const RejectedRowSchema = z.object({
  line: z.int(),
  column: z.string().nullable(),
  key: z.string().nullable(),
  reason: z.string(),
})

export const ImportRunSchema = z
  .object({
    id: z.string(),
    source: z.string(),
    file_name: z.string(),
    format: z.string().nullable(),
    started_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    outcome: z.enum(OUTCOMES).nullable(),
    version: z
      .string()
      .nullable()
      .describe('The dataset version in force afterwards; where nothing was published, the one it was compared with'),
    counts: z.object({
      rows: z.int(),
      unchanged: z.int(),
      rejected: z.int(),
      records: z.record(z.string(), tally),
      history: z.int(),
      events: z.int(),
      unknown_columns: z.record(z.string(), z.int()),
      remarks: z.record(z.string(), z.int()),
      seconds: z.number(),
    }),
    rejected: z.array(RejectedRowSchema).describe('The first thousand'),
    gates: z.array(z.string()).describe('Why it was refused; of an approved import, what was overruled'),
    actor: z.string(),
    actor_email: actorEmail,
    sha256: z.string().nullable().describe('Of the file as it was read; null when it was not read to its end'),
    changes: projectCounts.nullable().describe('Projects it creates, changes and takes away'),
    approves: z.string().nullable().describe('The stopped import, or dry run, that this one publishes as it was shown'),
    reason: z.string().nullable().describe('Of an approved import: why'),
    approved_by: z.string().nullable().describe('The import that published what this one has shown'),
  })
  .meta({ id: 'ImportRun' })

export const RunsQuery = z.object({
  ...paging,
  source: textParam(40, 'Only imports of this source').optional(),
  outcome: enumParam(OUTCOMES, 'Only imports that ended so').optional(),
})

export const RunsPage = z.object({ data: z.array(ImportRunSchema.omit({ rejected: true })), meta: PageMeta })

const part = z.object({ added: z.int(), removed: z.int(), changed: z.int() })

const ProjectChangeSchema = z
  .object({
    change: z.enum(CHANGE_KINDS),
    project_id: z.int().nullable().describe('Null for a project that would be new'),
    name: z.string(),
    address: z.string(),
    fields: z
      .array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }))
      .describe('Of a changed project; long values are cut to their first 400 characters'),
    parts: z
      .object({ floor_plan: part.optional(), unit: part.optional(), media: part.optional() })
      .describe('Only those of which something changes'),
    plan_prices: z
      .object({
        raised: z.int(),
        lowered: z.int(),
        largest: z.object({ plan: z.string(), from: z.int(), to: z.int() }),
      })
      .nullable()
      .describe('How the prices of its floor plans move, and the move that is largest by its share'),
  })
  .meta({ id: 'ProjectChange' })

export const ChangesQuery = z.object({
  ...paging,
  kind: enumParam(CHANGE_KINDS, 'Only projects that are created, changed or gone').optional(),
  q: textParam(100, 'Part of the name or the address, or the project’s id').optional(),
})

export const ChangesPage = z.object({
  data: z.array(ProjectChangeSchema),
  meta: PageMeta.extend({
    counts: projectCounts.nullable().describe('Of all, listed or not; null when the import did not get that far'),
    version: z.string().nullable().describe('The version it published, or was compared with'),
  }),
})

export function toChangeJson({ place: _, ...change }: ProjectChange & { readonly place: number }) {
  return change as z.input<typeof ProjectChangeSchema>
}

export const RejectedQuery = z.object({
  ...paging,
  column: textParam(100, 'Only what was wrong in this column').optional(),
  q: textParam(100, 'Part of the reason or of the row’s key').optional(),
})

export const RejectedPage = z.object({
  data: z.array(RejectedRowSchema),
  meta: PageMeta.extend({ rejected: z.int().describe('Of all rows; the first thousand are kept') }),
})

export const Reason = z.string().trim().min(3).max(500)

export const UploadSchema = z
  .object({ upload_id: z.string(), name: z.string(), bytes: z.int(), sha256: z.string() })
  .meta({ id: 'Upload' })

export const VersionSchema = z
  .object({
    version: z.string(),
    published_at: z.iso.datetime(),
    is_current: z.boolean(),
    kind: z.enum(['import', 'rollback', 'correction', 'merge']),
    source: z.string(),
    counts: z.object({ project: z.int(), floor_plan: z.int(), unit: z.int(), media: z.int() }),
    note: z.string().nullable(),
    actor: z.string().nullable().describe('Who published it; null of versions from before this was kept'),
    actor_email: actorEmail,
    import_id: z.string().nullable(),
  })
  .meta({ id: 'DatasetVersion' })

export function toVersionJson({ number: _, ...row }: VersionRow, current: string | undefined, email: string | null) {
  return { ...row, is_current: row.version === current, actor_email: email } satisfies z.input<typeof VersionSchema>
}

export const VersionsPage = z.object({ data: z.array(VersionSchema), meta: PageMeta })

export const PreviewSchema = z
  .object({
    version: z.string(),
    current: z.string(),
    projects: projectCounts.describe('That would appear again, change, and go'),
  })
  .meta({ id: 'RollbackPreview' })

export const SourceSchema = z
  .object({
    name: z.string(),
    kind: z.enum(['file']),
    location: z.string(),
    format: z.string().nullable(),
    map: z.unknown(),
    enabled: z.boolean(),
    last_run: z.string().nullable(),
  })
  .meta({ id: 'Source' })

const refreshOutcome = z.enum(['published', 'unchanged', 'refused', 'failed'])

export const FreshnessSchema = z.object({
  data: z.array(
    z
      .object({
        source: z.string(),
        refreshed: z
          .enum(['daily', 'off', 'generated', 'no'])
          .describe('By the daily refresh: `off` is configured but not enabled, `generated` makes its own rows'),
        projects: z.int().describe('That are its own'),
        fresh_at: z.iso.datetime().nullable().describe('When it was last read and the data has it so'),
        age_seconds: z.int().nullable(),
        last_run: z
          .object({ id: z.string(), started_at: z.iso.datetime(), outcome: z.enum(OUTCOMES).nullable() })
          .nullable(),
        last_refresh: refreshOutcome.nullable(),
      })
      .meta({ id: 'SourceFreshness' }),
  ),
  meta: z.object({
    refresh_at: z.string().describe('UTC time of the daily refresh'),
    next_refresh_at: z.iso.datetime(),
    last_refresh: z
      .object({
        day: z.string(),
        finished_at: z.iso.datetime(),
        sources: z.array(
          z.object({
            source: z.string(),
            published: z.boolean(),
            version: z.string().nullable(),
            outcome: refreshOutcome,
          }),
        ),
      })
      .nullable(),
  }),
})
