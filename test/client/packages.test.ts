// The client and the matcher as a customer gets them: packed, installed in an empty folder, compiled and bundled.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, it } from 'vitest'
import { cleanCopy } from '../../tools/release/clean-copy.ts'
import { fromCases } from '../support/cases.ts'

const run = promisify(execFile)

const PROGRAM = `import type { BuildingLinkAnswer, WebhookEvent } from '@plinth/client'
import { createClient, eventsOf, PlinthError, verifyWebhook } from '@plinth/client'
import type { Verdict } from '@plinth/matcher'
import { createMatcher } from '@plinth/matcher'

const matcher = createMatcher([{ key: 'howe', addresses: [{ line: '1480 Howe St' }], city: 'Vancouver', province: 'BC' }])
export const verdict: Verdict = matcher.match({ address: '#1203 - 1480 Howe', city: 'Vancouver' })

const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'none', retries: 0 })
export const failure: Promise<string> = client.buildingLinks.ask({ address: '1480 Howe St' }).then(
  (answer: BuildingLinkAnswer) => answer.meta.outcome,
  (error: unknown) => (error instanceof PlinthError ? error.code : 'not a PlinthError'),
)
export const firstEvent = (body: string, headers: Headers, secret: string): Promise<WebhookEvent | undefined> =>
  verifyWebhook(body, headers, secret).then((message) => eventsOf(message)[0])
`

/** As strict as a customer's project can be, without the types of Node. */
const TSCONFIG = fromCases<object>('client/packages', 'tsconfig')

interface Packed {
  readonly name: string
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

/** A list or, with some versions of npm, an object by name. */
const reportOf = (json: string): Packed[] => Object.values(JSON.parse(json))

const folder = mkdtempSync(join(tmpdir(), 'plinth-packages-'))
const customer = join(folder, 'customer')
let packed: readonly Packed[] = []

beforeAll(async () => {
  const clone = join(folder, 'clone')
  mkdirSync(clone)
  cleanCopy(clone)
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'))
  const workspaces = ['--workspace', '@plinth/client', '--workspace', '@plinth/matcher']
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, ...workspaces], { cwd: clone })
  packed = reportOf(stdout)
  mkdirSync(customer)
  writeFileSync(join(customer, 'package.json'), '{ "type": "module" }')
  const tarballs = packed.map(({ filename }) => join(folder, filename))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], { cwd: customer })
  writeFileSync(join(customer, 'program.ts'), PROGRAM)
  writeFileSync(join(customer, 'tsconfig.json'), JSON.stringify(TSCONFIG))
})

describe('the packages', () => {
  it('contain the compiled modules, their types, the matcher’s data and nothing else', () => {
    expect(packed.map(({ name }) => name).toSorted()).toEqual(['@plinth/client', '@plinth/matcher'])
    for (const { name, files } of packed) {
      const paths = files.map(({ path }) => path)
      expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
      expect(paths).toContain(`dist/${name.slice('@plinth/'.length)}.d.ts`)
      const others = paths.filter(
        (path) =>
          !/^(dist\/[\w/-]+(\.d\.ts|\.js)|dist\/(compare|decide|gazetteer)\/[\w-]+\.json|LICENSE|README\.md|package\.json)$/.test(
            path,
          ),
      )
      expect(others).toEqual([])
    }
  })

  it('have no dependencies, and the version of the server', () => {
    const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    for (const { name } of packed) {
      const installed = JSON.parse(readFileSync(join(customer, 'node_modules', name, 'package.json'), 'utf8'))
      expect(installed.dependencies).toBeUndefined()
      expect([installed.version, dependencies[name]]).toEqual([version, version])
    }
  })

  it('compile with skipLibCheck: false, without zod and without the types of Node, and run in Node', async () => {
    const compiled = run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', customer])
    expect(await compiled.catch(({ stdout }) => stdout)).toEqual({ stdout: '', stderr: '' })
    const { verdict, failure } = await import(join(customer, 'program.js'))
    expect(verdict.candidates[0]).toMatchObject({ key: 'howe', unit: '1203', strategy: 'partial_address' })
    expect(await failure).toBe('network_error')
  })

  it('bundle for a browser, without modules of Node', async () => {
    const bundle = await rolldown({ input: join(customer, 'program.ts'), platform: 'browser' })
    const file = join(customer, 'browser.mjs')
    const { output } = await bundle.write({ file, format: 'esm' })
    await bundle.close()
    expect(output[0].code).not.toMatch(/\bimport\s*[{(*'"]|\brequire\(|node:|process\.(env|version)/)
    const { verdict } = await import(file)
    expect(verdict.candidates[0]).toMatchObject({ key: 'howe' })
  })
})

it('packs the server without sources, tests, maps and programs of developers', async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { maxBuffer: 1 << 24 })
  const [server] = reportOf(stdout)
  const paths = server!.files.map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining(['bin/plinth.mjs', 'dist/bundle/main.js', 'dist/client.js', 'dist/functions/matcher.js']),
  )
  const isExtra =
    /\.map$|\.built-from$|^(src|test|bench|proof|portal|packages)\/|(?<!\.d)\.tsx?$|^(?!assets\/functions\/).*\.py$/
  expect(paths.filter((path) => isExtra.test(path))).toEqual([])
  const programs = paths.filter((path) => path.startsWith('bin/')).toSorted()
  expect(programs).toEqual(['bin/build-reporter.mjs', 'bin/build.mjs', 'bin/plinth.mjs'])
})
