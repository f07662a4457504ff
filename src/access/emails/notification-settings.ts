// What a person wants to be told by email, and when.
import type { Tx } from '../../db/database.ts'
import type { AccountRole } from '../rights/account-roles.ts'
import type { NoticeKind } from './email-kinds.ts'
import { NOTICE_KINDS } from './email-kinds.ts'
import type { QuietHours } from './quiet-hours.ts'

export interface NotificationSettings {
  readonly kinds: Readonly<Record<NoticeKind, boolean>>
  readonly quiet_hours: QuietHours | null
  /** One email a day at this hour instead of one for each event. */
  readonly digest_hour: number | null
  readonly time_zone: string
}

/** A kind that is not here follows the account role. */
export type SettingsChange = {
  readonly [K in Exclude<keyof NotificationSettings, 'kinds'>]?: NotificationSettings[K] | undefined
} & { readonly kinds?: { readonly [K in NoticeKind]?: boolean | undefined } | undefined }

const DEFAULT_ZONE = 'America/Toronto'

/** News that needs nobody to act is not sent without being chosen, and nothing to people who only read. */
const isDefault = (kind: NoticeKind, role: AccountRole) => role !== 'viewer' && kind !== 'feed.recovered'

export function settingsOf(stored: SettingsChange | null, role: AccountRole): NotificationSettings {
  const kinds = NOTICE_KINDS.map((kind) => [kind, stored?.kinds?.[kind] ?? isDefault(kind, role)])
  const { quiet_hours = null, digest_hour = null, time_zone = DEFAULT_ZONE } = stored ?? {}
  return { kinds: Object.fromEntries(kinds), quiet_hours, digest_hour, time_zone }
}

export interface Recipient {
  readonly id: string
  readonly email: string
  readonly language: 'en' | 'fr'
  readonly account_role: AccountRole
  readonly account_status: 'active' | 'suspended'
  readonly settings: NotificationSettings
}

/** Only verified addresses: anyone can enter another person's. */
export async function recipientsOf(db: Pick<Tx, 'selectFrom'>, accountId: string): Promise<Recipient[]> {
  const rows = await db
    .selectFrom('account_members as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .leftJoin('notification_settings as s', 's.person_id', 'p.id')
    .select(['p.id', 'p.email', 'p.language', 'm.account_role', 'a.status as account_status', 's.settings'])
    .where('m.account_id', '=', accountId)
    .where('p.status', '=', 'active')
    .where('p.email_verified_at', 'is not', null)
    .orderBy('p.id')
    .execute()
  return rows.map(({ email, language, settings, ...row }) => ({
    ...{ ...row, email: email!, language: language ?? 'en' },
    settings: settingsOf(settings, row.account_role),
  }))
}

export async function readSettings(db: Pick<Tx, 'selectFrom'>, personId: string): Promise<SettingsChange | null> {
  const row = await db
    .selectFrom('notification_settings')
    .select('settings')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.settings ?? null
}

/** Not audited: it changes what a person is told, not what anyone may do. */
export async function changeSettings(tx: Tx, personId: string, change: SettingsChange): Promise<SettingsChange> {
  // Changes of one person take turns.
  await tx.selectFrom('people').select('id').where('id', '=', personId).forNoKeyUpdate().execute()
  const before = await readSettings(tx, personId)
  const after = { ...before, ...change, kinds: { ...before?.kinds, ...change.kinds } }
  const settings = JSON.stringify(after)
  await tx
    .insertInto('notification_settings')
    .values({ person_id: personId, settings })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ settings }))
    .execute()
  return after
}
