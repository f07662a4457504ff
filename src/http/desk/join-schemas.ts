// JSON schemas for join cases: rows of two sources that may be one building.
import { z } from 'zod'
import type { AutomaticJoin } from '../../ingest/edits/automatic-joins.ts'
import type { CaseRow } from '../../ingest/edits/case-rows.ts'
import type { ComparedField } from '../../ingest/edits/compare-rows.ts'
import type { JoinCaseDetail } from '../../ingest/edits/join-case-rows.ts'
import type { JoinRule } from '../../ingest/join/join-rows.ts'
import type { ReportedRow, ReportedValue } from '../../ingest/rows/rows-of-project.ts'
import { integerParam, textParam } from '../rest/request-params.ts'

const STATES = ['open', 'joined', 'apart'] as const
const RULES = ['corporation', 'address', 'shared_address', 'similar_address'] as const satisfies readonly JoinRule[]
const note = z.string().trim().min(1).max(2000)

export const JoinsQuery = z.object({
  state: z.enum(STATES).describe('Case state. Default: `open`').optional(),
  source: textParam(60, 'Return only cases of rows from this source').optional(),
  page: integerParam(1, 100_000, 'Page number, starting at 1').optional(),
  per_page: integerParam(1, 200, 'Maximum number of records per page. Default: 50').optional(),
})

const JoinRow = z.object({
  source: z.string(),
  source_title: z.string().nullable(),
  key: z.string().describe('The row’s key in its source'),
  observed_at: z.iso.datetime().nullable().describe('When the source first reported this content'),
  project_id: z.int().nullable().describe('The project that shows the row. Null while the row waits'),
  name: z.string().nullable(),
  address: z.string().nullable().describe('Null when the source no longer has the row'),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})

const value = z.union([z.string(), z.number()]).nullable()

export const JoinCaseSchema = z
  .object({
    id: z.string(),
    state: z.enum([...STATES, 'closed']).describe('`closed`: an import settled the case without a person'),
    reason: z.string().describe('Why the rows were not joined automatically'),
    match_confidence: z.number(),
    distance_m: z.int().nullable().describe('Distance between the two points, if both rows have one'),
    row: JoinRow,
    other: JoinRow.describe('The row of the more trusted source'),
    comparison: z
      .array(
        z.object({
          field: z.string(),
          value: value.describe('The value of `row`'),
          other_value: value.describe('The value of `other`'),
          agreement: z.enum(['same', 'different', 'one_side']).describe('`one_side`: only one row knows the field'),
        }),
      )
      .describe('Fields that at least one row knows'),
    opened_at: z.iso.datetime(),
    decided_at: z.iso.datetime().nullable(),
    decided_by: z.string().nullable(),
    decided_by_email: z.string().nullable(),
    decision_reason: z.string().nullable(),
  })
  .meta({ id: 'JoinCase' })

export const JoinsSchema = z.object({
  data: z.array(JoinCaseSchema),
  meta: z.object({
    total: z.int(),
    count: z.int(),
    has_more: z.boolean(),
    by_source: z.record(z.string(), z.int()).describe('Number of cases in this state, by source of the row'),
  }),
})

export const JoinDecisionBody = z.strictObject({
  decision: z.enum(['join', 'apart']).describe('`join`: one building. `apart`: two buildings'),
  reason: note.optional(),
})

const rowRef = z.strictObject({ source: z.string().min(1).max(60), key: z.string().min(1).max(200) })

export const RowPairBody = JoinDecisionBody.extend({
  row: rowRef,
  other: rowRef.describe('A row of another source'),
})

export const AutomaticJoinsQuery = JoinsQuery.pick({ source: true, page: true, per_page: true }).extend({
  rule: z.enum(RULES).describe('Return only joins by this rule').optional(),
  project_id: integerParam(1, 2_147_483_647, 'Return only joins with this project').optional(),
})

export const AutomaticJoinSchema = z
  .object({
    project_id: z.int().describe('The project that both rows describe'),
    rule: z
      .enum(RULES)
      .describe('`shared_address`: another address of the building. `similar_address`: written differently'),
    value: z.string().describe('What both have: the condo corporation, or the address of `row`'),
    distance_m: z.int().nullable().describe('From the row to the project’s nearest point, if both have one'),
    joined_at: z.iso.datetime(),
    row: JoinRow,
    anchor: JoinRow.describe('The row that the project is made from'),
  })
  .meta({ id: 'AutomaticJoin' })

export const AutomaticJoinsSchema = z.object({
  data: z.array(AutomaticJoinSchema),
  meta: JoinsSchema.shape.meta.extend({
    by_source: z.record(z.string(), z.int()).describe('Number of joins that match the other filters, by source'),
  }),
})

export const JoinResultSchema = z.object({
  case: JoinCaseSchema,
  dataset_version: z.string().nullable().describe('The version with the result. Null when no project changed'),
})

function toJoinRow(
  { source, title, key, observed_at, project_id, row }: CaseRow,
  point: { readonly latitude: number; readonly longitude: number } | null,
): z.input<typeof JoinRow> {
  return {
    source,
    source_title: title,
    key,
    observed_at,
    project_id,
    name: row?.name ?? null,
    address: row?.address ?? null,
    latitude: point?.latitude ?? null,
    longitude: point?.longitude ?? null,
  }
}

export function toAutomaticJoinJson(
  { row, anchor, ...join }: AutomaticJoin,
  point: Parameters<typeof toJoinRow>[1],
  anchorPoint: Parameters<typeof toJoinRow>[1],
): z.input<typeof AutomaticJoinSchema> {
  return { ...join, row: toJoinRow(row, point), anchor: toJoinRow(anchor, anchorPoint) }
}

export interface JoinCaseParts {
  readonly comparison: readonly ComparedField[]
  readonly point: Parameters<typeof toJoinRow>[1]
  readonly otherPoint: Parameters<typeof toJoinRow>[1]
  readonly email: string | null
}

export function toJoinCaseJson(
  { case: found, row, other }: JoinCaseDetail,
  { comparison, point, otherPoint, email }: JoinCaseParts,
): z.input<typeof JoinCaseSchema> {
  const { id, state, reason, confidence, distance_m, opened_at, decided_at, decided_by, decision_reason } = found
  return {
    id,
    state,
    reason,
    match_confidence: confidence,
    distance_m,
    row: toJoinRow(row, point),
    other: toJoinRow(other, otherPoint),
    comparison: [...comparison],
    opened_at,
    decided_at,
    decided_by,
    decided_by_email: email,
    decision_reason,
  }
}

export const ProjectValuesSchema = z.object({
  rows: z
    .array(
      JoinRow.pick({ source: true, key: true, observed_at: true }).extend({
        is_anchor: z.boolean().describe('True if the project is made from this row. Other rows only fill in'),
      }),
    )
    .describe('The rows about the project, the anchor first'),
  disagreements: z
    .array(
      z.object({
        field: z.string(),
        values: z.array(
          z.object({
            source: z.string(),
            key: z.string(),
            observed_at: z.iso.datetime().nullable(),
            value: z.unknown(),
            won: z
              .boolean()
              .describe('True for the value that the project has. False for all if a person corrected it'),
          }),
        ),
      }),
    )
    .describe('Fields for which two rows report different values'),
})

export function toProjectValuesJson(
  rows: readonly ReportedRow[],
  disagreements: Readonly<Record<string, readonly ReportedValue[]>>,
): z.input<typeof ProjectValuesSchema> {
  const ordered = rows.toSorted((a, b) => Number(b.is_anchor) - Number(a.is_anchor) || a.source.localeCompare(b.source))
  return {
    rows: ordered.map(({ source, key, observed_at, is_anchor }) => ({ source, key, observed_at, is_anchor })),
    disagreements: Object.entries(disagreements).map(([field, values]) => ({ field, values: [...values] })),
  }
}
