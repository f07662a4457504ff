// The server that owns this data folder, when one runs: operator commands go through it, with the operator key beside it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FILES } from '../app/foundation.ts'
import type { Config } from '../kernel/config.ts'
import { Stop } from '../kernel/fault.ts'
import { readPrivateFile } from '../kernel/secrets.ts'

export interface RunningServer {
  readonly url: string
  /** A request with the operator key; anything but 2xx stops the command with the server's own words. */
  ask(method: string, path: string, body?: unknown): Promise<Response>
}

export async function findServer(config: Config): Promise<RunningServer | undefined> {
  const facts = readFacts(join(config.dataDir, FILES.server))
  const key = readPrivateFile(join(config.dataDir, FILES.operatorKey))
  if (!facts || !key) return undefined
  const host = facts.host === '0.0.0.0' || facts.host === '::' ? '127.0.0.1' : facts.host
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${facts.port}`
  // A file left by a killed server names a port that nobody, or somebody else, listens on.
  const alive = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(3000) }).then(
    (response) => response.ok,
    () => false,
  )
  if (!alive) return undefined
  return { url, ask: (method, path, body) => ask(url, key, method, path, body) }
}

function readFacts(file: string): { pid: number; port: number; host: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

async function ask(url: string, key: string, method: string, path: string, body: unknown): Promise<Response> {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (response.ok) return response
  const problem = (await response.json().catch(() => ({}))) as { detail?: string; code?: string }
  throw new Stop('failed', `the server refused: ${problem.detail ?? `status ${response.status}`}`)
}
