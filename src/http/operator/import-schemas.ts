// JSON schemas for imports, dataset versions and sources.
import { z } from 'zod'
import type { ChangeKind, ProjectChange } from '../../ingest/publish/project-change.ts'
import type { VersionRow } from '../../ingest/versions/version-list.ts'
import { PageMeta, paging } from '../rest/paging-params.ts'
import { enumParam, textParam } from '../rest/request-params.ts'
import { QualitySchema } from './quality-schemas.ts'

const tally = z.object({ created: z.int(), changed: z.int(), removed: z.int() })
export const OUTCOMES = ['published', 'unchanged', 'refused', 'failed', 'dry_run'] as const
const CHANGE_KINDS = ['created', 'changed', 'gone'] as const satisfies readonly ChangeKind[]
const projectCounts = z.object({ created: z.int(), changed: z.int(), gone: z.int() })

const actorEmail = z.string().nullable().describe('Email address of the actor. Null if the actor is not a person')

const RejectedRowSchema = z.object({
  line: z.int(),
  file: z.string().optional().describe('The file of the line, if the import has several'),
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
      .describe('The dataset version after the import. If nothing was published, the version it was compared with'),
    counts: z.object({
      rows: z.int(),
      unchanged: z.int(),
      rejected: z.int(),
      records: z.record(z.string(), tally),
      joins: z
        .object({
          joined: z.int().describe('Rows about a project of a more trusted source'),
          created: z.int().describe('Rows that projects are made from'),
          waiting: z.int().describe('Rows without a project. They are resolved again after every import'),
          doubtful: z.int().describe('Rows that may be about another project. A person decides'),
        })
        .optional()
        .describe('What became of the rows of the source'),
      history: z.int(),
      events: z.int(),
      unknown_columns: z.record(z.string(), z.int()),
      remarks: z.record(z.string(), z.int()),
      seconds: z.number(),
    }),
    rejected: z.array(RejectedRowSchema).describe('The first 1,000 rejected rows'),
    gates: z
      .array(z.string())
      .describe('Gates that stopped the import. For an approved import, the gates that were overridden'),
    actor: z.string(),
    actor_email: actorEmail,
    sha256: z.string().nullable().describe('SHA-256 of the file. Null if the file was not read completely'),
    changes: projectCounts.nullable().describe('Number of projects created, changed and removed'),
    quality: QualitySchema.nullable().describe(
      'What looks wrong in the rows, with up to 10 examples of each kind. It refuses nothing. Null for earlier imports',
    ),
    approves: z.string().nullable().describe('Id of the stopped import or dry run that this import publishes'),
    reason: z.string().nullable().describe('Reason given when the import was approved'),
    as_of: z.iso.date().nullable().describe('The day that the file is from. Null: the day of the import'),
    approved_by: z.string().nullable().describe('Id of the import that published these changes'),
  })
  .meta({ id: 'ImportRun' })

export const RunsQuery = z.object({
  ...paging,
  source: textParam(40, 'Return only imports of this source').optional(),
  outcome: enumParam(OUTCOMES, 'Return only imports with this outcome').optional(),
})

export const RunsPage = z.object({
  data: z.array(ImportRunSchema.omit({ rejected: true, quality: true })),
  meta: PageMeta,
})

const part = z.object({ added: z.int(), removed: z.int(), changed: z.int() })

const ProjectChangeSchema = z
  .object({
    change: z.enum(CHANGE_KINDS),
    project_id: z.int().nullable().describe('Null for a project that does not exist yet'),
    name: z.string(),
    address: z.string(),
    fields: z
      .array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }))
      .describe('Changed fields. Values are cut to 400 characters'),
    parts: z
      .object({ floor_plan: part.optional(), unit: part.optional(), media: part.optional() })
      .describe('Counts for record types with changes'),
    plan_prices: z
      .object({
        raised: z.int(),
        lowered: z.int(),
        largest: z.object({ plan: z.string(), from: z.int(), to: z.int() }),
      })
      .nullable()
      .describe('Floor plan price changes, with the largest change by percentage'),
  })
  .meta({ id: 'ProjectChange' })

export const ChangesQuery = z.object({
  ...paging,
  kind: enumParam(CHANGE_KINDS, 'Return only projects with this kind of change').optional(),
  q: textParam(100, 'Search text: part of the name or address, or a project id').optional(),
})

export const ChangesPage = z.object({
  data: z.array(ProjectChangeSchema),
  meta: PageMeta.extend({
    counts: projectCounts
      .nullable()
      .describe('Counts over all pages. Null if the import stopped before comparing projects'),
    version: z
      .string()
      .nullable()
      .describe('The version that was published, or the version the file was compared with'),
  }),
})

export function toChangeJson({ position: _, ...change }: ProjectChange & { readonly position: number }) {
  return change as z.input<typeof ProjectChangeSchema>
}

export const RejectedQuery = z.object({
  ...paging,
  column: textParam(100, 'Return only rows rejected because of this column').optional(),
  q: textParam(100, 'Search text: part of the reason or of the row key').optional(),
})

export const RejectedPage = z.object({
  data: z.array(RejectedRowSchema),
  meta: PageMeta.extend({
    rejected: z.int().describe('Total number of rejected rows. Only the first 1,000 are stored'),
  }),
})

export const Reason = z.string().trim().min(3).max(500)

export const UploadSchema = z
  .object({
    upload_id: z.string(),
    name: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    removed_columns: z.array(z.string()).describe('Columns about people, such as owners. Their values are not stored.'),
    format: z.string().nullable().describe('The recognized format. Null: `map` must say what the columns mean'),
  })
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
    actor: z
      .string()
      .nullable()
      .describe('Who published the version. Null for versions published before this was recorded'),
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
    projects: projectCounts.describe('Number of projects that would be restored, changed and removed'),
  })
  .meta({ id: 'RollbackPreview' })

export const SourceSchema = z
  .object({
    name: z.string(),
    kind: z.enum(['file', 'open']).describe('`open`: downloaded, from the table of open data'),
    location: z
      .string()
      .nullable()
      .describe('The file that the daily refresh reads, or the name in the table. Null: imported manually'),
    format: z.string().nullable(),
    map: z.unknown(),
    enabled: z.boolean(),
    last_run: z.string().nullable(),
    title: z.string().nullable().describe('Null until the first import'),
    publisher: z.string().nullable(),
    licence: z.string().nullable().describe('Null: your own data'),
    licence_url: z.string().nullable(),
    attribution: z.string().nullable().describe('The statement that must be shown with the data'),
    share_alike: z.boolean().describe('The dataset and its exports must carry the same licence'),
    share_alike_allowed_at: z.iso
      .datetime()
      .nullable()
      .describe('When an operator allowed the share-alike licence. Imports are refused until then'),
    trust: z.int().describe('When sources disagree, the lowest number wins; equal numbers by name'),
    creates_projects: z.boolean().describe('False: the source only adds to buildings that other sources have'),
    checked_at: z.iso.datetime().nullable().describe('When the files of an open source were last compared'),
    problem: z.string().nullable().describe('Why the last download of an open source failed'),
    imported_hash: z.string().nullable().describe('Identifies the files of an open source that were imported last'),
  })
  .meta({ id: 'Source' })

export const SourceStateSchema = SourceSchema.extend({
  rows: z.int().describe('Number of rows in the source'),
  projects: z.int().describe('Number of projects owned by this source'),
  fresh_at: z.iso
    .datetime()
    .nullable()
    .describe('When the source was last read successfully and its data is published'),
}).meta({ id: 'SourceState' })

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not reach exports and pages
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/

const statement = (length: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(length)
    .refine((text) => !UNSAFE.test(text), 'must be one line without control characters')

export const SourceChangeBody = z
  .strictObject({
    title: statement(120).optional(),
    publisher: statement(120).nullable().optional(),
    licence: statement(200).nullable().optional(),
    licence_url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .nullable()
      .optional(),
    attribution: statement(500).nullable().optional(),
    trust: z.int().min(1).max(999).optional(),
    creates_projects: z.boolean().optional(),
    share_alike_allowed: z
      .boolean()
      .optional()
      .describe('True: allow this share-alike source. The dataset and its exports then carry its licence'),
  })
  .refine((change) => Object.keys(change).length > 0, 'must have at least one field')
