// Two servers whose data differ only in what a plan does not include must give that plan the same bytes.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import type { Build } from '../../target/build.ts'
import type { PlanName } from '../../target/operator.ts'
import { createKey, operatorSend, publishDemonstration } from '../../target/operator.ts'
import type { PostgresProcess } from '../../target/postgres-process.ts'
import { send } from '../../target/requests.ts'
import { ServerClock } from '../../target/server-clock.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { startServer } from '../../target/server-process.ts'
import type { TwinStage } from './twin-rows.ts'
import { twinStages } from './twin-rows.ts'
import type { TwinIds, TwinRequest } from './twin-ways.ts'
import { datasetWays, projectWays } from './twin-ways.ts'

export interface TwinReport {
  readonly requests: number
  /** Hidden fields that differed. */
  readonly fields: number
  readonly problems: number
}

/** The clock stands still, so a rate limit never refills. Each account sends fewer requests than a minute allows. */
const REQUESTS_PER_KEY = 40
/** A server that is busy must not refuse what the other one answers. */
const ENV = { BASE_URL: 'http://127.0.0.1:1', PASSWORD_COST: '14', MAX_DELAY_MS: '60000' }
/** Differ in every response, or after a request that was sent again. */
const OWN_HEADERS = new Set(['date', 'x-request-id', 'ratelimit', 'keep-alive', 'connection'])
const TRIES = 5

interface TwinOptions {
  readonly postgres: PostgresProcess | undefined
  readonly signal: AbortSignal
  /** Called with each problem. */
  always(what: string): void
}

export async function compareTwins(
  build: Build,
  folder: string,
  { postgres, signal, always }: TwinOptions,
): Promise<TwinReport> {
  let clock = ServerClock.shifted(join(folder, 'twin-clock'), 0)
  const start = async (dataDir: string, databaseUrl: string | undefined) => {
    const server = await startServer(build, { dataDir, databaseUrl, ...clock.options(ENV) })
    await server.ready('production')
    await server.ready('sandbox')
    return server
  }
  const folders = ['one', 'other'].map((name) => join(folder, `twin-${name}`))
  const databaseUrl = await postgres?.createDatabase()
  const first = await start(folders[0]!, databaseUrl)
  const keys = new Map<PlanName, string[]>()
  try {
    if (postgres) await publishDemonstration(first)
    for (const plan of ['sandbox', 'starter', 'pro', 'elite'] as const) keys.set(plan, await keysFor(first, plan))
  } finally {
    await first.stop()
  }
  // The same accounts, keys and signing secrets on both.
  cpSync(folders[0]!, folders[1]!, { recursive: true })
  const urls = [databaseUrl, await postgres?.createDatabase(databaseUrl)]
  const servers: ServerProcess[] = []
  // Both publish at the same millisecond.
  clock = ServerClock.fixed(join(folder, 'twin-clock'), Date.now())
  try {
    for (const [i, dataDir] of folders.entries()) servers.push(await start(dataDir, urls[i]))
    return await new Twins(servers, keys, folder, always).compare(twinStages(), signal)
  } finally {
    for (const server of servers) await server.stop()
  }
}

async function keysFor(server: ServerProcess, plan: PlanName): Promise<string[]> {
  const projects = twinStages().flatMap(({ plans, twins }) => (plans.includes(plan) || plan === 'elite' ? twins : []))
  const requests = (projects.length + 4) * REQUESTS_PER_KEY
  const keys: string[] = []
  while (keys.length * REQUESTS_PER_KEY < requests) keys.push((await createKey(server, plan)).key)
  return keys
}

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Buffer
}

class Twins {
  readonly #servers: readonly ServerProcess[]
  readonly #keys: ReadonlyMap<PlanName, readonly string[]>
  readonly #folder: string
  readonly #used = new Map<PlanName, number>()
  readonly #always: (what: string) => void
  #problems = 0
  #requests = 0

  constructor(
    servers: readonly ServerProcess[],
    keys: ReadonlyMap<PlanName, readonly string[]>,
    folder: string,
    always: (what: string) => void,
  ) {
    this.#servers = servers
    this.#always = always
    this.#keys = keys
    this.#folder = join(folder, 'twin-files')
    mkdirSync(this.#folder, { mode: 0o755 })
  }

  async compare(stages: readonly TwinStage[], signal: AbortSignal): Promise<TwinReport> {
    let fields = 0
    for (const [i, stage] of stages.entries()) {
      await this.#import(`twins-${i}`, stage)
      for (const { field, one } of stage.twins) {
        if (signal.aborted) break
        fields += 1
        const ids = await this.#idsOf(one.name, `${one.buildings[0]!.addresses[0]!.line}, Toronto`)
        for (const plan of stage.plans)
          for (const way of projectWays(ids)) await this.#compareOne(plan, way, `${stage.name}, ${field}`)
      }
      for (const plan of stage.plans) for (const way of datasetWays()) await this.#compareOne(plan, way, stage.name)
    }
    return { requests: this.#requests, fields, problems: this.#problems }
  }

  async #import(source: string, { twins }: TwinStage): Promise<void> {
    for (const [i, server] of this.#servers.entries()) {
      const file = join(this.#folder, `${source}-${i}.ndjson`)
      writeFileSync(file, `${twins.map((twin) => JSON.stringify(i === 0 ? twin.one : twin.other)).join('\n')}\n`)
      const body = { file, source, format: 'ndjson', approve: true }
      const answer = await operatorSend(server, 'POST', '/api/v1/operator/imports', body)
      const last = JSON.parse(answer.text.trimEnd().split('\n').at(-1) || '{}')
      if (last.data?.outcome !== 'published' && last.data?.run?.outcome !== 'published')
        throw new Error(`The import of twins failed: ${answer.status} ${answer.text.slice(-500)}`)
    }
  }

  /** The ids are the same on both servers; the elite plan reads them. */
  async #idsOf(name: string, address: string): Promise<TwinIds> {
    const key = this.#keyOf('elite')
    const read = async (path: string) => {
      const { body, text } = await send(this.#servers[0]!.url, 'GET', path, { key })
      if (!body?.data) throw new Error(`The proof could not read ${path}: ${text.slice(0, 200)}`)
      return body.data
    }
    const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
    const found = (await read(`/api/v1/projects?q=${encodeURIComponent(name)}&limit=200`)) as { id: number }[]
    const project = found.find((one) => (one as { name?: string }).name === name) as { id: number; slug: string }
    if (!project) throw new Error(`The project ${name} is missing after its import.`)
    const path = `/api/v1/projects/${project.id}`
    const buildings = await send(this.#servers[0]!.url, 'GET', `/api/v1/buildings?project_id=${project.id}`, { key })
    return {
      id: project.id,
      slug: project.slug,
      name,
      address,
      building: buildings.body?.data?.[0]?.id,
      plans: ids(await read(`${path}/floor-plans`)),
      units: ids(await read(`${path}/units`)),
      media: ids(await read(`${path}/media`)),
    }
  }

  #keyOf(plan: PlanName): string {
    const used = this.#used.get(plan) ?? 0
    this.#used.set(plan, used + 1)
    const keys = this.#keys.get(plan)!
    return keys[Math.floor(used / REQUESTS_PER_KEY) % keys.length]!
  }

  async #compareOne(plan: PlanName, way: TwinRequest, where: string): Promise<void> {
    const key = this.#keyOf(plan)
    const replies: Reply[] = []
    for (const server of this.#servers) replies.push(await this.#ask(server, way, key))
    const [one, other] = replies as [Reply, Reply]
    const report = (what: string) => {
      this.#problems += 1
      this.#always(`${plan}, ${where}: ${way.path} ${JSON.stringify(way.body ?? '')} ${what}`)
    }
    const difference = differenceOf(one, other)
    if (difference) report(difference)
    if (one.status === 0 || one.status === 429 || one.status >= 500) report(`got ${one.status}`)
    await this.#compareFiles(one, report)
  }

  /** The bytes of the images that the answer names. */
  async #compareFiles({ body, status }: Reply, report: (what: string) => void): Promise<void> {
    if (status !== 200) return
    const urls = new Set(
      body
        .toString('latin1')
        .match(/\/media\/[^"\s]+[?&]signature=[^"\s]+/g)
        ?.slice(0, 2),
    )
    for (const path of urls) {
      const replies: Reply[] = []
      for (const server of this.#servers) replies.push(await this.#ask(server, { path }, undefined))
      const difference = differenceOf(replies[0]!, replies[1]!)
      if (difference) report(`→ ${path.slice(0, 60)}: ${difference}`)
    }
  }

  async #ask(server: ServerProcess, way: TwinRequest, key: string | undefined): Promise<Reply> {
    for (let tries = 1; ; tries++) {
      const reply = await this.#askOnce(server, way, key)
      if (reply.status !== 503 || tries === TRIES) return reply
      await sleep(500)
    }
  }

  async #askOnce(server: ServerProcess, { path, body }: TwinRequest, key: string | undefined): Promise<Reply> {
    this.#requests += 1
    const {
      statusCode,
      headers,
      body: stream,
    } = await request(server.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json, text/event-stream, */*',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return { status: statusCode, headers, body: Buffer.from(await stream.arrayBuffer()) }
  }
}

/** Where two answers differ apart from random ids of requests and events; undefined if nowhere. */
export function differenceOf(one: Reply, other: Reply): string | undefined {
  const [a, b] = [comparable(one), comparable(other)] as const
  // A tag says whether bodies are equal, which the bodies of events never are.
  const own = a.includes('evt_') ? new Set([...OWN_HEADERS, 'etag']) : OWN_HEADERS
  if (one.status !== other.status) return `has status ${one.status} and ${other.status}`
  if (a === b) return headerDifference(one, other, own)
  const at = [...a].findIndex((character, i) => character !== b[i])
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 40))
  return `differs: ${around(a)} and ${around(b)}`
}

function headerDifference(one: Reply, other: Reply, own: ReadonlySet<string>): string | undefined {
  const names = new Set([...Object.keys(one.headers), ...Object.keys(other.headers)])
  for (const name of names)
    if (!own.has(name) && String(one.headers[name]) !== String(other.headers[name]))
      return `has ${name} ${one.headers[name]} and ${other.headers[name]}`
  return undefined
}

/** An event's id ends with six random characters. */
const comparable = ({ body }: Reply): string => body.toString('latin1').replaceAll(/req_\w+|(?<=evt_\w{12})_\w{6}/g, '')
