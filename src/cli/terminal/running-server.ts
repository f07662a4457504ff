// Finds the server that owns the data folder, and runs commands through it or locally.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Foundation } from '../../app/foundation.ts'
import { FILES, openFoundation } from '../../app/foundation.ts'
import type { Config } from '../../kernel/config.ts'
import { localUrl } from '../../kernel/config.ts'
import { Stop } from '../../kernel/fault.ts'
import { readPrivateFile } from '../../kernel/secrets.ts'

export interface RunningServer {
  readonly url: string
  /** Null for a server that does not say it. */
  readonly version: string | null
  /** Sends a request with the operator key. A response other than 2xx becomes a `Stop` with the server's message. */
  request(method: string, path: string, body?: unknown): Promise<Response>
  /** The same, and returns `data` from the JSON body. */
  requestData<T>(method: string, path: string, body?: unknown): Promise<T>
}

interface Alternatives<T> {
  readonly server: (server: RunningServer) => Promise<T>
  readonly local: (foundation: Foundation) => Promise<T>
}

/** The embedded database has one owner: a command goes through the running server, or opens the data folder itself. */
export async function serverOrLocal<T>(config: Config, { server, local }: Alternatives<T>): Promise<T> {
  const running = await findServer(config)
  if (running) return server(running)
  const foundation = await openFoundation(config, () => {})
  try {
    return await local(foundation)
  } finally {
    await foundation.db.close()
  }
}

export async function findServer(config: Config): Promise<RunningServer | undefined> {
  const address = readServerFile(join(config.dataDir, FILES.server))
  const key = readPrivateFile(join(config.dataDir, FILES.operatorKey))
  if (!address || !key) return undefined
  const url = localUrl(address.host, address.port)
  // A server that was killed leaves its file behind; another program may use the port now.
  const alive = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(3000) }).then(
    (response) => response.ok,
    () => false,
  )
  if (!alive) return undefined
  const request: RunningServer['request'] = (method, path, body) => send(url + path, key, method, body)
  return {
    url,
    version: address.version ?? null,
    request,
    requestData: async <T>(method: string, path: string, body?: unknown) =>
      ((await (await request(method, path, body)).json()) as { data: T }).data,
  }
}

function readServerFile(file: string): { pid: number; port: number; host: string; version?: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

async function send(url: string, key: string, method: string, body: unknown): Promise<Response> {
  const response = await fetch(url, {
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
