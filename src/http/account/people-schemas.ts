// JSON schemas for people, sessions, accounts and the audit log.
import { z } from 'zod'
import type { Invitation } from '../../access/people/invitations.ts'
import type { Member } from '../../access/people/members.ts'
import type { SignedIn } from '../../access/people/sign-in.ts'
import { ACCOUNT_ROLES, grantableScopes } from '../../access/rights/account-roles.ts'
import { PLANS, SCOPES } from '../../access/rights/plans.ts'
import type { Person } from '../../access/rights/principal.ts'
import { ROLES } from '../../access/rights/roles.ts'
import type { AuditRecord } from '../../events/audit-log.ts'
import { AUDIT_ACTIONS } from '../../events/audit-log.ts'
import { LANGUAGES } from '../../kernel/language.ts'
import { fieldsIn } from '../rest/envelope.ts'
import { PageMeta, paging } from '../rest/paging-params.ts'
import { enumParam, textParam, timestampParam } from '../rest/request-params.ts'
import { AccountSchema, email, KeySchema, toAccountJson } from './access-schemas.ts'

/** The exact length limits are checked when the password is set; this only rejects very long input. */
const password = z.string().min(1).max(800).describe('10 to 200 characters')
const token = z.string().min(1).max(100).describe('Token from the emailed link')

const accountRole = z
  .enum(ACCOUNT_ROLES)
  .describe(
    'What the person may do in the account: a `viewer` reads, a `developer` also makes changes, an `owner` also manages people',
  )

export const NewPersonRequest = z.strictObject({
  email: email.optional().describe('Email address of the person. Default: the email address of the account'),
  password,
  sign_in: z.boolean().optional().describe('Set to true to sign in: the response sets a session cookie'),
})
export const NewSessionRequest = z.strictObject({ email, password: z.string().min(1).max(800) })
export const Verification = z.strictObject({
  token,
  password: z.string().min(1).max(800).optional().describe('Not required if you are signed in as this person'),
})
export const ResetRequest = z.strictObject({ email })
export const ResetConfirmation = z.strictObject({ token, password })
export const PasswordChange = z.strictObject({ old: z.string().min(1).max(800), new: password })

export const PersonSchema = z
  .object({
    id: z.string(),
    email: z.string().nullable().describe('Null if another person has since verified this email address'),
    email_verified_at: z.iso.datetime().nullable(),
    role: z.enum(ROLES).nullable(),
    status: z.enum(['active', 'suspended']),
    language: z.enum(LANGUAGES).nullable().describe('Language of pages and emails. Null: the language of the browser'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Person' })

export const SessionSchema = z
  .object({
    person: PersonSchema,
    account: AccountSchema,
    account_role: accountRole,
    scopes: z.array(z.enum(SCOPES)).describe('What the account role may change. Every role may read'),
    csrf_token: z.string().describe('Send it in the `X-CSRF-Token` header of requests that change data'),
    mail_file: z
      .string()
      .nullable()
      .describe('File that this server writes emails to, without a mail server. Null unless you are on its machine'),
    expires_at: z.iso.datetime().describe('When the session expires. It also expires after 12 hours without a request'),
  })
  .meta({ id: 'Session' })

export const MemberSchema = z
  .object({
    id: z.string(),
    email: z.string().nullable(),
    email_verified_at: z.iso.datetime().nullable(),
    account_role: accountRole,
    status: z.enum(['active', 'suspended']),
    joined_at: z.iso.datetime(),
  })
  .meta({ id: 'AccountPerson' })
export const MemberChange = z.strictObject({ account_role: accountRole })

export const NewInvitation = z.strictObject({ email, account_role: accountRole })
export const InvitationSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    account_role: accountRole,
    invited_by: z.string().describe('Id of the person who sent the invitation'),
    created_at: z.iso.datetime(),
    sent_at: z.iso.datetime().describe('When the email was last sent'),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'Invitation' })
export const InvitationAcceptance = z.strictObject({ token, password })

export const SessionChange = z.strictObject({
  language: z.enum(LANGUAGES).describe('Language of pages and emails for the signed-in person'),
})

export const PersonChange = z.strictObject({
  role: z.enum(ROLES).nullable().optional(),
  status: z.enum(['active', 'suspended']).optional(),
})

export const AuditSchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z
      .string()
      .describe(
        'Id of a person or key, `operator` for the operator key, `visitor` for an anonymous caller, or `system`',
      ),
    actor_email: z.string().nullable().optional().describe('Returned to operators only'),
    account_id: z.string().nullable(),
    action: z.enum(AUDIT_ACTIONS),
    target: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
    request_id: z.string().nullable(),
    address: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' })

export const AuditPage = z.object({ data: z.array(AuditSchema), meta: PageMeta })

export const AuditFilters = z.object({
  action: enumParam(AUDIT_ACTIONS, 'Return only entries with this action').optional(),
  actor: textParam(
    254,
    'Return only entries by this person or key. Operators can also use an email address',
  ).optional(),
  target: textParam(60, 'Return only entries about this target').optional(),
  from: timestampParam('Return entries at or after this time').optional(),
  to: timestampParam('Return entries before this time').optional(),
})
export const AuditQuery = AuditFilters.extend(paging)
export const OperatorAuditFilters = AuditFilters.extend({
  account_id: textParam(60, 'Return only entries of this account').optional(),
})
export const OperatorAuditQuery = OperatorAuditFilters.extend(paging)

const month = z.object({ requests: z.int(), lookups: z.int() })

export const OperatorAccountSchema = AccountSchema.extend({
  used_this_month: z.object({ live: month, test: month }),
}).meta({ id: 'OperatorAccount' })

export const OperatorAccountPage = z.object({ data: z.array(OperatorAccountSchema), meta: PageMeta })

export const OperatorAccountDetail = OperatorAccountSchema.extend({
  keys: z.array(KeySchema),
  members: z.array(PersonSchema),
  audit: z.array(AuditSchema).describe('Most recent audit log entries, newest first'),
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
  q: textParam(254, 'Search text: part of an email address, an account id or a key prefix').optional(),
  plan: enumParam(PLANS, 'Return only accounts on this plan').optional(),
  status: enumParam(['active', 'suspended'], 'Return only accounts with this status').optional(),
  ...paging,
})

export const toPersonJson = (person: Person) => fieldsIn(PersonSchema, person)

export function toSessionJson(
  { session, account, csrfToken }: Omit<SignedIn, 'cookie'>,
  mailFile: string | null,
): z.input<typeof SessionSchema> {
  return {
    person: toPersonJson(session.person),
    account: toAccountJson(account),
    account_role: session.account_role,
    scopes: [...grantableScopes(session.account_role)],
    csrf_token: csrfToken,
    mail_file: mailFile,
    expires_at: session.expires_at,
  }
}

export const toMemberJson = (member: Member) => fieldsIn(MemberSchema, member)

export const toInvitationJson = (invitation: Invitation) => fieldsIn(InvitationSchema, invitation)

export function toAuditJson(entry: AuditRecord): z.input<typeof AuditSchema> {
  const { id, at, actor, account_id, action, target, details, request_id, address } = entry
  return { id, at, actor, account_id, action, target, details, request_id, address }
}
