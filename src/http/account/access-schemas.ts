// JSON schemas for accounts, API keys, plan limits and usage.
import { z } from 'zod'
import type { CreatedKey } from '../../access/accounts/accounts.ts'
import type { CallerName } from '../../access/credentials/credential-names.ts'
import type { UsageTotals } from '../../access/limits/usage.ts'
import { FEATURES, LIMITS, PLANS, planHas, SCOPES } from '../../access/rights/plans.ts'
import type { Account, ApiKey, Principal } from '../../access/rights/principal.ts'
import { fieldsIn } from '../rest/envelope.ts'
import { monthParam } from '../rest/request-params.ts'

export const email = z
  .string()
  .max(254)
  .regex(/^[^\s@]{1,64}@[^\s@]{1,190}$/, 'must be an email address')
const keyName = z.string().trim().min(1).max(100)
const expiry = z.iso.datetime().refine((at) => Date.parse(at) > Date.now(), 'must be in the future')

const MAX_KEY_LIMIT = 1_000_000_000
const keyLimit = (what: string) =>
  z
    .int()
    .min(0)
    .max(MAX_KEY_LIMIT)
    .nullable()
    .optional()
    .describe(`${what} the key may use per month. Null: no limit of its own`)
export const keyLimits = { requests_per_month: keyLimit('Requests'), lookups_per_month: keyLimit('Lookups') }

export const NewAccountRequest = z.strictObject({ email })
export const NewKeyRequest = z.strictObject({
  name: keyName.optional(),
  mode: z.enum(['live', 'test']).default('live'),
  scopes: z.array(z.enum(SCOPES)).min(1).optional(),
  expires_at: expiry.optional(),
  ...keyLimits,
})
export const KeyPatch = z
  .strictObject({ name: keyName.optional(), ...keyLimits })
  .refine((change) => Object.keys(change).length > 0, 'must have at least one field')
export const Rotation = z.strictObject({
  overlap_seconds: z
    .int()
    .min(0)
    .max(30 * 86_400)
    .default(86_400)
    .describe('Seconds the old key keeps working. Default: 86400 (1 day)'),
})

const TotalsSchema = z.object({ requests: z.int(), lookups: z.int() })

export const KeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    mode: z.enum(['live', 'test']),
    prefix: z.string(),
    last4: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
    revoked_at: z.iso.datetime().nullable(),
    last_used_at: z.iso.datetime().nullable(),
    created_by: z
      .string()
      .nullable()
      .describe('Id of the person or key that created it, or `operator`, `visitor` or `system`. Null for old keys'),
    created_by_email: z.string().nullable().describe('Email address of that person at the time'),
    requests_per_month: z.int().nullable().describe('Limit of its own. Null: only the limit of the plan'),
    lookups_per_month: z.int().nullable().describe('Limit of its own. Null: only the limit of the plan'),
    used_this_month: TotalsSchema.optional().describe(
      'Counted towards its limits, together with the keys that it replaced. Only in the list of keys',
    ),
  })
  .meta({ id: 'ApiKey' })
export const NewKeySchema = KeySchema.extend({
  key: z.string().describe('The API key. Returned only once: store it securely'),
}).meta({
  id: 'NewApiKey',
})

export const AccountSchema = z
  .object({
    id: z.string(),
    email: z.string().nullable(),
    plan: z.enum(PLANS),
    status: z.enum(['active', 'suspended']),
    created_at: z.iso.datetime(),
    erase_at: z.iso.datetime().nullable().describe('When the data is erased, if the account was deleted'),
  })
  .meta({ id: 'Account' })

export const ErasedAccountSchema = z
  .object({
    id: z.string(),
    listings: z.int(),
    feeds: z.int(),
    files: z.int().describe('Files that people uploaded, with their results'),
    webhook_endpoints: z.int(),
    events: z.int().describe('Events that only this account could see'),
    feedback: z.int(),
    people: z.int().describe('People who belonged to no other account'),
    api_keys: z.int(),
    applications: z.int(),
  })
  .describe('How much was deleted')
  .meta({ id: 'ErasedAccount' })

const LimitsSchema = z.object({
  price_per_month: z.int(),
  requests_per_minute: z.int(),
  requests_per_month: z.int(),
  lookups_per_month: z.int(),
  batch_addresses_per_minute: z.int().describe('Addresses per minute in batches and streams, matched or not'),
  suggest_per_minute: z.int().describe('Requests for suggestions per minute. Other requests have their own limit'),
  change_retention_days: z.int(),
  webhook_endpoints: z.int(),
  stored_listings: z.int().describe('Listings an account can store'),
  request_log_days: z.int().describe('Days that requests stay in the request log'),
  file_rows: z.int().describe('Rows of one uploaded file of addresses'),
  stored_file_mib: z.int().describe('MiB of all uploaded files together'),
  running_files: z.int().describe('Uploaded files that are processed at a time. Others wait'),
})
export const PlanSchema = z
  .object({
    name: z.enum(PLANS),
    limits: LimitsSchema,
    features: z.array(z.enum(Object.keys(FEATURES) as [keyof typeof FEATURES])),
  })
  .meta({ id: 'Plan' })

export const PlansSchema = z
  .object({
    plans: z.array(PlanSchema),
    features: z.array(z.object({ name: z.string(), opens: z.string() })).describe('What each feature gives access to'),
    contact: z.string().nullable().describe('Where to ask for another plan. Null means the operator of this service'),
  })
  .meta({ id: 'Plans' })

export const NewPlanRequest = z.strictObject({
  plan: z.enum(PLANS).describe('The plan you would like'),
  message: z.string().trim().max(2000).optional().describe('What the operator should know'),
})

const CredentialSchema = z
  .object({
    kind: z.enum(['key', 'token', 'session', 'visitor']),
    id: z.string(),
    mode: z.enum(['live', 'test']),
    scopes: z.array(z.enum(SCOPES)),
    expires_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Credential' })

export const MeSchema = z
  .object({
    account: AccountSchema,
    credential: CredentialSchema,
    key: KeySchema.nullable().describe('The API key used for this request. Null for a token or a session'),
    plan: z.enum(PLANS).describe('The plan that applies to this request. Test credentials always use the sandbox plan'),
    dataset: z.enum(['sandbox', 'production']),
    features: z.array(z.string()),
    limits: LimitsSchema,
    used_this_month: TotalsSchema,
  })
  .meta({ id: 'Me' })

export const UsageQuery = z.object({
  month: monthParam('Month in UTC, such as 2026-10. Default: the current month').optional(),
})

const CountsSchema = z.object({
  requests: z.int().describe('Requests that count towards the monthly limit. Errors and 304 responses do not'),
  lookups: z.int(),
  errors: z.int().describe('Responses with a 4xx or 5xx status, 429 included, and MCP tools that failed'),
  rate_limited: z.int().describe('Responses with status 429'),
})
const UsageDaySchema = CountsSchema.extend({ day: z.iso.date() }).meta({ id: 'UsageDay' })

/** The key or application that sent a request. */
export const callerFields = {
  key: z
    .object({ id: z.string(), name: z.string(), prefix: z.string(), last4: z.string(), mode: z.enum(['live', 'test']) })
    .nullable()
    .describe('The API key. Null for an application'),
  application: z
    .object({ id: z.string(), name: z.string().nullable() })
    .nullable()
    .describe('The application that sent an access token. Null for a key. `feeds` means feeds that Plinth reads'),
}
const KeyUsageSchema = CountsSchema.extend({ ...callerFields, by_day: z.array(UsageDaySchema) }).meta({
  id: 'KeyUsage',
})

export const UsageSchema = z
  .object({
    month: z.string(),
    limits: LimitsSchema,
    used: TotalsSchema,
    days: z.array(z.object({ day: z.iso.date(), operation: z.string(), requests: z.int(), lookups: z.int() })),
    by_day: z.array(UsageDaySchema).describe('Days with requests or errors, in order'),
    by_key: z.array(KeyUsageSchema).describe('Keys and applications with requests or errors, most requests first'),
  })
  .meta({ id: 'Usage' })

export function toCallerJson({ id, name, kind, key }: CallerName) {
  return { key, application: kind === 'application' ? { id, name } : null }
}

export const toKeyJson = (key: ApiKey & { readonly used_this_month?: UsageTotals }) => fieldsIn(KeySchema, key)

export function toNewKeyJson({ key, text }: CreatedKey): z.input<typeof NewKeySchema> {
  return { ...toKeyJson(key), key: text }
}

export const toAccountJson = (account: Account) => fieldsIn(AccountSchema, account)

export function toMeJson(
  { account, credential, plan, dataset }: Principal,
  used: UsageTotals,
): z.input<typeof MeSchema> {
  const features = (Object.keys(FEATURES) as (keyof typeof FEATURES)[]).filter((feature) => planHas(plan, feature))
  const { kind, id, mode, scopes, expires_at } = credential
  return {
    account: toAccountJson(account),
    credential: { kind, id, mode, scopes: [...scopes], expires_at },
    key: kind === 'key' ? toKeyJson(credential) : null,
    plan,
    dataset,
    features,
    limits: LIMITS[plan],
    used_this_month: { ...used },
  }
}
