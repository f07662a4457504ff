// The rules of the house that a machine can check.
import { describe, expect, it } from 'vitest'
import { mounts, routes } from '../../src/http/routes.ts'
import { breachesOf, importsOf, portalBreachesOf, sourceFiles } from './walls.ts'

const files = sourceFiles('src')
const portal = sourceFiles('portal')

describe('the walls', () => {
  it('hold: no room imports what it may not', () => {
    expect(files.length).toBeGreaterThan(40)
    expect(files.flatMap(({ source }) => importsOf(source)).length).toBeGreaterThan(100)
    expect(files.flatMap(({ file, source }) => breachesOf(file, source))).toEqual([])
  })

  it.each([
    ['matcher/read.ts', "import { readFileSync } from 'node:fs'"],
    ['matcher/read.ts', "import { Fault } from '../kernel/fault.ts'"],
    ['kernel/config.ts', "import { openDatabase } from '../db/database.ts'"],
    ['catalog/page.ts', "import { routes } from '../http/routes.ts'"],
    ['demo/generate.ts', "import { ProjectRow } from '../ingest/row.ts'"],
    ['contract/links.ts', "import { Links } from '../links/links.ts'"],
    ['http/server.ts', "import { tools } from '../mcp/tools.ts'"],
    ['http/server.ts', "import {\n  a,\n  b,\n} from '../cli/keys.ts'"],
    ['access/rate.ts', "export { a } from '../links/links.ts'"],
    ['access/rate.ts', "const late = await import('../links/links.ts')"],
    ['cellar/wine.ts', "import { a } from './b.ts'"],
  ])('a breach planted in %s is found: %s', (file, source) => {
    expect(breachesOf(file, source)).toHaveLength(1)
  })

  it('keep the portal outside: it knows the client and the types of the contract', () => {
    expect(portal.length).toBeGreaterThan(15)
    expect(portal.flatMap(({ file, source }) => portalBreachesOf(file, source))).toEqual([])
    const planted = "import { ProjectSchema } from '../../src/contract/catalog-schemas.ts'"
    expect(portalBreachesOf('pages/home.tsx', planted)).toHaveLength(1)
  })

  it('types may go where values may not', () => {
    expect(breachesOf('demo/generate.ts', "import type { ProjectRow } from '../ingest/row.ts'")).toEqual([])
  })
})

describe('the door', () => {
  it('knows who decides on every path: a policy on each route, and a short list that is handed on whole', () => {
    const policies = new Set<string>(['anyone', 'person', 'role', 'credential'])
    expect(routes.length).toBeGreaterThan(60)
    expect(routes.filter(({ operation }) => !policies.has(operation.policy.who))).toEqual([])
    expect(mounts.map(({ path, policy }) => `${path}: ${policy.decides}`)).toEqual([
      '/oauth/authorize: the authorization server, by its protocol',
      '/oauth/authorize/{uid}: the authorization server, by its protocol',
      '/oauth/token: the authorization server, by its protocol',
      '/oauth/revoke: the authorization server, by its protocol',
      '/oauth/introspect: the authorization server, by its protocol',
      '/oauth/register: the authorization server, by its protocol',
      '/oauth/jwks: the authorization server, by its protocol',
      '/.well-known/oauth-authorization-server: the authorization server, by its protocol',
      '/.well-known/openid-configuration: the authorization server, by its protocol',
      '/oauth/consent/{uid}: whoever is signed in, for themselves',
      '/oauth/consent/{uid}: whoever is signed in, for themselves',
    ])
  })
})

describe('the rooms', () => {
  it('are small: no file is over 300 lines, tables of data aside', () => {
    const long = [...files, ...portal].filter(
      ({ file, source }) => source.split('\n').length > 300 && !/gazetteer|sandbox|model\.ts/.test(file),
    )
    expect(long.map(({ file }) => file)).toEqual([])
  })

  it('have names, and each file says in its first line what it is for', () => {
    expect(
      [...files, ...portal].filter(({ file }) => /(^|\/)(utils?|helpers?|misc|common|index)\.ts$/.test(file)),
    ).toEqual([])
    expect(
      [...files, ...portal].filter(({ source }) => !/^(\/\/|#!|\/\*)/.test(source)).map(({ file }) => file),
    ).toEqual([])
  })

  it('only the configuration reads the environment', () => {
    // Setting a variable for native code that reads it, as the renderer must for its font, is no reading.
    const reads = (source: string) => source.replaceAll(/process\.env\.\w+ = /g, '').includes('process.env')
    const readers = files.filter(({ source }) => reads(source)).map(({ file }) => file)
    expect(readers).toEqual(['kernel/config.ts'])
  })
})
