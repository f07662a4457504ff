// Client methods for accounts, API keys, people, applications, the request log and the audit log.
import type {
  Account,
  AccountPerson,
  AccountRole,
  ApiKey,
  Application,
  ApplicationChange,
  AuditEntry,
  AuditFilters,
  AuditPage,
  AuditQuery,
  ClientSecretRotationRequest,
  Consent,
  Invitation,
  LoggedRequest,
  NewApiKey,
  NewApiKeyRequest,
  NewApplication,
  NewApplicationRequest,
  NewInvitationRequest,
  NewPersonRequest,
  NewPlanRequest,
  Person,
  RequestLogPage,
  RequestLogQuery,
  RotationRequest,
} from './api-types.ts'
import { iteratePages } from './iterate-pages.ts'
import { readLines } from './ndjson-lines.ts'
import type { CallOptions, Transport, WholeList } from './transport.ts'

const KEYS = '/api/v1/api-keys'
const PEOPLE = '/api/v1/people'
const INVITATIONS = '/api/v1/invitations'
const APPLICATIONS = '/api/v1/oauth/applications'

export function accounts(transport: Transport) {
  return {
    /** Creates a sandbox account. The response contains its API key, which is returned only once. */
    async create(body: { email: string }, options?: CallOptions): Promise<{ account: Account; api_key: NewApiKey }> {
      type Response = { data: { account: Account; api_key: NewApiKey } }
      return (await transport.json<Response>('POST', '/api/v1/accounts', { ...options, body })).data
    },
    /** Deletes your account: suspended at once, erased after seven days. `confirm` is the id of the account. */
    async delete(query: { confirm: string }, options?: CallOptions): Promise<Account> {
      return (await transport.json<{ data: Account }>('DELETE', '/api/v1/account', { ...options, query })).data
    },
  }
}

export function apiKeys(transport: Transport) {
  const make = async (path: string, body: object, options: CallOptions | undefined): Promise<NewApiKey> =>
    (await transport.json<{ data: NewApiKey }>('POST', path, { ...options, body })).data
  return {
    list: (options?: CallOptions): Promise<WholeList<ApiKey>> => transport.json('GET', KEYS, options),
    create: (request: NewApiKeyRequest = {}, options?: CallOptions) => make(KEYS, request, options),
    /** Replaces a key. The old key keeps working for `overlap_seconds`. */
    rotate: (id: string, request: RotationRequest = {}, options?: CallOptions) =>
      make(`${KEYS}/${encodeURIComponent(id)}/rotate`, request, options),
    async revoke(id: string, options?: CallOptions): Promise<ApiKey> {
      return (await transport.json<{ data: ApiKey }>('DELETE', `${KEYS}/${encodeURIComponent(id)}`, options)).data
    },
  }
}

export function people(transport: Transport) {
  return {
    /** Adds a person with a password, who can then sign in to the account. */
    async create(body: NewPersonRequest, options?: CallOptions): Promise<Person> {
      return (await transport.json<{ data: Person }>('POST', '/api/v1/people', { ...options, body })).data
    },
    /** Lists the people of the account. This and the methods below need a session. */
    list: (options?: CallOptions): Promise<WholeList<AccountPerson>> => transport.json('GET', PEOPLE, options),
    async changeRole(id: string, role: AccountRole, options?: CallOptions): Promise<AccountPerson> {
      const body = { account_role: role }
      const path = `${PEOPLE}/${encodeURIComponent(id)}`
      return (await transport.json<{ data: AccountPerson }>('PATCH', path, { ...options, body })).data
    },
    /** Ends the person's sessions. API keys stay. */
    remove: (id: string, options?: CallOptions): Promise<void> =>
      transport.json('DELETE', `${PEOPLE}/${encodeURIComponent(id)}`, options),
  }
}

/** Invitations to the account. They need the session of an owner. */
export function invitations(transport: Transport) {
  const at = (id: string) => `${INVITATIONS}/${encodeURIComponent(id)}`
  const post = async (path: string, body: object, options: CallOptions | undefined): Promise<Invitation> =>
    (await transport.json<{ data: Invitation }>('POST', path, { ...options, body })).data
  return {
    list: (options?: CallOptions): Promise<WholeList<Invitation>> => transport.json('GET', INVITATIONS, options),
    create: (request: NewInvitationRequest, options?: CallOptions) => post(INVITATIONS, request, options),
    /** The earlier link stops working. */
    resend: (id: string, options?: CallOptions) => post(`${at(id)}/resend`, {}, options),
    withdraw: (id: string, options?: CallOptions): Promise<void> => transport.json('DELETE', at(id), options),
  }
}

export function applications(transport: Transport) {
  const one = async <T>(
    method: 'POST' | 'PATCH',
    path: string,
    body: object | undefined,
    options: CallOptions | undefined,
  ): Promise<T> => (await transport.json<{ data: T }>(method, path, { ...options, ...(body ? { body } : {}) })).data
  const at = (id: string) => `${APPLICATIONS}/${encodeURIComponent(id)}`
  return {
    list: (options?: CallOptions): Promise<WholeList<Application>> => transport.json('GET', APPLICATIONS, options),
    /** The secret is returned only once. */
    create: (request: NewApplicationRequest, options?: CallOptions) =>
      one<NewApplication>('POST', APPLICATIONS, request, options),
    update: (id: string, change: ApplicationChange, options?: CallOptions) =>
      one<Application>('PATCH', at(id), change, options),
    /** Replaces the secret. The old one keeps working for `overlap_seconds`. */
    rotateSecret: (id: string, request: ClientSecretRotationRequest = {}, options?: CallOptions) =>
      one<NewApplication>('POST', `${at(id)}/rotate-secret`, request, options),
    remove: (id: string, options?: CallOptions): Promise<void> => transport.json('DELETE', at(id), options),
  }
}

/** What people of the account allowed applications to do. They need a session. */
export function consents(transport: Transport) {
  const CONSENTS = '/api/v1/oauth/grants'
  return {
    list: (options?: CallOptions): Promise<WholeList<Consent>> => transport.json('GET', CONSENTS, options),
    withdraw: (id: string, options?: CallOptions): Promise<void> =>
      transport.json('DELETE', `${CONSENTS}/${encodeURIComponent(id)}`, options),
  }
}

export function planRequests(transport: Transport) {
  return {
    /** Asks the operator for another plan. Needs the session of an owner. */
    create: (body: NewPlanRequest, options?: CallOptions): Promise<void> =>
      transport.json('POST', '/api/v1/plan-requests', { ...options, body }),
  }
}

export function requestLogs(transport: Transport) {
  const list = (query?: RequestLogQuery, options?: CallOptions): Promise<RequestLogPage> =>
    transport.json('GET', '/api/v1/request-logs', { ...options, ...(query ? { query } : {}) })
  return {
    list,
    /** Iterates over all requests, newest first. */
    iterate: (query: RequestLogQuery = {}, options?: CallOptions) =>
      iteratePages<RequestLogQuery, LoggedRequest>(list, query, options),
  }
}

export function auditLog(transport: Transport) {
  const list = (query?: AuditQuery, options?: CallOptions): Promise<AuditPage> =>
    transport.json('GET', '/api/v1/audit-log', { ...options, ...(query ? { query } : {}) })
  return {
    list,
    /** Iterates over all entries, newest first. */
    iterate: (query: AuditQuery = {}, options?: CallOptions) =>
      iteratePages<AuditQuery, AuditEntry>(list, query, options),
    /** Yields all entries in one request, oldest first. Throws if the response is incomplete. */
    async *export(filters: AuditFilters = {}, options?: CallOptions): AsyncGenerator<AuditEntry, void, undefined> {
      const headers = { accept: '*/*', ...options?.headers }
      const response = await transport.send('GET', '/api/v1/audit-log/export', { ...options, headers, query: filters })
      yield* readLines<AuditEntry>(response.body!)
    },
  }
}
