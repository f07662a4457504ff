// Client methods for accounts, API keys, people, applications, the request log and the audit log.
import type * as api from './api-types.ts'
import { at, linesOf, pages, wholeList } from './lists.ts'
import type { CallOptions, Transport } from './transport.ts'

export function accounts(transport: Transport) {
  return {
    /** Creates a sandbox account. The response contains its API key, which is returned only once. */
    create: (body: { email: string }, options?: CallOptions) =>
      transport.data<{ account: api.Account; api_key: api.NewApiKey }>('POST', at('accounts'), { ...options, body }),
    /** Deletes your account: suspended at once, erased after seven days. `confirm` is the id of the account. */
    delete: (query: { confirm: string }, options?: CallOptions) =>
      transport.data<api.Account>('DELETE', at('account'), { ...options, query }),
  }
}

export function apiKeys(transport: Transport) {
  return {
    list: wholeList<api.ApiKey>(transport, at('api-keys')),
    create: (body: api.NewApiKeyRequest = {}, options?: CallOptions) =>
      transport.data<api.NewApiKey>('POST', at('api-keys'), { ...options, body }),
    /** Renames a key, or changes its own monthly limits; `null` removes one. */
    update: (id: string, body: api.ApiKeyChange, options?: CallOptions) =>
      transport.data<api.ApiKey>('PATCH', at('api-keys', id), { ...options, body }),
    /** Replaces a key. The old key keeps working for `overlap_seconds`. */
    rotate: (id: string, body: api.RotationRequest = {}, options?: CallOptions) =>
      transport.data<api.NewApiKey>('POST', at('api-keys', id, 'rotate'), { ...options, body }),
    revoke: (id: string, options?: CallOptions) => transport.data<api.ApiKey>('DELETE', at('api-keys', id), options),
  }
}

export function people(transport: Transport) {
  return {
    /** Adds a person with a password, who can then sign in to the account. */
    create: (body: api.NewPersonRequest, options?: CallOptions) =>
      transport.data<api.Person>('POST', at('people'), { ...options, body }),
    /** Lists the people of the account. This and the methods below need a session. */
    list: wholeList<api.AccountPerson>(transport, at('people')),
    changeRole: (id: string, role: api.AccountRole, options?: CallOptions) =>
      transport.data<api.AccountPerson>('PATCH', at('people', id), { ...options, body: { account_role: role } }),
    /** Ends the person's sessions. API keys stay. */
    remove: (id: string, options?: CallOptions) => transport.json<void>('DELETE', at('people', id), options),
  }
}

/** Invitations to the account. They need the session of an owner. */
export function invitations(transport: Transport) {
  return {
    list: wholeList<api.Invitation>(transport, at('invitations')),
    create: (body: api.NewInvitationRequest, options?: CallOptions) =>
      transport.data<api.Invitation>('POST', at('invitations'), { ...options, body }),
    /** The earlier link stops working. */
    resend: (id: string, options?: CallOptions) =>
      transport.data<api.Invitation>('POST', at('invitations', id, 'resend'), { ...options, body: {} }),
    withdraw: (id: string, options?: CallOptions) => transport.json<void>('DELETE', at('invitations', id), options),
  }
}

export function applications(transport: Transport) {
  const application = (...rest: string[]) => at('oauth', 'applications', ...rest)
  return {
    list: wholeList<api.Application>(transport, application()),
    /** The secret is returned only once. */
    create: (body: api.NewApplicationRequest, options?: CallOptions) =>
      transport.data<api.NewApplication>('POST', application(), { ...options, body }),
    update: (id: string, body: api.ApplicationChange, options?: CallOptions) =>
      transport.data<api.Application>('PATCH', application(id), { ...options, body }),
    /** Replaces the secret. The old one keeps working for `overlap_seconds`. */
    rotateSecret: (id: string, body: api.ClientSecretRotationRequest = {}, options?: CallOptions) =>
      transport.data<api.NewApplication>('POST', application(id, 'rotate-secret'), { ...options, body }),
    remove: (id: string, options?: CallOptions) => transport.json<void>('DELETE', application(id), options),
  }
}

/** What people of the account allowed applications to do. They need a session. */
export function consents(transport: Transport) {
  return {
    list: wholeList<api.Consent>(transport, at('oauth', 'grants')),
    withdraw: (id: string, options?: CallOptions) => transport.json<void>('DELETE', at('oauth', 'grants', id), options),
  }
}

export function planRequests(transport: Transport) {
  return {
    /** Asks the operator for another plan. Needs the session of an owner. */
    create: (body: api.NewPlanRequest, options?: CallOptions) =>
      transport.json<void>('POST', at('plan-requests'), { ...options, body }),
  }
}

/** `iterate` yields all requests, newest first. */
export const requestLogs = (transport: Transport) =>
  pages<api.RequestLogQuery, api.LoggedRequest, api.RequestLogPage>(transport, at('request-logs'))

export function auditLog(transport: Transport) {
  return {
    /** `iterate` yields all entries, newest first. */
    ...pages<api.AuditQuery, api.AuditEntry, api.AuditPage>(transport, at('audit-log')),
    /** Yields all entries in one request, oldest first. Throws if the response is incomplete. */
    export: linesOf<api.AuditFilters, api.AuditEntry>(transport, at('audit-log', 'export')),
  }
}
