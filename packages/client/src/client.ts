// The Plinth client for Node and browsers. Needs only fetch.

import {
  accounts,
  apiKeys,
  applications,
  auditLog,
  consents,
  invitations,
  people,
  planRequests,
  requestLogs,
} from './account-api.ts'
import { addresses } from './addresses-api.ts'
import type { Attributions, Dataset, Me, Plans, Usage } from './api-types.ts'
import { buildingLinks } from './building-links-api.ts'
import { buildings, cities, coverage, developers, floorPlans, media, projects, units } from './catalogue-api.ts'
import { changes, exports } from './dataset-api.ts'
import { feeds } from './feeds-api.ts'
import { files } from './files-api.ts'
import { homes } from './homes-api.ts'
import { listings } from './listings-api.ts'
import { suggest, suggestBox } from './suggest-api.ts'
import type { CallOptions, ClientOptions, Method, RequestOptions } from './transport.ts'
import { Transport } from './transport.ts'
import { sandbox, webhooks } from './webhooks-api.ts'

export type * from './api-types.ts'
export type { Queries } from './building-links-api.ts'
export type { CheckedChange, Download, ExportRecords } from './dataset-api.ts'
export type { ClientCode } from './errors.ts'
export { PlinthError } from './errors.ts'
export type { FileContent, FileMatchOptions } from './files-api.ts'
export type { Items, StreamOptions } from './item-stream.ts'
export type { ChangeOptions } from './lists.ts'
export type { SuggestBox, SuggestOptions } from './suggest-api.ts'
export type { CallOptions, ClientOptions, WholeList } from './transport.ts'
export type { VerificationReason, VerifyOptions, WebhookHeaders } from './verify-webhook.ts'
export { eventsOf, verifyWebhook, WebhookVerificationError } from './verify-webhook.ts'

export function createClient(options: ClientOptions) {
  const transport = new Transport(options)
  const record =
    <T>(path: string) =>
    (call?: CallOptions) =>
      transport.data<T>('GET', path, call)
  return {
    buildingLinks: buildingLinks(transport),
    /** Suggests addresses, buildings and names for a text that someone types. */
    suggest: suggest(transport),
    /** The same for one input: `ask` ends the request for the text before. */
    suggestBox: suggestBox(transport),
    addresses: addresses(transport),
    listings: listings(transport),
    homes: homes(transport),
    feeds: feeds(transport),
    files: files(transport),
    projects: projects(transport),
    buildings: buildings(transport),
    floorPlans: floorPlans(transport),
    units: units(transport),
    media: media(transport),
    developers: developers(transport),
    cities: cities(transport),
    coverage: coverage(transport),
    changes: changes(transport),
    exports: exports(transport),
    accounts: accounts(transport),
    apiKeys: apiKeys(transport),
    people: people(transport),
    invitations: invitations(transport),
    applications: applications(transport),
    consents: consents(transport),
    planRequests: planRequests(transport),
    auditLog: auditLog(transport),
    requestLogs: requestLogs(transport),
    webhooks: webhooks(transport),
    sandbox: sandbox(transport),
    dataset: record<Dataset>('/api/v1/dataset'),
    /** Returns the sources of the dataset with their licences, and the statements to show with the data. */
    attributions: record<Attributions>('/api/v1/dataset/attributions'),
    me: record<Me>('/api/v1/me'),
    /** Returns the plans with their features and limits. */
    plans: record<Plans>('/api/v1/plans'),
    /** Returns usage for a month, such as `2026-10`. Default: the current month. */
    usage: ({ month, ...call }: CallOptions & { readonly month?: string } = {}) =>
      transport.data<Usage>('GET', '/api/v1/usage', { ...call, query: { month } }),
    /** Calls any operation by method and path, with the same credentials, retries and errors. Returns the JSON body. */
    request: <T>(method: Method, path: string, question?: RequestOptions): Promise<T> =>
      transport.json<T>(method, path, question),
  }
}

export type PlinthClient = ReturnType<typeof createClient>
