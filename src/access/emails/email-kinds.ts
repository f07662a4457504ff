// The kinds of emails, their states, and the events that people can get by email.

export const EMAIL_KINDS = ['verify', 'reset', 'invitation', 'plan_request', 'account_deleted', 'notice'] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]

/** `skipped`: nobody has the address, or wants the notice any longer, or the address got too many emails in an hour. */
export const EMAIL_STATES = ['queued', 'sent', 'skipped', 'failed'] as const
export type EmailState = (typeof EMAIL_STATES)[number]

/** Events of accounts. */
export const NOTICE_KINDS = [
  'feed.failing',
  'feed.recovered',
  'feed.held',
  'usage.warning',
  'webhook_endpoint.disabled',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]
