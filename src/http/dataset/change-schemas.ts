// JSON schemas for the change log, the dataset and exports.
import { z } from 'zod'
import type { ChangeType } from '../../events/event-patterns.ts'
import { CHANGE_TYPES, EVENT_PATTERNS } from '../../events/event-patterns.ts'
import type { StoredEvent } from '../../events/event-types.ts'
import { enumListParam, integerParam } from '../rest/request-params.ts'
import { resourceOf } from '../webhooks/webhook-payload.ts'

export const ChangesQuery = z.object({
  since: integerParam(
    0,
    Number.MAX_SAFE_INTEGER,
    'Return changes after this sequence number. Use `meta.next_since` from the previous response',
  ),
  types: enumListParam(
    EVENT_PATTERNS,
    'Return only these event types. Use `project.*` for all events of a resource that your plan includes',
  ).optional(),
  limit: integerParam(1, 1000, 'Maximum number of changes to return. Default: 100').optional(),
})

export const ChangeSchema = z
  .object({
    sequence: z.int(),
    event_id: z.string(),
    type: z.enum(CHANGE_TYPES),
    resource: z.object({ type: z.string(), id: z.union([z.int(), z.string()]) }),
    project_id: z.int().nullable(),
    changed_fields: z.array(z.string()),
    occurred_at: z.iso.datetime(),
    is_summary: z
      .boolean()
      .describe('True if the version changed projects without events of their own. Download the exports again'),
    is_sample: z.boolean().describe('True if you requested this event with `POST /api/v1/sandbox/events`'),
  })
  .meta({ id: 'Change' })

export const ChangesSchema = z.object({
  data: z.array(ChangeSchema),
  meta: z.object({ count: z.int(), next_since: z.int(), has_more: z.boolean() }),
})

export function toChangeJson(event: StoredEvent): z.input<typeof ChangeSchema> {
  const { sequence, id, type, project_id, changed_fields, occurred_at, body } = event
  return {
    sequence,
    event_id: id,
    type: type as ChangeType,
    resource: resourceOf(event),
    project_id,
    changed_fields: [...changed_fields],
    occurred_at,
    // Events of earlier releases have no summary.
    is_summary: (body.details?.summary ?? null) !== null,
    is_sample: body.sample ?? false,
  }
}

export const LoadingProgressSchema = z
  .object({
    done: z.int().describe('Projects created so far'),
    total: z.int(),
    seconds_left: z.int().describe('Estimate, at least 1'),
  })
  .meta({ id: 'LoadingProgress' })

export const DatasetSchema = z
  .object({
    dataset: z.enum(['sandbox', 'production']),
    state: z
      .enum(['ready', 'loading'])
      .describe(
        '`loading` until a new server has written its first projects. Other operations respond with 503 until then. ' +
          'It is then `ready`, and `progress` counts the projects that follow',
      ),
    progress: LoadingProgressSchema.nullable().describe('Null when the dataset is complete'),
    version: z.string().nullable(),
    published_at: z.iso.datetime().nullable(),
    is_demonstration: z.boolean().describe('True while any project of the dataset is invented'),
    about: z.string(),
    counts: z.object({
      projects: z.int(),
      real_projects: z.int(),
      invented_projects: z.int().describe('Projects with `invented: true`'),
      buildings: z.int(),
      floor_plans: z.int(),
      units: z.int(),
      media: z.int(),
    }),
    sample_address: z
      .string()
      .nullable()
      .describe('An address that this dataset finds, for a first request. Null while it loads or has no buildings'),
    visitor_sample_address: z
      .string()
      .nullable()
      .describe(
        'Without a key: the address of a real building that ships with Plinth. Lookups without a key find these, too',
      ),
    sequence: z.int().nullable().describe('Sequence number of the change log when this version was published'),
    model_version: z.string(),
    last_refresh: z
      .object({
        day: z.iso.date(),
        finished_at: z.iso.datetime(),
        sources: z.array(
          z.object({
            source: z.string(),
            published: z.boolean(),
            version: z.string().nullable(),
            outcome: z.enum(['published', 'unchanged', 'refused', 'failed']),
          }),
        ),
      })
      .nullable()
      .describe('Result of the most recent daily refresh. Null if none has run yet'),
    loaded_at: z.iso.datetime().nullable(),
    checked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Dataset' })

export const EXPORTS = ['projects', 'buildings', 'floor-plans', 'units', 'media'] as const
export const FORMATS = ['ndjson', 'csv', 'parquet'] as const
export type ExportName = (typeof EXPORTS)[number]
export type ExportFormat = (typeof FORMATS)[number]

export const ExportSchema = z
  .object({
    name: z.enum([...EXPORTS, 'LICENSES']).describe('`LICENSES` has the licences of the other files'),
    format: z.enum([...FORMATS, 'txt']),
    url: z.string(),
    rows: z.int(),
    bytes: z.int(),
    sha256: z.string(),
    dataset_version: z.string(),
    sequence: z.int().nullable().describe('To continue from this export, call `/changes?since=` with this number'),
  })
  .meta({ id: 'Export' })
