// The architecture rules that a test can check.
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mounts, routes } from '../../src/http/routes.ts'
import {
  cyclesOf,
  folderViolationsOf,
  importsOf,
  packageFiles,
  packageViolationsOf,
  pairsOf,
  portalViolationsOf,
  sourceFiles,
  violationsOf,
} from './walls.ts'

const files = sourceFiles('src')
const portal = sourceFiles('portal')
const packages = packageFiles()

describe('imports', () => {
  it('follow the table of rooms', () => {
    expect(files.length).toBeGreaterThan(40)
    expect(files.flatMap(({ source }) => importsOf(source)).length).toBeGreaterThan(100)
    expect(files.flatMap(({ file, source }) => violationsOf(file, source))).toEqual([])
  })

  it.each([
    ['kernel/config.ts', "import { createMatcher } from '@plinth/matcher'"],
    ['webhooks/sender/address.ts', "import { isTooLong } from '@plinth/matcher/internal/decide/too-long'"],
    ['http/routes.ts', "import { createClient } from '@plinth/client'"],
    ['kernel/config.ts', "import { openDatabase } from '../db/database.ts'"],
    ['catalog/page.ts', "import { routes } from '../http/routes.ts'"],
    ['demo/prepared-rows.ts', "import { ProjectRow } from '../ingest/record/row.ts'"],
    ['http/links/link-schemas.ts', "import { Links } from '../../links/links.ts'"],
    ['http/server.ts', "import { tools } from '../mcp/tools.ts'"],
    ['http/server.ts', "import {\n  a,\n  b,\n} from '../cli/keys.ts'"],
    ['access/rate.ts', "export { a } from '../links/links.ts'"],
    ['access/rate.ts', "const late = await import('../links/links.ts')"],
    ['cellar/wine.ts', "import { a } from './b.ts'"],
  ])('are checked: %s must not contain %s', (file, source) => {
    expect(violationsOf(file, source)).toHaveLength(1)
  })

  it('of the packages stay in their package', () => {
    expect(packages.length).toBeGreaterThan(80)
    expect(packages.flatMap(({ file, source }) => packageViolationsOf(file, source))).toEqual([])
    for (const forbidden of ["'node:fs'", "'zod'", "'../../kernel/fault.ts'", "'@plinth/client'"])
      expect(packageViolationsOf('matcher/read/unit.ts', `import { a } from ${forbidden}`), forbidden).toHaveLength(1)
  })

  it('follow the table of folders inside a room', () => {
    expect([...files, ...packages].flatMap(({ file, source }) => folderViolationsOf(file, source))).toEqual([])
  })

  it.each([
    ['http/server/server.ts', "import type { Wire } from '../projects/record-json.ts'"],
    ['http/account/keys.ts', "import { routes } from '../routes.ts'"],
    ['http/cellar/wine.ts', "import { a } from './b.ts'"],
  ])('are checked between folders: %s must not contain %s', (file, source) => {
    expect(folderViolationsOf(file, source)).toHaveLength(1)
  })

  it('of two folders go one way', () => {
    const a = { file: 'x/a.ts', source: "import { b } from '../y/b.ts'" }
    const b = { file: 'y/b.ts', source: "import type { A } from '../x/a.ts'" }
    expect(pairsOf([a, b])).toEqual(['x ↔ y'])
    expect([files, portal, packages].flatMap(pairsOf)).toEqual([])
  })

  it('contain no cycles inside src/http', () => {
    const a = { file: 'a.ts', source: "import type { B } from './b.ts'" }
    const b = { file: 'b.ts', source: "import { a } from './a.ts'" }
    expect(cyclesOf([a, b])).toEqual(['a.ts, b.ts'])
    expect(cyclesOf(files.filter(({ file }) => file.startsWith('http/')))).toEqual([])
  })

  it('of the portal are limited to the client and the types of the API', () => {
    expect(portal.length).toBeGreaterThan(15)
    expect(portal.flatMap(({ file, source }) => portalViolationsOf(file, source))).toEqual([])
    for (const forbidden of [
      '../../src/http/projects/catalog-schemas.ts',
      '../../packages/client/src/client.ts',
      '@plinth/matcher',
    ])
      expect(portalViolationsOf('pages/home.tsx', `import { a } from '${forbidden}'`), forbidden).toHaveLength(1)
  })

  it('of types are allowed where imports of values are not', () => {
    expect(violationsOf('demo/prepared-rows.ts', "import type { ProjectRow } from '../ingest/record/row.ts'")).toEqual(
      [],
    )
  })
})

describe('failures', () => {
  it('are never swallowed without a reason: a comment above, or a name in kernel/settled.ts', () => {
    const silent = [...files, ...packages].flatMap(({ file, source }) => {
      const lines = source.split('\n')
      const isExplained = (i: number) => lines.slice(Math.max(0, i - 5), i + 1).some((line) => /\/\/|\*\//.test(line))
      return lines.flatMap((line, i) =>
        /\.catch\(\(\) => (\{\}|undefined|null)\)/.test(line) && !isExplained(i) ? [`${file}:${i + 1}`] : [],
      )
    })
    expect(silent).toEqual([])
  })
})

describe('access', () => {
  it('is decided by a policy on every route, or by the program behind a mount', () => {
    const policies = new Set<string>(['anyone', 'person', 'role', 'credential'])
    expect(routes.length).toBeGreaterThan(60)
    expect(routes.filter(({ operation }) => !policies.has(operation.policy.who))).toEqual([])
    expect(mounts.map(({ path, policy }) => `${path}: ${policy.decides}`)).toEqual([
      '/oauth/authorize: checked by the authorization server',
      '/oauth/authorize/{uid}: checked by the authorization server',
      '/oauth/token: checked by the authorization server',
      '/oauth/revoke: checked by the authorization server',
      '/oauth/introspect: checked by the authorization server',
      '/oauth/register: checked by the authorization server',
      '/oauth/jwks: checked by the authorization server',
      '/.well-known/oauth-authorization-server: checked by the authorization server',
      '/.well-known/openid-configuration: checked by the authorization server',
      '/oauth/consent/{uid}: the signed-in person',
      '/oauth/consent/{uid}: the signed-in person',
    ])
  })
})

describe('files', () => {
  const all = [...files, ...portal, ...packages]

  it('have at most 300 lines, except tables of data', () => {
    const long = all.filter(
      ({ file, source }) => source.split('\n').length > 300 && !/gazetteer|sandbox|model\.ts/.test(file),
    )
    expect(long.map(({ file }) => file)).toEqual([])
  })

  it('have specific names and say in their first line what they are for', () => {
    expect(all.filter(({ file }) => /(^|\/)(utils?|helpers?|misc|common|index)\.ts$/.test(file))).toEqual([])
    expect(all.filter(({ source }) => !/^(\/\/|#!|\/\*)/.test(source)).map(({ file }) => file)).toEqual([])
  })

  it('have names that occur once in src, and once in the packages', () => {
    for (const list of [files, packages]) {
      // Every resource has its routes.
      const names = list.map(({ file }) => basename(file)).filter((name) => name !== 'routes.ts')
      expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([])
    }
  })

  it('are two to 25 in a folder', () => {
    const sizes = new Map<string, number>()
    for (const [root, list] of [
      ['src', files],
      ['portal', portal],
      ['packages', packages],
    ] as const)
      for (const { file } of list) {
        const folder = dirname(`${root}/${file}`)
        sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
      }
    expect([...sizes].filter(([, size]) => size < 2 || size > 25)).toEqual([])
  })

  it('do not read the environment, except the configuration', () => {
    // The renderer sets a variable for native code; that is not a read.
    const reads = (source: string) => source.replaceAll(/process\.env\.\w+ = /g, '').includes('process.env')
    const readers = files.filter(({ source }) => reads(source)).map(({ file }) => file)
    expect(readers).toEqual(['kernel/config.ts'])
  })
})
