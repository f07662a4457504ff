// People, sessions and the audit log over the wire.
import { z } from 'zod'
import type { SignedIn } from '../access/people/sign-in.ts'
import { PLANS } from '../access/plans.ts'
import type { Person } from '../access/principal.ts'
import { ROLES } from '../access/roles.ts'
import type { AuditRecord } from '../events/audit-log.ts'
import { AUDIT_ACTIONS } from '../events/audit-log.ts'
import { AccountSchema, email, KeySchema, toAccountJson } from './access-schemas.ts'
import { PageMeta, paging } from './paging-params.ts'
import { enumParam, textParam, timestampParam } from './request-params.ts'

/** How long a password may be is said by the room that takes it; this only keeps nonsense out. */
const password = z.string().min(1).max(800).describe('10 to 200 characters')
const token = z.string().min(1).max(100).describe('From the mailed link')

export const NewPersonRequest = z.strictObject({
  email: email.optional().describe('The account’s own unless given'),
  password,
  sign_in: z.boolean().optional().describe('True: the answer sets a session’s cookie, as signing in does'),
})
export const NewSessionRequest = z.strictObject({ email, password: z.string().min(1).max(800) })
export const Verification = z.strictObject({
  token,
  password: z.string().min(1).max(800).optional().describe('Not needed by whoever is signed in as that person'),
})
export const ResetRequest = z.strictObject({ email })
export const ResetConfirmation = z.strictObject({ token, password })
export const PasswordChange = z.strictObject({ old: z.string().min(1).max(800), new: password })

export const PersonSchema = z
  .object({
    id: z.string(),
    email: z.string().nullable().describe('Null when the owner of the address has proved it since'),
    email_verified_at: z.iso.datetime().nullable(),
    role: z.enum(ROLES).nullable(),
    status: z.enum(['active', 'suspended']),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Person' })

export const SessionSchema = z
  .object({
    person: PersonSchema,
    account: AccountSchema,
    csrf_token: z.string().describe('Goes into the header X-CSRF-Token of requests that change something'),
    expires_at: z.iso.datetime().describe('At the latest; twelve hours without a request end it too'),
  })
  .meta({ id: 'Session' })

export const PersonChange = z.strictObject({
  role: z.enum(ROLES).nullable().optional(),
  status: z.enum(['active', 'suspended']).optional(),
})

export const AuditSchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z.string().describe('A person, a key, `operator` for its key, `visitor` for somebody unknown, or `system`'),
    actor_email: z.string().nullable().optional().describe('To operators only'),
    account_id: z.string().nullable(),
    action: z.enum(AUDIT_ACTIONS),
    target: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
    request_id: z.string().nullable(),
    address: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' })

export const AuditPage = z.object({ data: z.array(AuditSchema), meta: PageMeta })

export const AuditQuery = z.object({
  action: enumParam(AUDIT_ACTIONS, 'Only acts of this kind').optional(),
  actor: textParam(254, 'Only acts of this person or key; operators may give an e-mail address').optional(),
  target: textParam(60, 'Only acts upon this').optional(),
  from: timestampParam('Not before').optional(),
  to: timestampParam('Before').optional(),
  ...paging,
})
export const OperatorAuditQuery = AuditQuery.extend({ account_id: textParam(60, 'Only of this account').optional() })

const month = z.object({ requests: z.int(), lookups: z.int() })

export const OperatorAccountSchema = AccountSchema.extend({
  used_this_month: z.object({ live: month, test: month }),
}).meta({ id: 'OperatorAccount' })

export const OperatorAccountPage = z.object({ data: z.array(OperatorAccountSchema), meta: PageMeta })

export const OperatorAccountDetail = OperatorAccountSchema.extend({
  keys: z.array(KeySchema),
  members: z.array(PersonSchema),
  audit: z.array(AuditSchema).describe('The last acts, newest first'),
  days: z.array(
    z.object({
      mode: z.enum(['live', 'test']),
      day: z.iso.date(),
      operation: z.string(),
      requests: z.int(),
      lookups: z.int(),
    }),
  ),
}).meta({ id: 'OperatorAccountDetail' })

export const AccountQuery = z.object({
  q: textParam(254, 'Part of an e-mail address, an id, or the prefix of a key').optional(),
  plan: enumParam(PLANS, 'Only of this plan').optional(),
  status: enumParam(['active', 'suspended'], 'Only of this standing').optional(),
  ...paging,
})

export function toPersonJson(person: Person): z.input<typeof PersonSchema> {
  const { id, email, email_verified_at, role, status, created_at } = person
  return { id, email, email_verified_at, role, status, created_at }
}

export function toSessionJson({
  session,
  account,
  csrfToken,
}: Omit<SignedIn, 'cookie'>): z.input<typeof SessionSchema> {
  return {
    person: toPersonJson(session.person),
    account: toAccountJson(account),
    csrf_token: csrfToken,
    expires_at: session.expires_at,
  }
}

export function toAuditJson(entry: AuditRecord): z.input<typeof AuditSchema> {
  const { id, at, actor, account_id, action, target, details, request_id, address } = entry
  return { id, at, actor, account_id, action, target, details, request_id, address }
}
