// The curators' desk over the wire: the queue, a case, decisions, alias proposals; and what callers say about answers.
import { z } from 'zod'
import type { Case, Feedback } from '../links/desk/cases.ts'
import type { LedgerEntry } from '../links/desk/ledger-reads.ts'
import { LinkSchema } from './link-schemas.ts'
import { integerParam, textParam } from './request-params.ts'

const note = z.string().trim().min(1).max(2000)
const id = z.int().min(1).max(2_147_483_647)
const hint = (max: number) => z.string().trim().min(1).max(max).nullish()

export const FEEDBACK_VERDICTS = ['confirm', 'correct', 'reject'] as const

export const FeedbackBody = z.strictObject({
  address: z
    .string()
    .trim()
    .min(1)
    .max(512)
    .optional()
    .describe('The text that was asked, with the hints it was asked with'),
  city: hint(100),
  province: hint(40),
  postal_code: hint(16),
  link: LinkSchema.partial()
    .extend({ project_id: z.int() })
    .strict()
    .optional()
    .describe('Instead of `address`: a link as it was answered'),
  verdict: z.enum(FEEDBACK_VERDICTS).describe('`correct` names the right project'),
  project_id: id.optional(),
  building_id: id.optional(),
  note: note.optional(),
})

export const FeedbackSchema = z.object({ id: z.string(), queued: z.boolean().describe('False in the sandbox') })

const STATUSES = ['open', 'decided', 'skipped'] as const
const STATES = ['proposed', 'verified', 'revoked', 'superseded'] as const
const KINDS = ['accept', 'correct', 'reject', 'alias'] as const

const paging = {
  page: integerParam(1, 100_000, 'From 1').optional(),
  per_page: integerParam(1, 200, 'Default 50').optional(),
}

export const QueueQuery = z.object({
  status: z.enum(STATUSES).describe('Default open').optional(),
  province: textParam(2, 'Only of this province; ? for texts that could not be read').optional(),
  reason: textParam(40, 'Only with this reason, or outcome where there is an answer').optional(),
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
    voices: z.int().describe('Accounts that said something about it'),
    priority: z.number().describe('How often it is asked × how unsure we are'),
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
    project_name: z.string().nullable().describe('Today; null when it is gone'),
    building_id: z.int().nullable(),
    actor: z.string(),
    actor_email: z.string().nullable(),
    note: z.string().nullable(),
    evidence: z.unknown().describe('The verdict at the time'),
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
  answer_before: PlaceSchema.nullable().describe('What a caller got before; null for no match'),
  answer_after: PlaceSchema.nullable().describe('What the decision made of it, once in force'),
  answer_now: LinkSchema.nullable().describe('What a caller gets today'),
  events: z
    .array(z.object({ sequence: z.int(), type: z.string(), occurred_at: z.iso.datetime() }))
    .describe('What callers were told of it, in the change log and by webhooks'),
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
  readings: z.array(z.record(z.string(), z.string().nullable())).describe('Every way to read the text; the first won'),
  none_probability: z.number(),
  candidates: z.array(LinkSchema),
  answer_now: LinkSchema.nullable().describe('What a caller gets today'),
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
  state: z.enum(STATES).describe('Only in this state').optional(),
  kind: z.enum(KINDS).describe('Only of this kind').optional(),
  project_id: integerParam(1, 2_147_483_647, 'Only about this project').optional(),
  actor: textParam(254, 'Only of this person: an id or an e-mail address').optional(),
  ...paging,
})

export const AliasBody = z.strictObject({
  line: z.string().trim().min(1).max(200).describe('The address as people type it, such as `21 Widmer Lane`'),
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

export function toCaseJson({ dataset, doubt, confidence, priority, ...rest }: Case): z.input<typeof CaseSchema> {
  return { ...rest, match_confidence: confidence, priority: Math.round(priority * 100) / 100 }
}

/** What ids stand for, to whoever reads the ledger. */
export interface NameLookup {
  email(actor: string): string | null
  project(id: number | null): string | null
}

export function toDecisionJson(
  { dataset, revision, ...entry }: LedgerEntry,
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
