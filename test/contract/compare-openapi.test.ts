// Breaking changes of the API are found: fifty seeded ones, and none among changes that are allowed.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { breakingChanges, undeclared } from '../../bin/api/compare-openapi.ts'
import type { OpenApi } from '../../bin/api/json-schema.ts'
import { withoutWords } from '../../bin/api/json-schema.ts'

const text = readFileSync('docs/openapi.json', 'utf8')
const released = withoutWords(JSON.parse(text)) as OpenApi

// biome-ignore lint/suspicious/noExplicitAny: the document is changed in every possible way
type Change = (api: any) => void

// biome-ignore lint/suspicious/noExplicitAny: as above
const schema = (api: any, name: string) => api.components.schemas[name]
// biome-ignore lint/suspicious/noExplicitAny: as above
const operation = (api: any, name: string) => {
  const [method, path] = name.split(' ')
  return api.paths[path!][method!.toLowerCase()]
}
// biome-ignore lint/suspicious/noExplicitAny: as above
const parameter = (api: any, name: string, param: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  operation(api, name).parameters.find((other: any) => other.name === param)
// biome-ignore lint/suspicious/noExplicitAny: as above
const bodyOf = (api: any, name: string) => operation(api, name).requestBody.content['application/json'].schema

const PROJECTS = 'GET /api/v1/projects'
const LINKS = 'GET /api/v1/building-links'
const ASK = 'POST /api/v1/building-links'
const LISTING = 'PUT /api/v1/listings/{key}'
const ENDPOINTS = 'POST /api/v1/webhooks/endpoints'

const without = (list: readonly string[], value: string) => list.filter((other) => other !== value)

const BREAKING: Readonly<Record<string, Change>> = {
  'a path is removed': (api) => delete api.paths['/api/v1/cities'],
  'an operation is removed': (api) => delete api.paths['/api/v1/listings/{key}'].delete,
  'a path is renamed': (api) => {
    api.paths['/api/v1/towns'] = api.paths['/api/v1/cities']
    delete api.paths['/api/v1/cities']
  },
  'a method is replaced': (api) => {
    const path = api.paths['/api/v1/listings/{key}']
    path.post = path.put
    delete path.put
  },
  'an operation id is renamed': (api) => (operation(api, PROJECTS).operationId = 'getProjects'),
  'a query parameter is removed': (api) => {
    operation(api, PROJECTS).parameters = operation(api, PROJECTS).parameters.filter(
      ({ name }: { name: string }) => name !== 'city',
    )
  },
  'a query parameter is renamed': (api) => (parameter(api, PROJECTS, 'city').name = 'town'),
  'a query parameter becomes required': (api) => (parameter(api, PROJECTS, 'city').required = true),
  'a required query parameter is new': (api) =>
    operation(api, PROJECTS).parameters.push({
      in: 'query',
      name: 'country',
      required: true,
      schema: { type: 'string' },
    }),
  'a parameter moves to a header': (api) => (parameter(api, PROJECTS, 'city').in = 'header'),
  'a parameter has another type': (api) => (parameter(api, PROJECTS, 'limit').schema = { type: 'boolean' }),
  'a list of a parameter has other items': (api) => (parameter(api, PROJECTS, 'ids').schema.items = { type: 'string' }),
  'a value of a parameter is removed': (api) => {
    const { items } = parameter(api, PROJECTS, 'province').schema
    items.enum = without(items.enum, 'YT')
  },
  'a parameter accepts only some values': (api) => (parameter(api, PROJECTS, 'city').schema.items.enum = ['Toronto']),
  'the maximum of a parameter falls': (api) => (parameter(api, PROJECTS, 'limit').schema.maximum = 10),
  'the minimum of a parameter rises': (api) => (parameter(api, PROJECTS, 'limit').schema.minimum = 5),
  'a text of a parameter has a shorter limit': (api) =>
    (parameter(api, LINKS, 'address').schema.anyOf[0].maxLength = 5),
  'a list of a parameter has fewer items': (api) => (parameter(api, PROJECTS, 'ids').schema.maxItems = 1),
  'a parameter has a pattern': (api) => (parameter(api, LINKS, 'address').schema.anyOf[0].pattern = '^\\d'),
  'a parameter has a format': (api) => (parameter(api, LINKS, 'city').schema.anyOf[0].format = 'uuid'),
  'a default changes': (api) =>
    (bodyOf(api, 'POST /api/v1/api-keys/{id}/rotate').properties.overlap_seconds.default = 1),
  'a body becomes required': (api) => (operation(api, 'POST /api/v1/api-keys').requestBody.required = true),
  'a body is no longer accepted': (api) => delete operation(api, ASK).requestBody,
  'a content type of a body is removed': (api) =>
    delete operation(api, 'POST /api/v1/building-links/batch').requestBody.content['application/x-ndjson'],
  'a field of a body is removed': (api) => delete bodyOf(api, LISTING).properties.unit,
  'a field of a body becomes required': (api) =>
    (bodyOf(api, LISTING).required = [...(bodyOf(api, LISTING).required ?? []), 'unit']),
  'a required field of a body is new': (api) => {
    bodyOf(api, LISTING).properties.country = { type: 'string' }
    bodyOf(api, LISTING).required = [...(bodyOf(api, LISTING).required ?? []), 'country']
  },
  'a field of a body has another type': (api) => (bodyOf(api, LISTING).properties.address = { type: 'integer' }),
  'a field of a body has a shorter limit': (api) => (bodyOf(api, LISTING).properties.address.maxLength = 3),
  'a field of a body has a longer minimum': (api) => (bodyOf(api, LISTING).properties.address.minLength = 30),
  'a value of a field of a body is removed': (api) => {
    const { mode } = bodyOf(api, 'POST /api/v1/api-keys').properties
    mode.enum = without(mode.enum, 'test')
  },
  'a list in a body has fewer items': (api) => {
    bodyOf(api, 'POST /api/v1/addresses/parse').properties.addresses.maxItems = 10
  },
  'null is no longer accepted': (api) => {
    const field = Object.values(bodyOf(api, 'PATCH /api/v1/feeds/{id}').properties).find(
      // biome-ignore lint/suspicious/noExplicitAny: as above
      (value: any) => value.anyOf?.some(({ type }: { type: string }) => type === 'null'),
      // biome-ignore lint/suspicious/noExplicitAny: as above
    ) as any
    field.anyOf = field.anyOf.filter(({ type }: { type: string }) => type !== 'null')
  },
  'a success status is removed': (api) => {
    const { responses } = operation(api, ENDPOINTS)
    responses['200'] = responses['201']
    delete responses['201']
  },
  'the content type of a response changes': (api) => {
    const { content } = operation(api, PROJECTS).responses['200']
    content['application/xml'] = content['application/json']
    delete content['application/json']
  },
  'a field of a response is removed': (api) => delete schema(api, 'Project').properties.slug,
  'a field of a response is renamed': (api) => {
    const { properties } = schema(api, 'Project')
    properties.title = properties.name
    delete properties.name
  },
  'a field of a response may be missing': (api) => {
    schema(api, 'Project').required = without(schema(api, 'Project').required, 'name')
  },
  'a field of a response has another type': (api) => (schema(api, 'Project').properties.id = { type: 'string' }),
  'an integer of a response becomes a number': (api) => (schema(api, 'Building').properties.id.type = 'number'),
  'a field of a response may be null': (api) => {
    const { properties } = schema(api, 'Project')
    properties.slug = { anyOf: [properties.slug, { type: 'null' }] }
  },
  'a list of a response becomes an object': (api) => (schema(api, 'Project').properties.aliases = { type: 'object' }),
  'the items of a list have another type': (api) =>
    (schema(api, 'Project').properties.aliases.items = { type: 'integer' }),
  'a field deep in a response is removed': (api) => {
    const { developers } = schema(api, 'Project').properties
    const { properties } = developers.items
    delete properties[Object.keys(properties)[0]!]
  },
  'an enum of a response is opened': (api) => {
    const field = schema(api, 'BuildingLink').properties.match_method
    delete field.enum
    delete field.const
    field.type = 'string'
  },
  'the data of a response is not a list any more': (api) => {
    const { properties } = operation(api, PROJECTS).responses['200'].content['application/json'].schema
    properties.data = properties.data.items
  },
  'the envelope of a response loses its meta': (api) =>
    delete operation(api, PROJECTS).responses['200'].content['application/json'].schema.properties.meta,
  'an API key is no longer accepted': (api) => {
    operation(api, PROJECTS).security = operation(api, PROJECTS).security.filter((way: object) => !('apiKey' in way))
  },
  'another scope is needed': (api) => {
    for (const way of operation(api, PROJECTS).security) if (way.oauth2) way.oauth2 = ['projects:read', 'units:read']
  },
  'an event is removed': (api) => delete api.webhooks[Object.keys(api.webhooks)[0]!],
  'a field of an event is removed': (api) => {
    const [event] = Object.values(api.webhooks) as { post: { requestBody: { content: object } } }[]
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const [content] = Object.values(event!.post.requestBody.content) as any[]
    const { $ref } = content.schema
    const target = $ref ? schema(api, $ref.split('/').at(-1)) : content.schema
    delete target.properties.id
  },
}

const ALLOWED: Readonly<Record<string, Change>> = {
  'a path is new': (api) => (api.paths['/api/v1/streets'] = api.paths['/api/v1/cities']),
  'an optional parameter is new': (api) =>
    operation(api, PROJECTS).parameters.push({ in: 'query', name: 'country', schema: { type: 'string' } }),
  'a parameter accepts another value': (api) => parameter(api, PROJECTS, 'province').schema.items.enum.push('XX'),
  'a limit rises': (api) => (parameter(api, PROJECTS, 'limit').schema.maximum = 10_000),
  'an optional field of a body is new': (api) => (bodyOf(api, LISTING).properties.country = { type: 'string' }),
  'a field of a body also takes null': (api) => {
    const { properties } = bodyOf(api, LISTING)
    properties.address = { anyOf: [properties.address, { type: 'null' }] }
  },
  'a required field of a body becomes optional': (api) => (bodyOf(api, LISTING).required = []),
  'a field of a response is new': (api) => {
    schema(api, 'Project').properties.country = { type: 'string' }
    schema(api, 'Project').required.push('country')
  },
  'a value of a response is new': (api) => {
    const field = schema(api, 'BuildingLink').properties.match_method
    field.enum = [...(field.enum ?? [field.const]), 'other']
    delete field.const
  },
  'a value of a response is gone': (api) => {
    const { outcome } = schema(api, 'BuildingLinkAnswer').properties.meta.properties
    outcome.enum = outcome.enum.slice(1)
  },
  'a field of a response is always there': (api) =>
    (schema(api, 'Project').required = Object.keys(schema(api, 'Project').properties)),
  'an event is new': (api) => (api.webhooks['project.painted'] = Object.values(api.webhooks)[0]),
  'a way to authenticate is new': (api) => operation(api, PROJECTS).security.push({ mutualTls: [] }),
  'a status of errors is new': (api) => (operation(api, PROJECTS).responses['418'] = { description: 'teapot' }),
}

function changed(change: Change): OpenApi {
  const copy = structuredClone(released)
  change(copy)
  expect(copy).not.toEqual(released)
  return copy
}

describe('a comparison of two releases', () => {
  it('has at least fifty seeded breaking changes', () => {
    expect(Object.keys(BREAKING).length).toBeGreaterThanOrEqual(50)
    expect(breakingChanges(released, structuredClone(released))).toEqual([])
  })

  it.each(Object.entries(BREAKING))('finds that %s', (_, change) => {
    expect(breakingChanges(released, changed(change))).not.toEqual([])
  })

  it.each(Object.entries(ALLOWED))('allows that %s', (_, change) => {
    expect(breakingChanges(released, changed(change))).toEqual([])
  })

  it('ignores texts and examples', () => {
    const document = JSON.parse(text)
    document.paths['/api/v1/projects'].get.description = 'Other words'
    expect(withoutWords(document)).toEqual(released)
    // A field may be called like a text.
    expect(withoutWords({ properties: { title: { type: 'string', title: 'x' } } })).toEqual({
      properties: { title: { type: 'string' } },
    })
  })
})

describe('a declaration', () => {
  const changes = [
    { operation: 'GET /api/v1/projects', at: 'query parameter city', what: 'is removed' },
    { operation: 'GET /api/v1/projects/{id}', at: 'Project.slug', what: 'is removed' },
  ]
  const changelog = (breaking: string) =>
    `# Changelog\n\n## [2.0.0]\n\n### Added\n\n- \`Project.slug\`\n\n${breaking}## [1.0.0]\n\n### Breaking\n\n- \`Project.slug\`\n`

  it('names the operation or the field in the newest section', () => {
    expect(undeclared(changes, changelog(''))).toEqual(changes)
    expect(undeclared(changes, changelog('### Breaking\n\n- `Project.slug` is gone.\n\n'))).toEqual([changes[0]])
    const both = '### Breaking\n\n- `GET /api/v1/projects` has no `city`, and `Project.slug` is gone.\n\n'
    expect(undeclared(changes, changelog(both))).toEqual([])
  })
})
