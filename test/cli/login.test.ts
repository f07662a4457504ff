// plinth login, profiles and keys as processes, on a real server, with a browser that is code.
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import type { Running } from '../support/child.ts'
import { COMMAND, runPlinth, runProgram } from '../support/child.ts'
import { somebody } from '../support/oauth-flow.ts'
import { startServer } from '../support/server.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const folder = suiteFolder()
const server = await startServer()
afterAll(() => server.stop())

let homes = 0
/** A person's machine: its settings and its profiles. */
function machine() {
  const home = join(folder, `home-${homes++}`)
  const env = { XDG_CONFIG_HOME: home, DATA_DIR: join(home, 'var') }
  const file = join(home, 'plinth', 'profiles.json')
  const read = () => JSON.parse(readFileSync(file, 'utf8'))
  const plinth = (args: readonly string[], more: Record<string, string> = {}) => runPlinth(args, { ...env, ...more })
  const run = async (args: readonly string[], more?: Record<string, string>) => {
    const running = plinth(args, more)
    return { code: await running.exited, text: running.output() }
  }
  const storeKey = async (name: string, key: string): Promise<number | null> => {
    const args = [process.execPath, ...COMMAND, 'login', '--key-stdin', '--server', `${server.url}/`, '--profile', name]
    return runProgram('sh', ['-c', 'printf "%s\\n" "$KEY" | "$0" "$@"', ...args], { ...env, KEY: key }).exited
  }
  return { home, file, read, plinth, run, storeKey }
}

/** Does what a person does in the browser. Returns where it ends. */
async function consent(login: Running, decision: 'allow' | 'deny'): Promise<{ callback: URL; accountId: string }> {
  const { browser, accountId } = await somebody(server)
  const [, url] = await login.prints(/(http:\S+\/oauth\/authorize\S+)/)
  const answer = await browser.decide(await browser.follow(url!), decision)
  return { callback: new URL(answer.headers.get('location')!), accountId }
}

it('signs in with the browser, refreshes once for two commands at a time, and signs out at the server', async () => {
  const { file, read, plinth, run } = machine()
  const login = plinth(['login', '--server', server.url, '--no-browser'])
  const { callback, accountId } = await consent(login, 'allow')
  expect(callback.hostname).toBe('127.0.0.1')
  const forged = new URL(callback)
  forged.searchParams.set('state', 'another')
  expect((await fetch(forged)).status).toBe(404)
  expect(await (await fetch(callback)).text()).toContain('close this page')
  expect(await login.exited).toBe(0)
  expect(login.output()).toContain(accountId)
  const { tokens } = read().profiles.default
  expect(login.output()).not.toContain(tokens.access_token)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await run(['profiles'])).text).toBe(`*  default  ${server.url}  sign-in\n`)

  const stored = read()
  stored.profiles.default.tokens.expires_at = 0
  writeFileSync(file, JSON.stringify(stored))
  const both = await Promise.all([run(['projects', '--json']), run(['keys', 'list'])])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  const fresh = read().profiles.default.tokens
  expect(fresh.refresh_token).not.toBe(tokens.refresh_token)
  expect((await server.get('/api/v1/me', fresh.access_token)).body.data.account.id).toBe(accountId)

  expect(await run(['logout'])).toMatchObject({ code: 0, text: expect.stringContaining('Signed out') })
  expect(read()).toEqual({ current: null, profiles: {} })
  // The refresh token is revoked at once.
  const again = new URLSearchParams({ grant_type: 'refresh_token', client_id: fresh.client_id })
  again.set('refresh_token', fresh.refresh_token)
  const refused = await fetch(`${server.url}/oauth/token`, { method: 'POST', body: again })
  expect(await refused.json()).toMatchObject({ error: 'invalid_grant' })
  expect((await run(['keys', 'list'])).code).toBe(2)
})

it('stores nothing when the person refuses', async () => {
  const { file, plinth } = machine()
  const login = plinth(['login', '--server', server.url, '--no-browser'])
  const { callback } = await consent(login, 'deny')
  await fetch(callback)
  expect([await login.exited, existsSync(file)]).toEqual([1, false])
  expect(login.output()).toContain('the sign-in was refused')
})

it('takes options before settings before the profile, and sends a key only to its server', async () => {
  const { file, run, storeKey } = machine()
  expect(await storeKey('work', 'pl_test_wrong')).toBe(1)
  expect(existsSync(file)).toBe(false)
  expect(await storeKey('work', server.keys.sandbox)).toBe(0)
  expect(await storeKey('other', server.keys.pro)).toBe(0)
  const key = async (args: readonly string[], env?: Record<string, string>) => {
    const { code, text } = await run(['keys', 'list', '--json', ...args], env)
    return code === 0 ? JSON.parse(text)[0].mode : code
  }
  expect(await key([])).toBe('live')
  expect(await key([], { PLINTH_PROFILE: 'work' })).toBe('test')
  expect(await key([], { PLINTH_API_KEY: server.keys.sandbox })).toBe('test')
  expect(await key(['--profile', 'work'], { PLINTH_API_KEY: server.keys.pro })).toBe('test')
  expect((await run(['keys', 'list', '--profile', 'none'])).text).toContain('there is no profile "none"')
  const elsewhere = await run(['keys', 'list', '--server', 'http://127.0.0.1:9'])
  expect(elsewhere).toMatchObject({ code: 2, text: expect.stringContaining('no API key for http://127.0.0.1:9') })
  chmodSync(file, 0o644)
  expect(await run(['profiles'])).toMatchObject({ code: 1, text: expect.stringContaining('chmod 600') })
})

it('lists and revokes keys of an account, as their owner and as the operator of the data folder', async () => {
  const { run } = machine()
  const env = { PLINTH_SERVER: server.url, PLINTH_API_KEY: await server.newKey('pro') }
  const [own] = JSON.parse((await run(['keys', 'list', '--json'], env)).text)
  expect((await run(['keys', 'list'], env)).text).toMatch(/^key_\w+ .*pl_live_\S+…\w{4} +active/)
  const other = await server.send('POST', '/api/v1/api-keys', { name: 'other', mode: 'test' }, env.PLINTH_API_KEY)
  const { id } = other.body.data
  expect(await run(['keys', 'revoke', id], env)).toMatchObject({ code: 0 })
  expect((await run(['keys', 'revoke', 'key_none'], env)).text).toContain('does not exist')
  const { account } = (await server.get('/api/v1/me', env.PLINTH_API_KEY)).body.data
  const operator = { DATA_DIR: server.dataDir }
  expect((await run(['keys', 'list', account.id], operator)).text).toMatch(/active[\s\S]+revoked/)
  expect(await run(['keys', 'revoke', own.id, '--operator'], { ...operator, ...env })).toMatchObject({ code: 0 })
  expect((await server.get('/api/v1/me', env.PLINTH_API_KEY)).body.code).toBe('revoked_credentials')
})

it('opens a page in the browser of the desktop, and only prints its address without one', async () => {
  const { home, run } = machine()
  mkdirSync(home)
  const opened = join(home, 'opened')
  writeFileSync(
    join(home, 'xdg-open'),
    `#!/bin/sh\nprintf %s "$1" > '${opened}.tmp' && mv '${opened}.tmp' '${opened}'\n`,
    {
      mode: 0o755,
    },
  )
  const env = { PATH: `${home}:${process.env.PATH}`, PLINTH_SERVER: server.url }
  expect(await run(['open'], env)).toEqual({ code: 0, text: `${server.url}/\n` })
  expect(existsSync(opened)).toBe(false)
  expect(await run(['open', 'docs'], { ...env, DISPLAY: ':0' })).toEqual({ code: 0, text: `${server.url}/docs\n` })
  await vi.waitFor(() => expect(readFileSync(opened, 'utf8')).toBe(`${server.url}/docs`), { timeout: 30_000 })
  expect((await run(['open', 'cellar'], env)).code).toBe(2)
})
