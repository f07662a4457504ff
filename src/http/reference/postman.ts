// The API as a Postman collection: a folder for each subject, a request for each operation.
import { exampleUrl } from './code-samples.ts'
import type { DocumentedOperation } from './docs-sections.ts'
import type { DocsSite } from './docs-site.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Format 2.1, which Insomnia, Bruno and Hoppscotch import, too. */
export function postmanCollection({ sections }: DocsSite, baseUrl: string): object {
  return {
    info: { name: 'Plinth', description: `Documentation: ${baseUrl}/docs`, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'apiKey', value: 'pl_test_…' },
    ],
    item: sections
      .filter(({ forOperators }) => !forOperators)
      .map(({ title, lead, operations }) => ({ name: title, description: lead, item: operations.map(requestOf) })),
  }
}

function requestOf({ route, parameters }: DocumentedOperation) {
  const { method, operation } = route
  const { path, query } = exampleUrl(route)
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const used = new Map(query)
  const url = {
    raw: `{{baseUrl}}${path}`,
    host: ['{{baseUrl}}'],
    path: path.slice(1).split('/').map(decodeURIComponent),
    query: inQuery.map(({ name, description = '' }) => ({
      ...{ key: name, value: used.get(name) ?? '', description, disabled: !used.has(name) },
    })),
  }
  const hasBody = operation.body !== undefined
  const raw = JSON.stringify(operation.example?.body ?? {}, null, 2)
  return {
    name: operation.summary,
    request: {
      ...{ method, url, description: operation.description ?? '' },
      header: hasBody ? [{ key: 'Content-Type', value: 'application/json' }] : [],
      ...(operation.policy.who === 'credential' ? {} : { auth: { type: 'noauth' } }),
      ...(hasBody ? { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } } : {}),
    },
  }
}
