// plinth logs: prints the account's requests, oldest first, and new ones as they appear.
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoggedRequest, PlinthClient, RequestLogQuery } from '@plinth/client'
import type { Config } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import { print } from '../terminal/output.ts'
import type { ServiceOptions } from '../terminal/service-connection.ts'
import { requireService } from '../terminal/service-connection.ts'
import type { Style } from '../terminal/style.ts'
import { styleOf } from '../terminal/style.ts'

export interface LogsOptions extends ServiceOptions {
  readonly follow?: boolean
  readonly limit?: number
  readonly json?: boolean
  readonly keyId?: string
  readonly status?: string
  readonly code?: string
  readonly route?: string
  readonly requestId?: string
  readonly since?: string
  readonly until?: string
}

const DEFAULT_LIMIT = 50
const MAX_PAGE = 200
const POLL_MS = 2000
/** Nodes write at different moments, so a request can appear after newer ones. */
const OVERLAP_MS = 10_000
const CALL_WIDTH = 34
/** Following would print its own requests for ever. */
const OWN_ROUTE = 'GET /api/v1/request-logs'

export async function logsCommand(config: Config, options: LogsOptions): Promise<number> {
  const client = requireService(config, options)
  const limit = options.limit ?? DEFAULT_LIMIT
  const requests = await newest(client, queryOf(options), limit)
  const style = styleOf(config)
  const show = (request: LoggedRequest) => print(options, request, requestLine(request, style))
  for (const request of requests.toReversed()) show(request)
  if (options.follow) for await (const request of newRequests(client, queryOf(options), requests)) show(request)
  return EXIT.ok
}

/** The server validates filters, and its message names the wrong one. */
function queryOf({ keyId, status, code, route, requestId, since, until }: LogsOptions): RequestLogQuery {
  const filters = { key_id: keyId, status, code, route, request_id: requestId, since, until }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as RequestLogQuery
}

async function newest(
  client: Pick<PlinthClient, 'requestLogs'>,
  query: RequestLogQuery,
  limit: number,
): Promise<LoggedRequest[]> {
  const requests: LoggedRequest[] = []
  for await (const request of client.requestLogs.iterate({ limit: Math.min(limit, MAX_PAGE), ...query })) {
    requests.push(request)
    if (requests.length === limit) break
  }
  return requests
}

/** Requests after those already shown, each once, as they appear. Never ends. */
export async function* newRequests(
  client: Pick<PlinthClient, 'requestLogs'>,
  filters: RequestLogQuery,
  shown: readonly LoggedRequest[],
  pollMs = POLL_MS,
): AsyncGenerator<LoggedRequest, never> {
  let last = Date.parse(shown[0]?.at ?? new Date().toISOString())
  let seen = new Map(shown.map(({ request_id, at }) => [request_id, Date.parse(at)]))
  for (;;) {
    await sleep(pollMs)
    const from = last - OVERLAP_MS
    const query = { ...filters, since: new Date(from).toISOString() }
    const requests = await newest(client, query, Number.POSITIVE_INFINITY)
    for (const request of requests.toReversed()) {
      if (seen.has(request.request_id)) continue
      seen.set(request.request_id, Date.parse(request.at))
      if (request.route !== OWN_ROUTE) yield request
    }
    last = Math.max(last, ...seen.values())
    seen = new Map([...seen].filter(([, at]) => at >= last - OVERLAP_MS))
  }
}

export function requestLine(request: LoggedRequest, style: Style): string {
  const { at, status, duration_ms, key, application, route, tool, code, request_id } = request
  const caller = key ? `${key.name} (${key.prefix}…)` : (application?.name ?? application?.id ?? 'deleted key')
  const call = `${route ?? 'unknown path'}${tool ? ` ${tool}` : ''}`
  const tone = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
  const columns = [
    style.dim(at),
    style[tone](String(status)),
    `${duration_ms.toFixed(1)} ms`.padStart(10),
    // Requests appear one by one, so the width cannot depend on all of them.
    call.padEnd(CALL_WIDTH),
    caller,
    ...(code ? [style[tone](code)] : []),
    style.dim(request_id),
  ]
  return columns.join('  ')
}
