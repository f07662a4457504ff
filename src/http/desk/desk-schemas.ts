// JSON schemas for the review queue, cases, decisions, alias proposals and feedback.
import { z } from 'zod'
import type { Case, Feedback } from '../../links/desk/cases.ts'
import type { LedgerEntry } from '../../links/desk/ledger-reads.ts'
import { LinkSchema } from '../links/link-schemas.ts'
import { integerParam, textParam } from '../rest/request-params.ts'

const note = z.string().trim().min(1).max(2000)
const id = z.int().min(1).max(2_147_483_647)

const STATUSES = ['open', 'decided', 'skipped'] as const
const STATES = ['proposed', 'verified', 'revoked', 'superseded'] as const
const KINDS = ['accept', 'correct', 'reject', 'alias'] as const

const paging = {
  page: integerParam(1, 100_000, 'Page number, starting at 1').optional(),
  per_page: integerParam(1, 200, 'Maximum number of records per page. Default: 50').optional(),
}

export const QueueQuery = z.object({
  status: z.enum(STATUSES).describe('Case status. Default: `open`').optional(),
  province: textParam(
    2,
    'Return only cases in this province. `?` selects addresses that could not be parsed',
  ).optional(),
  reason: textParam(40, 'Return only cases with this reason or outcome').optional(),
  ...paging,
})

export const CaseSchema = z
  .object({
    id: z.string(),
    address_key: z.string(),
    text: z.string(),
    city: z.string().nullable(),
    province: z.string().nullable(),
    postal_code: z.string().nullable(),
    outcome: z.string(),
    reason: z.string().nullable(),
    match_confidence: z.number().nullable(),
    asks: z.int(),
    voices: z.int().describe('Number of accounts that sent feedback about this address, including confirmations'),
    objections: z.int().describe('Number of accounts that corrected or rejected the result'),
    priority: z
      .number()
      .describe(
        'Number of lookups and objections, multiplied by the uncertainty of the result and by how much a decision teaches',
      ),
    priority_reason: z
      .enum(['few_decisions', 'sample'])
      .nullable()
      .describe(
        '`few_decisions`: the model has few decisions of this kind to learn from. `sample`: a sure result, picked to check the model',
      ),
    status: z.enum(STATUSES),
    version: z.int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Case' })

export const DecisionSchema = z
  .object({
    id: z.string(),
    case_id: z.string().nullable(),
    kind: z.enum(KINDS),
    state: z.enum(STATES),
    address_key: z.string(),
    text: z.string(),
    city: z.string().nullable(),
    province: z.string().nullable(),
    project_id: z.int().nullable(),
    project_name: z.string().nullable().describe('Current name of the project. Null if the project was removed'),
    building_id: z.int().nullable(),
    actor: z.string(),
    actor_email: z.string().nullable(),
    note: z.string().nullable(),
    evidence: z.unknown().describe('The match verdict when the decision was made'),
    supersedes: z.string().nullable(),
    suggested_by: z.string().nullable(),
    decided_at: z.iso.datetime(),
    moves: z.array(
      z.object({
        from_state: z.enum(STATES).nullable(),
        to_state: z.enum(STATES),
        actor: z.string(),
        actor_email: z.string().nullable(),
        note: z.string().nullable(),
        moved_at: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'Decision' })

const PlaceSchema = z.object({
  project_id: z.int(),
  project_name: z.string().nullable(),
  building_id: z.int().nullable(),
  match_method: z.enum(['auto', 'verified']),
  match_confidence: z.number(),
})

export const DecisionDetailSchema = DecisionSchema.extend({
  answer_before: PlaceSchema.nullable().describe('The result before the decision. Null if there was no match'),
  answer_after: PlaceSchema.nullable().describe('The result after the decision took effect'),
  answer_now: LinkSchema.nullable().describe('The result callers get now'),
  events: z
    .array(z.object({ sequence: z.int(), type: z.string(), occurred_at: z.iso.datetime() }))
    .describe('Events sent for this decision in the change log and to webhooks'),
}).meta({ id: 'DecisionDetail' })

const counts = z.record(z.string(), z.int())

export const QueueSchema = z.object({
  data: z.array(CaseSchema),
  meta: z.object({
    total: z.int(),
    count: z.int(),
    has_more: z.boolean(),
    by_reason: counts,
    by_province: counts,
  }),
})

export const CaseDetailSchema = CaseSchema.extend({
  readings: z.array(z.record(z.string(), z.string().nullable())).describe('Every reading of the address, best first'),
  none_probability: z.number(),
  candidates: z.array(LinkSchema),
  answer_now: LinkSchema.nullable().describe('The result callers get now'),
  feedback: z.array(z.record(z.string(), z.unknown())),
  decisions: z.array(DecisionSchema),
}).meta({ id: 'CaseDetail' })

export const DecideBody = z.strictObject({
  verdict: z.enum(['accept', 'correct', 'reject', 'skip']),
  project_id: id.optional(),
  building_id: id.nullish(),
  reason: note.optional(),
})

export const ReasonBody = z.strictObject({ reason: note })
export const NoBody = z.strictObject({})

export const LedgerQuery = z.object({
  state: z.enum(STATES).describe('Return only decisions in this state').optional(),
  kind: z.enum(KINDS).describe('Return only decisions of this kind').optional(),
  project_id: integerParam(1, 2_147_483_647, 'Return only decisions about this project').optional(),
  actor: textParam(254, 'Return only decisions by this person. An id or an email address').optional(),
  ...paging,
})

export const AliasBody = z.strictObject({
  line: z.string().trim().min(1).max(200).describe('The address line as people type it, such as `21 Widmer Lane`'),
  city: z.string().trim().min(1).max(100),
  province: z.string().trim().min(2).max(40),
  project_id: id,
  building_id: id.nullish(),
  reason: note.optional(),
})

export const SettleBody = z.strictObject({ verdict: z.enum(['accept', 'decline']), reason: note.optional() })

export const DecisionsSchema = z.object({
  data: z.array(DecisionSchema),
  meta: z.object({ total: z.int(), count: z.int(), has_more: z.boolean() }),
})

export function toCaseJson(record: Case): z.input<typeof CaseSchema> {
  const { dataset, doubt, confidence, priority, stratum, input, learning, is_sample, ...rest } = record
  return {
    ...rest,
    match_confidence: confidence,
    priority: Math.round(priority * 100) / 100,
    priority_reason: is_sample ? 'sample' : learning > 1 ? 'few_decisions' : null,
  }
}

/** Resolves ids in the ledger to names for display. */
export interface NameLookup {
  email(actor: string): string | null
  project(id: number | null): string | null
}

export function toDecisionJson(
  { dataset, revision, reader_version, ...entry }: LedgerEntry,
  names: NameLookup,
): z.input<typeof DecisionSchema> {
  return {
    ...entry,
    project_name: names.project(entry.project_id),
    actor_email: names.email(entry.actor),
    moves: entry.moves.map((move) => ({ ...move, actor_email: names.email(move.actor) })),
  }
}

export function toFeedbackJson(feedback: Feedback): Record<string, unknown> {
  return { ...feedback }
}
