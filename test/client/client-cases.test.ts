// One table of cases for the clients in TypeScript and Python, against a running server.
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { PlinthClient } from '@plinth/client'
import { createClient, PlinthError } from '@plinth/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/http/routes.ts'
import { PYTHON } from '../support/python.ts'
import { startServer } from '../support/server.ts'
import { startReceiver } from '../webhooks/receiver.ts'

/** Keys of accounts of their own. All but the first are on the sandbox plan, whose rate limit is low. */
type KeyName = 'elite' | 'sandbox' | 'listings' | 'account'

interface Case {
  readonly name: string
  readonly operation: string
  readonly key: KeyName | null
  /** The method in Python's spelling. */
  readonly call: string
  readonly arguments?: readonly unknown[]
  /** Keyword arguments in Python, one object in TypeScript. */
  readonly named?: Readonly<Record<string, unknown>>
  /** For iterators: the most records to read. */
  readonly take?: number
  readonly save?: Readonly<Record<string, string>>
  readonly eventually?: boolean
  readonly expect?: Readonly<Record<string, unknown>>
  readonly error?: Readonly<Record<string, unknown>>
}

const FILE = resolve('test/cases/client.json')
const CASES: readonly Case[] = JSON.parse(readFileSync(FILE, 'utf8'))
const PATIENCE_MS = 30_000

const server = await startServer({ ALLOW_PRIVATE_WEBHOOKS: 'true' })
const receiver = await startReceiver()
afterAll(async () => {
  await server.stop()
  await receiver.stop()
})

const newKeys = async (): Promise<Record<KeyName, string>> => ({
  elite: await server.newKey('elite'),
  sandbox: await server.newKey('sandbox'),
  listings: await server.newKey('sandbox'),
  account: await server.newKey('sandbox'),
})

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
function look(value: any, path: string): unknown {
  for (const part of path.split('.')) {
    if (part === 'exists') return value !== undefined && value !== null
    value = value?.[part]
  }
  return value
}

function fill<T>(value: T, known: Map<string, unknown>): T {
  if (typeof value === 'string' && value.startsWith('$')) return known.get(value.slice(1)) as T
  if (Array.isArray(value)) return value.map((item) => fill(item, known)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fill(item, known)])) as T
}

/** Which argument of a method is the content of a file. */
const FILES: Readonly<Record<string, number>> = { 'feeds.upload': 1, 'files.create': 0 }

const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase())

async function resultOf(client: PlinthClient, row: Case, known: Map<string, unknown>): Promise<unknown> {
  const given = fill(row.arguments ?? [], known).map((argument, at) =>
    at === FILES[row.call] ? new Blob([argument as string]).stream() : argument,
  )
  const names = camelCase(row.call).split('.')
  // biome-ignore lint/suspicious/noExplicitAny: methods of every shape, by their names
  const method = names.reduce((at: any, name) => at[name], client)
  const result = method(...given, ...(row.named ? [fill(row.named, known)] : []))
  if (row.take === undefined) return result
  const taken: unknown[] = []
  for await (const item of await result) {
    taken.push(item)
    if (taken.length === row.take) break
  }
  return taken
}

async function check(client: PlinthClient, row: Case, known: Map<string, unknown>): Promise<void> {
  if (row.error) {
    const error = await resultOf(client, row, known).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(PlinthError)
    expect(error).toMatchObject(row.error)
    return
  }
  const result = await resultOf(client, row, known)
  for (const [path, value] of Object.entries(row.expect!)) expect(look(result, path), path).toEqual(fill(value, known))
  for (const [name, path] of Object.entries(row.save ?? {})) known.set(name, look(result, path))
}

it('covers every public operation', () => {
  const operations = routes.flatMap(({ path, operation }) =>
    (operation.policy.who === 'credential' && !operation.hidden) || path === '/api/v1/accounts' ? [operation.id] : [],
  )
  const covered = new Set(CASES.map(({ operation }) => operation))
  expect(operations.filter((id) => !covered.has(id))).toEqual([])
  expect([...covered].filter((id) => !operations.includes(id as (typeof operations)[number]))).toEqual([])
})

describe('TypeScript', () => {
  const known = new Map<string, unknown>()
  const clients = new Map<KeyName | null, PlinthClient>()
  beforeAll(async () => {
    known.set('receiver', receiver.url)
    clients.set(null, createClient({ baseUrl: server.url }))
    for (const [name, apiKey] of Object.entries(await newKeys()))
      clients.set(name as KeyName, createClient({ baseUrl: server.url, apiKey }))
  })

  it.each(CASES.map((row, number) => ({ ...row, number })))('$name ($call)', async (row) => {
    known.set('unique', `ts-${row.number}@example.ca`)
    const client = clients.get(row.key)!
    const until = Date.now() + (row.eventually ? PATIENCE_MS : 0)
    for (;;) {
      try {
        await check(client, row, known)
        return
      } catch (error) {
        if (Date.now() >= until) throw error
        await sleep(100)
      }
    }
  })
})

describe('Python', () => {
  beforeAll(() => void execFileSync(PYTHON, [resolve('clients/python/make_client.py')]))

  it.each(['sync', 'async'])('passes the same cases (%s)', async (kind) => {
    const settings = join(server.dataDir, `cases-${kind}.json`)
    const keys = await newKeys()
    writeFileSync(settings, JSON.stringify({ url: server.url, keys, known: { receiver: receiver.url } }))
    const program = resolve('clients/python/tests/run_cases.py')
    const { stdout } = await promisify(execFile)(PYTHON, [program, kind, FILE, settings], { maxBuffer: 1e7 })
    expect(JSON.parse(stdout)).toEqual([])
  })

  it.each([
    ['handles faults, webhooks and DataFrames', 'test_plinth'],
    ['has the types of the API', 'test_types'],
    ['takes tables of pandas, Polars and Arrow', 'test_tables'],
    ['links partitions like plinth match, and loses no row when its process dies', 'test_partitions'],
  ])('%s', async (_, name) => {
    const env = { ...process.env, NODE: process.execPath }
    await promisify(execFile)(PYTHON, [resolve(`clients/python/tests/${name}.py`)], { env })
  })

  it('uses only the syntax of Python 3.9, and annotates every function', () => {
    const program = resolve('clients/python/tests/check_syntax.py')
    expect(execFileSync(PYTHON, [program], { encoding: 'utf8' })).toBe('')
  })
})
