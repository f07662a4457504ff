// The values that may differ after an upgrade, a downgrade or a restore. Keep these lists short.
import type { Allowed } from './compare.ts'

const grows = (before: unknown, after: unknown): boolean =>
  (typeof before === 'number' || typeof before === 'string' || before === null) &&
  typeof after === (before === null ? 'string' : typeof before) &&
  (before === null || after! > before)
const isNew = (before: unknown): boolean => before === undefined
const isProbability = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1
const areProbabilities = (before: unknown, after: unknown): boolean => isProbability(before) && isProbability(after)

type Row = Readonly<Record<string, unknown>>

/** The account for the file `sandbox-key`; others have an email or another plan. */
const isSandboxAccount = (before: unknown, after: unknown): boolean =>
  isNew(before) && (after as Row).email === null && (after as Row).plan === 'sandbox'
/** Only such an account and its key may be logged. */
const isSandboxEntry = (before: unknown, after: unknown): boolean => {
  const { action, actor, details } = after as Row & { readonly details?: Row }
  const isOfSandbox =
    (action === 'account.created' && details?.plan === 'sandbox') ||
    (action === 'key.created' && details?.mode === 'test')
  return isNew(before) && actor === 'system' && isOfSandbox
}

/** Two readings of one server differ in these, too. */
export const READING_ITSELF: readonly Allowed[] = [
  { path: /\.last_used_at$/, why: 'keys were used by the reading', if: grows },
  { path: /\.used_this_month(\.live|\.test)?\.(requests|lookups)$/, why: 'usage grows', if: grows },
  { path: /\/(usage|operator\/accounts\/\w+):\.data\..*\.(requests|lookups|errors)$/, why: 'usage grows', if: grows },
  { path: /\/(usage|operator\/accounts\/\w+):\.data\.(days|by_key)\[\w+\]$/, why: 'usage grows', if: isNew },
  { path: /\/usage:\.data\.by_key \(order\)$/, why: 'usage grows' },
  { path: /\/dataset:\.data\.(loaded_at|checked_at)$/, why: 'times of the running server', if: grows },
  { path: /\/freshness:\.data\[[\w-]+\]\.age_seconds$/, why: 'times of the running server', if: grows },
  {
    path: /\/deliveries\S*:\.data(\[\w+\])?\.(attempts_count|next_attempt_at)$/,
    why: 'failed deliveries are retried',
    if: grows,
  },
  {
    path: /\/deliveries\S*:\.data(\[\w+\])?\.status$/,
    why: 'failed deliveries are retried',
    if: (before, after) => `${before} ${after}` === 'pending leased' || `${before} ${after}` === 'leased pending',
  },
  { path: /\/deliveries\/\w+:\.data\.attempts\[\w+\]$/, why: 'failed deliveries are retried', if: isNew },
]

/** The first start in a new data folder creates an account without an email, for the file `sandbox-key`. */
export const NEW_DATA_FOLDER: readonly Allowed[] = [
  { path: /^operator \/operator\/accounts\?\S*:\.data\[acc_\w+\]$/, why: 'new sandbox key', if: isSandboxAccount },
  { path: /^operator \/operator\/audit-log\?\S*:\.data\[aud_\w+\]$/, why: 'new sandbox key', if: isSandboxEntry },
  { path: /^operator \/operator\/(accounts|audit-log)\?\S*:\.meta\.count$/, why: 'new sandbox key', if: grows },
  { path: /\/sessions\/current:\.data\.mail_file$/, why: 'path of the data folder' },
]

/** What 1.0.0 changes in the data of 0.1.0, as the change log says. */
export const UPGRADE: readonly Allowed[] = [
  { path: /\.model_version$/, why: 'model m2', if: (_, after) => after === 'm2' },
  { path: /\.(match_confidence|none_probability)$/, why: 'model m2', if: areProbabilities },
  { path: /\/desk\/cases\/\w+:\.data\.candidates\[\w+\]\.evidence\[/, why: 'model m2' },
  { path: /\/desk\/(cases|queue)\S*:\.data(\[\w+\])?\.priority$/, why: 'a confirmation is no objection' },
  { path: /\/desk\/queue\S*:\.data \(order\)$/, why: 'a confirmation is no objection' },
  { path: /\.(reason_detail|about)$/, why: 'wording' },
  { path: /\.features\[\w+\]$/, why: 'plans include more', if: isNew },
  {
    path: /^(sandbox|test) .*\.limits\.(change_retention_days|webhook_endpoints)$/,
    why: 'plans include more',
    if: grows,
  },
  {
    path: /^(sandbox|test) .*\.(observed_at|data_as_of|dataset_version|version|published_at|sequence)$/,
    why: 'the sandbox is published again',
    if: grows,
  },
  { path: /\/changes\?\S*:\.meta\.next_since$/, why: 'the sandbox is published again', if: grows },
  { path: /\/exports:\.data\[\S+\]\.(bytes|sha256)$/, why: 'exports have more fields' },
  { path: /\/exports:\.data\[\S+\]$/, why: 'exports as Parquet, and of buildings', if: isNew },
  { path: /\/exports:\.meta\.total$/, why: 'exports as Parquet, and of buildings', if: grows },
  { path: /\/operator\/sources:\.data\[operator\]$/, why: 'sources without a file are listed', if: isNew },
  { path: /\.moves\.\w+\.corrections\[unknown\]$/, why: 'the status unknown', if: isNew },
]
