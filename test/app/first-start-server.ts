// Starts servers on empty data folders.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import type { Running } from '../support/child.ts'
import { runPlinth } from '../support/child.ts'

export const PROJECTS = 60
const running: Running[] = []
const folders: string[] = []

/** Ends the servers and deletes the folders of a test. */
export async function endAll(): Promise<void> {
  for (const { child, exited } of running.splice(0)) {
    child.kill('SIGKILL')
    await exited
  }
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
}

/** A data folder with the schema and no data. */
export function emptyFolder(): string {
  const path = newFolder()
  cpSync(inject('migratedFolder'), path, { recursive: true })
  return path
}

/** An empty folder, which starts with the real buildings. */
export function newFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'plinth-first-'))
  folders.push(path)
  return path
}

export async function liveKey(dataDir: string): Promise<string> {
  const command = runPlinth(['keys', 'create', '--plan', 'elite', '--json'], { DATA_DIR: dataDir })
  const code = await command.exited
  if (code !== 0) throw new Error(command.output())
  return JSON.parse(command.output()).api_key.key
}

export async function serve(dataDir: string, env: Record<string, string> = {}) {
  const server = runPlinth(['serve'], {
    DATA_DIR: dataDir,
    PORT: '0',
    DRAIN_MS: '0',
    DEMONSTRATION: 'invented',
    DEMO_PROJECTS: String(PROJECTS),
    ...env,
  })
  running.push(server)
  const [, url] = await server.prints(/docs: +(\S+)\/docs/)
  const [, sandboxKey] = await server.prints(/sandbox key: (pl_test_\S+)/)
  const getText = async (path: string, key: string) => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const get = async (path: string, key = sandboxKey!) => {
    const response = await getText(path, key)
    // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
    return { ...response, body: JSON.parse(response.text) as any }
  }
  const progress = async () =>
    (await get('/readyz')).body.datasets.production as { state: string; done?: number; total?: number }
  const until = async (condition: (state: Awaited<ReturnType<typeof progress>>) => boolean) => {
    for (;;) {
      const state = await progress()
      if (condition(state)) return state
      await sleep(20)
    }
  }
  return { ...server, url: url!, get, getText, until }
}
