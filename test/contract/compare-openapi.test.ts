// Breaking changes of the API are found: fifty seeded ones, and none among changes that are allowed.
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../src/http/reference/openapi.ts'
import { routes } from '../../src/http/routes.ts'
import { breakingChanges, undeclared } from '../../tools/build/api/compare-openapi.ts'
import type { OpenApi } from '../../tools/build/api/json-schema.ts'
import { withoutWords } from '../../tools/build/api/json-schema.ts'
import { fromCases } from '../support/cases.ts'

/** Complete: what is published has each part once. */
const text = JSON.stringify(openApiDocument(routes))
const released = withoutWords(JSON.parse(text)) as OpenApi

/** What a step does to the value at a path, with a value or another path. */
type Step = readonly [does: 'set' | 'delete' | 'move' | 'copy' | 'push' | 'drop', path: string, value?: unknown]
type Change = readonly [title: string, ...steps: Step[]]

const BREAKING = fromCases<Change[]>('contract/compare-openapi', 'breaking')
const ALLOWED = fromCases<Change[]>('contract/compare-openapi', 'allowed')

// biome-ignore lint/suspicious/noExplicitAny: the document is changed in every possible way
type Json = any

/** Where a name of a path leads: `GET /path` an operation, `#Name` a schema, `?name` a parameter, or a key. */
function placeOf(parent: Json, name: string): [object: Json, key: string | number] {
  const [, method, path] = /^([A-Z]+) (.+)$/.exec(name) ?? []
  if (method) return [parent.paths[path!], method.toLowerCase()]
  if (name.startsWith('#')) return [parent.components.schemas, name.slice(1)]
  if (name === 'body') return [parent.requestBody.content['application/json'], 'schema']
  if (name === 'answer') return [parent.responses['200'].content['application/json'], 'schema']
  if (!name.startsWith('?')) return [parent, name]
  return [parent.parameters, parent.parameters.findIndex((one: { name: string }) => `?${one.name}` === name)]
}

function apply(api: Json, [does, path, value]: Step): void {
  const at = (text: string) => {
    const names = text.split(' > ')
    const last = names.pop()!
    return placeOf(
      names.reduce((parent, name) => {
        const [object, key] = placeOf(parent, name)
        return object[key]
      }, api),
      last,
    )
  }
  const [object, key] = at(path)
  const found = object[key]
  if (does === 'push') found.push(value)
  if (does === 'drop') object[key] = found.filter((one: unknown) => !isDeepStrictEqual(one, value))
  if (does === 'set') object[key] = value
  if (does === 'delete' || does === 'move') Array.isArray(object) ? object.splice(key as number, 1) : delete object[key]
  if (does === 'move' || does === 'copy') {
    const [other, name] = at(value as string)
    other[name] = found
  }
}

function changed(steps: readonly Step[]): OpenApi {
  const copy = structuredClone(released)
  for (const step of steps) apply(copy, step)
  expect(copy).not.toEqual(released)
  return copy
}

describe('a comparison of two releases', () => {
  it('has at least fifty seeded breaking changes', () => {
    expect(BREAKING.length).toBeGreaterThanOrEqual(50)
    expect(breakingChanges(released, structuredClone(released))).toEqual([])
  })

  for (const [title, ...steps] of BREAKING)
    it(`finds that ${title}`, () => expect(breakingChanges(released, changed(steps))).not.toEqual([]))

  for (const [title, ...steps] of ALLOWED)
    it(`allows that ${title}`, () => expect(breakingChanges(released, changed(steps))).toEqual([]))

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
