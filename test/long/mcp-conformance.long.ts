// The conformance suite of the Model Context Protocol, against a real server.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resultsMonth, writeResultsSection } from '../../tools/shared/results-file.ts'
import { register, somebody } from '../support/oauth-flow.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import type { Revision } from './mcp-not-applicable.ts'
import { NOT_APPLICABLE, REVISIONS } from './mcp-not-applicable.ts'

/** Installed here, because its 120 packages are of no use to anything else. It does not start on Node 20. */
const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
const NODE = `node-${process.platform}-${process.arch}`
const NODE_VERSION = '24.21.0'

const MINUTE_MS = 60_000
const run = promisify(execFile)

interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

let server: TestServer
let folder: string
let proxy: { readonly url: string; close(): void }

beforeAll(async () => {
  server = await startServer()
  folder = mkdtempSync(join(tmpdir(), 'plinth-conformance-'))
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
  await run('npm', ['install', ...options, SUITE, `${NODE}@${NODE_VERSION}`])
  proxy = await startProxy(server.url, server.keys.elite)
}, 10 * MINUTE_MS)

afterAll(async () => {
  proxy?.close()
  await server?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** The suite can't send a credential, so this adds it. */
async function startProxy(target: string, key: string): Promise<{ url: string; close(): void }> {
  const listening = createServer((received, response) => {
    const headers = { ...received.headers, authorization: `Bearer ${key}` }
    const sent = request(target + received.url, { method: received.method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    sent.on('error', () => response.destroy())
    received.pipe(sent)
  }).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    close: () => void listening.close().closeAllConnections(),
  }
}

const program = (...args: readonly string[]): [string, string[]] => [
  join(folder, 'node_modules', NODE, 'bin/node'),
  [join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'), ...args],
]

/** The checks of each scenario, by name. The suite's exit code says less than its files. */
function readChecks(results: string): Map<string, Check[]> {
  const found = new Map<string, Check[]>()
  for (const name of readdirSync(results)) {
    const scenario = name.replace(/^(authorization-)?server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '')
    found.set(scenario, JSON.parse(readFileSync(join(results, name, 'checks.json'), 'utf8')))
  }
  return found
}

const failed = ({ status }: Check) => status === 'FAILURE' || status === 'WARNING'

const rows: string[] = []

it.each(REVISIONS)('passes every applicable check of %s', async (revision: Revision) => {
  const results = join(folder, revision)
  const [node, args] = program('server', '--url', `${proxy.url}/mcp`, '--requirements', revision, '-o', results)
  await run(node, args, { maxBuffer: 1e8 }).catch(() => {})
  const scenarios = readChecks(results)
  expect(scenarios.size).toBeGreaterThan(30)
  const excused = NOT_APPLICABLE[revision]
  const wholly = (scenario: string) => excused.has(`${scenario}:*`)
  const failures = [...scenarios].flatMap(([scenario, checks]) => {
    const names = checks.filter(failed).map(({ id }) => `${scenario}:${wholly(scenario) ? '*' : id}`)
    return [...new Set(names)]
  })
  // Both ways: a check that fails must be listed, and a check that passes must not be.
  expect(failures.sort()).toEqual([...excused.keys()].sort())
  // What the suite sends and receives must have the form of the protocol in every scenario.
  for (const checks of scenarios.values())
    expect(checks.filter(({ id, status }) => id.startsWith('wire-schema') && status === 'FAILURE')).toEqual([])

  const green = [...scenarios.values()].filter((checks) => !checks.some(failed)).length
  const passed = [...scenarios.values()].flat().filter(({ status }) => status === 'SUCCESS').length
  rows.push(`| server, ${revision} | ${scenarios.size} | ${green} | ${passed} | ${failures.length} |`)
})

it('passes the checks of an authorization server', async () => {
  const { accountId, browser } = await somebody(server)
  const port = await freePort()
  const redirectUris = [`http://127.0.0.1:${port}/callback`]
  const { id } = await register(server, { accountId, confidential: false, redirectUris })
  const results = join(folder, 'authorization')
  const options = ['--client-id', id, '--resource', `${server.url}/mcp`, '--port', String(port), '-o', results]
  const [node, args] = program('authorization', '--url', server.url, ...options)
  const suite = spawn(node, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface(suite.stdout)) {
    if (!line.includes('code_challenge=')) continue
    // The suite waits for a person to open this address and to allow the access.
    const page = await browser.follow(line.trim())
    const callback = (await browser.decide(page, 'allow')).headers.get('location')!
    await (await fetch(callback)).text()
  }
  const scenarios = readChecks(results)
  const checks = [...scenarios.values()].flat()
  expect(checks.filter(({ status }) => status !== 'SUCCESS')).toEqual([])
  expect([...scenarios.keys()].sort()).toEqual(['authorization-code-grant', 'authorization-server-metadata-endpoint'])
  rows.push(`| authorization server | ${scenarios.size} | ${scenarios.size} | ${checks.length} | 0 |`)
})

async function freePort(): Promise<number> {
  const listening = createServer().listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  listening.close()
  await once(listening, 'close')
  return port
}

it.runIf(process.env.WRITE_RESULTS)('writes the results', () => {
  const head = [
    '| | scenarios | passed completely | checks passed | checks not applicable |',
    '|---|---:|---:|---:|---:|',
  ]
  const text = `Measured ${resultsMonth()} with \`${SUITE}\` on Node ${NODE_VERSION}.`
  writeResultsSection('mcp-conformance', [text, '', ...head, ...rows].join('\n'))
})
