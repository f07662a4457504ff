// The sections of the API reference: customers' operations by subject, then those of operators.
import type { oas31 } from 'zod-openapi'
import type { Route } from '../server/route.ts'

export type Schema = oas31.SchemaObject | oas31.ReferenceObject

export interface DocumentedOperation {
  readonly route: Route
  readonly parameters: readonly oas31.ParameterObject[]
  readonly body: Schema | undefined
  readonly response: Schema | undefined
}

export interface Section {
  readonly slug: string
  readonly title: string
  readonly lead: string
  readonly forOperators: boolean
  readonly operations: readonly DocumentedOperation[]
}

/** Order and description of the tags. A tag that is not here comes last, without a description. */
export const LEADS: Readonly<Record<string, string>> = {
  'Building links': 'Find the building for an address, with a confidence score you can set a threshold on.',
  Addresses: 'Standardize addresses and read their parts, with or without a building.',
  Projects: 'Search, filter and map condo projects, and read one with everything about it.',
  Buildings: 'Find buildings near a point, in a postal code or polygon, and read one with all its addresses.',
  'Floor plans': 'Floor plans and units, with prices and availability.',
  Media: 'Images and documents of projects, with signed URLs.',
  History: 'How a project and the prices of a floor plan changed over time.',
  Dataset: 'The version of the data, its sources, its changes, and files with all of it.',
  Listings: 'Store your listings. Plinth links each one to its building and keeps the link current.',
  Feeds: 'Sources of listings that Plinth reads for you: RESO Web API, CSV and NDJSON.',
  Webhooks: 'Receive events at your own URL. The event catalogue lists every event type.',
  Sandbox: 'Make things happen in the sandbox, to test your code.',
  MCP: 'The same operations as tools for AI applications, over the Model Context Protocol.',
  Access: 'Accounts, plans, API keys and usage.',
  People: 'The people who sign in for an account, their passwords and sessions.',
  OAuth: 'Applications that use access tokens, and the consent that people gave them.',
  'Audit log': 'Who changed what in your account.',
  Service: 'Health of the server, for load balancers and monitoring.',
  Reference: 'This documentation, for programs.',
  Desk: 'For curators: review addresses, decide, correct and merge projects.',
  Operator: 'For the operator of this server: data, accounts and people.',
}
const ORDER = Object.keys(LEADS)

const isForOperators = ({ operation }: Route) => operation.policy.who === 'role'

/** Operators' operations with a tag of customers, such as the whole audit log, are in the operators' section. */
const tagOf = (row: Route) => (isForOperators(row) && row.operation.tag !== 'Desk' ? 'Operator' : row.operation.tag)

export const slugOf = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-')

export function sectionsOf(routes: readonly Route[], document: oas31.OpenAPIObject): readonly Section[] {
  const documented = routes.filter(({ operation }) => !operation.hidden)
  const byTag = groupBy(documented, tagOf)
  return [...byTag]
    .sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map(([title, rows]) => ({
      slug: slugOf(title),
      title,
      lead: LEADS[title]!,
      forOperators: rows.every(isForOperators),
      operations: rows.map((row) => documentOperation(row, document)),
    }))
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

function documentOperation(route: Route, document: oas31.OpenAPIObject): DocumentedOperation {
  const item = document.paths?.[route.path] as Record<string, oas31.OperationObject>
  const described = item[route.method.toLowerCase()]!
  const body = described.requestBody as oas31.RequestBodyObject | undefined
  const success = described.responses?.[String(route.operation.response.status)] as oas31.ResponseObject
  return {
    route,
    parameters: described.parameters as oas31.ParameterObject[],
    body: body?.content['application/json']?.schema,
    response: success.content?.['application/json']?.schema,
  }
}
