// The `plinth` command as a process: first start, and operator commands next to a running server.
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Running } from '../support/child.ts'
import { runPlinth } from '../support/child.ts'
import { TEST_SECRET } from '../support/test-settings.ts'

const running: Running[] = []
const folders: string[] = []

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'plinth-flow-'))
  folders.push(path)
  return path
}

/** A data folder with data, as a stopped server leaves it. */
function filledFolder(): string {
  const path = folder()
  cpSync(inject('filledFolder'), path, { recursive: true })
  return path
}

function plinth(args: readonly string[], env: Record<string, string>): Running {
  const started = runPlinth(args, { PORT: '0', DRAIN_MS: '0', DEMO_PROJECTS: '30', ...env })
  running.push(started)
  return started
}

async function serve(dataDir: string, env: Record<string, string> = {}) {
  const server = plinth(['serve'], { DATA_DIR: dataDir, ...env })
  const [, url] = await server.prints(/docs: +(\S+)\/docs/)
  const [, key] = await server.prints(/sandbox key: (pl_test_\S+)/)
  await server.prints(/curl [\s\S]*Bearer pl_test/)
  return { ...server, url: url!, key: key! }
}

const get = (url: string, key: string) => fetch(url, { headers: { authorization: `Bearer ${key}` } })

async function end(processes: readonly Running[], paths: readonly string[]): Promise<void> {
  for (const { child, exited } of processes) {
    child.kill('SIGKILL')
    await exited
  }
  for (const path of paths) rmSync(path, { recursive: true, force: true })
}
afterEach(() => end(running.splice(0), folders.splice(0)))

describe('plinth serve', () => {
  it('fills an empty folder, prints docs, key and curl, and serves the first request', async () => {
    const dataDir = folder()
    const first = await serve(dataDir)
    const response = await get(`${first.url}/api/v1/building-links?address=%231203%20-1480%20howe`, first.key)
    expect(response.status).toBe(200)
    const { data, meta } = (await response.json()) as { data: { unit: string }[]; meta: { outcome: string } }
    expect([data[0]?.unit, meta.outcome]).toEqual(['1203', 'matched'])
    expect(statSync(join(dataDir, 'sandbox-key')).mode & 0o777).toBe(0o600)

    first.child.kill('SIGTERM')
    expect(await first.exited).toBe(0)
    const second = await serve(dataDir)
    expect(second.key).toBe(first.key)
    expect((await get(`${second.url}/api/v1/me`, second.key)).status).toBe(200)
  })

  it('exits with code 2 and names an invalid setting', async () => {
    const bad = plinth(['serve'], { DATA_DIR: folder(), PORT: 'eighty' })
    expect(await bad.exited).toBe(2)
    expect(bad.output()).toContain('PORT must be a whole number')
  })
})

describe('next to a running server', () => {
  let server: Awaited<ReturnType<typeof serve>>
  let dataDir: string
  beforeAll(async () => {
    dataDir = filledFolder()
    server = await serve(dataDir, { SECRET_KEY: TEST_SECRET })
    // Taken out of the lists, so that afterEach does not end them.
    const shared = [running.splice(0), folders.splice(0)] as const
    return () => end(...shared)
  })

  it('refuses a second server on the same data folder with exit code 3', async () => {
    const second = plinth(['serve'], { DATA_DIR: dataDir })
    expect(await second.exited).toBe(3)
    expect(second.output()).toMatch(/in use|held|lock/i)
  })

  it('plinth doctor asks the running server', async () => {
    const doctor = plinth(['doctor'], { DATA_DIR: dataDir, SECRET_KEY: TEST_SECRET })
    expect(await doctor.exited, doctor.output()).toBe(0)
    expect(doctor.output()).toMatch(new RegExp(`ok +server +version \\S+ at ${server.url}\n`))
    expect(doctor.output()).toMatch(/ok +readiness +ready, database reachable\n +ok +dataset +version \S+, published/)
    expect(doctor.output()).toContain('All checks passed.')
  })

  it('plinth keys create makes a key that works at once, with and without a server', async () => {
    const create = async (folder: string) => {
      const env = { DATA_DIR: folder, SECRET_KEY: TEST_SECRET }
      const command = plinth(['keys', 'create', '--plan', 'pro', '--json'], env)
      expect(await command.exited).toBe(0)
      return JSON.parse(command.output()).api_key.key as string
    }
    const me = (await (await get(`${server.url}/api/v1/me`, await create(dataDir))).json()) as {
      data: { plan: string }
    }
    expect(me.data.plan).toBe('pro')
    const quiet = filledFolder()
    const key = await create(quiet)
    const again = await serve(quiet, { SECRET_KEY: TEST_SECRET })
    expect((await get(`${again.url}/api/v1/me`, key)).status).toBe(200)
  })

  it('plinth backup writes a file that restores into another folder, including keys', async () => {
    const to = folder()
    const file = join(folder(), 'all.backup')
    const backup = plinth(['backup', file], { DATA_DIR: dataDir })
    expect([await backup.exited, backup.output()]).toEqual([0, expect.stringContaining('rows')])
    const restore = plinth(['restore', file], { DATA_DIR: to })
    expect([await restore.exited, restore.output()]).toEqual([0, expect.stringContaining('restored')])
    const restored = await serve(to, { SECRET_KEY: TEST_SECRET })
    expect((await get(`${restored.url}/api/v1/me`, server.key)).status).toBe(200)
  })

  it('plinth link gives the same result as the API, with and without a server; --explain shows evidence', async () => {
    const link = async (folder: string, ...args: string[]) => {
      const command = plinth(['link', ...args, '--sandbox'], { DATA_DIR: folder, SECRET_KEY: TEST_SECRET })
      expect(await command.exited, command.output()).toBe(0)
      return command.output()
    }
    const verified = ['#4, 6 Old Wharf Ln, Toronto', '--explain']
    expect(await link(dataDir, '#1203 -1480 howe', '--explain')).toMatch(
      /% {2}The Howe Residences, 1480 Howe St, Vancouver, BC, invented \(building 1\), partial address, unit 1203\n/,
    )
    const dated = ['1288 Rue De La Gauchetière O, Montréal', '--listed-on', '2015-05-01', '--explain']
    const withServer = await link(dataDir, ...verified)
    expect(withServer).toMatch(
      /candidates[\s\S]*none of them[\s\S]*API response\nmatched\n {2}1\.000 {2}project 7.* {2}verified, unit 4/,
    )
    const quiet = filledFolder()
    expect(await link(quiet, ...verified)).toBe(withServer)
    const explained = await link(quiet, ...dated)
    expect(explained).toMatch(/address_dates +-+\| +-2\.00 {2}after {2}2015-05-01/)
    expect(explained).not.toContain('API response')
  })
})

describe('a data folder', () => {
  it('written with another secret key stops the start with exit code 4', async () => {
    const other = plinth(['serve'], {
      DATA_DIR: filledFolder(),
      SECRET_KEY: 'another secret of forty characters, or so',
    })
    expect(await other.exited).toBe(4)
    expect(other.output()).toContain('SECRET_KEY')
  })

  it('is described by plinth doctor, with secrets masked', async () => {
    const doctor = plinth(['doctor'], { DATA_DIR: folder(), SECRET_KEY: 'a secret of forty characters, at the least' })
    expect(await doctor.exited).toBe(0)
    expect(doctor.output()).toContain('DRAIN_MS')
    expect(doctor.output()).toMatch(/ok +model +m\d+, built in/)
    expect(doctor.output()).toMatch(/ok +server +none runs on this data folder/)
    expect(doctor.output().indexOf('Checks')).toBeLessThan(doctor.output().indexOf('Settings'))
    expect(doctor.output()).not.toContain('a secret of forty')
  })
})

describe('plinth', () => {
  it('prints help, and exits with code 2 for an unknown command', async () => {
    const help = plinth(['--help'], {})
    expect([await help.exited, help.output()]).toEqual([0, expect.stringContaining('serve')])
    const nonsense = plinth(['frobnicate'], {})
    expect(await nonsense.exited).toBe(2)
  })
})
