// `plinth mcp` over stdio, with a remote server or a local data folder.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { TOOLS } from '../../src/mcp/tools.ts'
import { COMMAND, PATIENT, runPlinth } from '../support/child.ts'
import { ERAS, overStdio } from '../support/mcp-clients.ts'
import { toolExamples } from '../support/mcp-examples.ts'
import { startServer } from '../support/server.ts'
import { TEST_SECRET } from '../support/test-settings.ts'

const server = await startServer()
afterAll(() => server.stop())

const textOf = ({ content }: { content: readonly { text?: string }[] }) => content.map(({ text }) => text).join('\n')

describe.each(ERAS)('a client with protocol version %s', (era) => {
  it('gets every tool and resource of a remote server', async () => {
    const env = { PLINTH_SERVER: server.url, PLINTH_API_KEY: await server.newKey('elite') }
    const client = await overStdio(era, [], env)
    expect(client.instructions).toContain('resolve_building')
    expect((await client.tools()).map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
    for (const [name, input] of Object.entries(toolExamples(server.app.services.catalog.snapshot('production')))) {
      const result = await client.call(name, input)
      expect([name, result.isError ?? false]).toEqual([name, false])
      const { output } = TOOLS.find((row) => row.name === name)!
      expect([name, output.safeParse(result.structuredContent).error?.issues]).toEqual([name, undefined])
    }
    expect(await client.resources()).toHaveLength(3)
    expect(await client.read('docs://confidence')).toContain('nine in ten')
    await expect(client.read('project://999999999')).rejects.toThrow(/not found/)
    await expect(client.call('no_such_tool', {})).rejects.toThrow(/Unknown tool/)
    await client.close()
  })
})

it('uses the running server of the data folder, with its own key file that only the owner can read', async () => {
  const client = await overStdio('2026-07-28', [], { DATA_DIR: server.dataDir })
  expect(textOf(await client.call('lookup_values', { field: 'city' }))).toContain('values of city')
  await client.close()
  const key = join(server.dataDir, 'mcp-key')
  expect(statSync(key).mode & 0o777).toBe(0o600)
  const first = statSync(key).mtimeMs
  const second = await overStdio('2025-11-25', [], { DATA_DIR: server.dataDir })
  expect((await second.call('search_projects', {})).isError).toBeFalsy()
  await second.close()
  expect(statSync(key).mtimeMs).toBe(first)
})

it('opens the data folder if no server runs, prints only protocol messages, and stops with its client', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-mcp-'))
  cpSync(inject('filledFolder'), dataDir, { recursive: true })
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, SECRET_KEY: TEST_SECRET, ...PATIENT }
  const child = spawn(process.execPath, [...COMMAND, 'mcp'], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  let output = ''
  const answered = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('"id":2')) resolve()
    })
  })
  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  for (const line of [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: client },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'search_projects', arguments: { limit: 1 } } },
  ])
    child.stdin.write(`${JSON.stringify(line)}\n`)
  await answered
  child.stdin.end()
  expect(await once(child, 'exit')).toEqual([0, null])
  const lines = output.trimEnd().split('\n')
  const messages = lines.map((line) => JSON.parse(line))
  expect(messages.map(({ id }) => id)).toEqual([1, 2])
  expect(messages[1].result.structuredContent.data).toHaveLength(1)
  rmSync(dataDir, { recursive: true, force: true })
})

describe('without access to a server', () => {
  it.each([
    ['no API key for', {}, 2],
    ['cannot reach', { PLINTH_API_KEY: 'pl_live_x', PLINTH_SERVER: 'http://127.0.0.1:1' }, 5],
    ['plinth: the server refused: invalid_api_key', { PLINTH_API_KEY: 'pl_live_x' }, 1],
  ])('prints the reason and exits: %s', async (text, env, code) => {
    const running = runPlinth(['mcp'], { PLINTH_SERVER: server.url, ...env })
    expect(await running.exited).toBe(code)
    expect(running.output()).toContain(text)
    expect(running.output()).not.toContain('pl_live_x')
  })
})
