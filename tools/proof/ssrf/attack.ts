// The attack itself, inside the sealed network. Started by ssrf-part.ts; reports lines of JSON.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { startDnsServer } from '../../../test/webhooks/dns-server.ts'
import { insistOnSealedNetwork } from '../../../test/webhooks/sealed-network.ts'
import { Build } from '../../target/build.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { startServer } from '../../target/server-process.ts'
import type { Breach } from '../part.ts'
import { INTERNAL_V4, INTERNAL_V6 } from './addresses.ts'
import type { Door } from './door.ts'
import { Attacker } from './door.ts'
import { FeedDoor } from './feed-door.ts'
import type { Listeners } from './listeners.ts'
import { startListeners } from './listeners.ts'
import { resolveAttackName } from './names.ts'
import { OAuthDoor } from './oauth-door.ts'
import { OWN_URL, TARGETS } from './targets.ts'
import { WebhookDoor } from './webhook-door.ts'

/** From the parent, as the only argument. */
export interface AttackOrder {
  readonly folder: string
  readonly build: string
  readonly count: number
  readonly seed: number
}

export interface AttackReport {
  readonly done: number
  /** To internal addresses. */
  readonly connections: number
  readonly doors: readonly string[]
  readonly requests: number
  /** Requests with a hostile URL that passed the first check, so that only the connection was left to stop them. */
  readonly accepted: number
  /** Internal addresses on which a connection of our own was seen, to show that the traps work. */
  readonly watched: number
}

export type Line =
  | { readonly done: number; readonly note: string }
  | { readonly breach: Breach }
  | { readonly report: AttackReport }

/** How long late connections may take, such as the last retry of a delivery. */
const SETTLE_MS = 3000

insistOnSealedNetwork()
// Every address is on this machine, so that no connection is lost because there is no route.
execFileSync('ip', ['route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo'])
execFileSync('ip', ['-6', 'route', 'add', 'local', '::/0', 'dev', 'lo'])
insistOnSealedNetwork()

const order: AttackOrder = JSON.parse(process.argv[2]!)
let isStopped = false
// The parent closes the input at its time limit, and also when it ends.
process.stdin.on('end', () => {
  isStopped = true
})
process.stdin.resume()

const print = (line: Line) => process.stdout.write(`${JSON.stringify(line)}\n`)

const listeners = await startListeners({
  key: readFileSync(join(order.folder, 'receiver.key')),
  cert: readFileSync(join(order.folder, 'receiver.crt')),
})
const watched = await tryTraps(listeners)
const dns = await startDnsServer(resolveAttackName, 53)
const server = await startAttacked()
const attacker = new Attacker(server)
const doors = await openDoors()
let connections = 0
for (const door of doors) await door.control()
listeners.takeTrapped()

let done = 0
for (; done < Math.min(order.count, TARGETS.length) && !isStopped; done++) {
  const seed = order.seed + done
  const target = TARGETS[seed % TARGETS.length]!
  for (const door of doors) {
    print({ done, note: target.kind })
    await door.attack(target)
    await setImmediate()
    noteTrapped(`${target.kind} ${JSON.stringify(target.what)} through ${door.name}`, seed)
  }
}
await sleep(SETTLE_MS)
noteTrapped('a target of this run, after the end', order.seed)
// A door that the attack closed for good would make the rest of the attack worthless.
for (const door of doors) await door.control()
await server.stop()
listeners.close()
dns.close()
print({
  report: {
    done,
    connections,
    doors: doors.map(({ name }) => name),
    requests: attacker.sent,
    accepted: attacker.accepted,
    watched,
  },
})
process.exit()

/** One breach for a target and a door, with every place that the server connected to. */
function noteTrapped(what: string, seed: number): void {
  const places = listeners.takeTrapped()
  connections += places.length
  if (places.length > 0)
    print({ breach: { what: `The server connected to ${[...new Set(places)].join(', ')}: ${what}.`, seed } })
}

async function startAttacked(): Promise<ServerProcess> {
  const started = await startServer(new Build(order.build), {
    dataDir: join(order.folder, 'data'),
    env: {
      ALLOW_PRIVATE_WEBHOOKS: '0',
      BASE_URL: OWN_URL,
      // Lets every request of the attack come from another client address.
      TRUST_PROXY: '1',
      MAX_DELAY_MS: '60000',
      NODE_EXTRA_CA_CERTS: join(order.folder, 'receiver.crt'),
      // Variables that must have no effect.
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: 'http://127.0.0.1:3128',
      HTTPS_PROXY: 'http://127.0.0.1:3128',
      ALL_PROXY: 'http://127.0.0.1:3128',
    },
  })
  await started.ready()
  return started
}

/** Older builds have fewer doors. */
async function openDoors(): Promise<Door[]> {
  const build = new Build(order.build)
  const opened: Door[] = []
  if (build.has('POST /api/v1/webhooks/endpoints')) opened.push(new WebhookDoor(attacker, listeners))
  if (build.has('POST /api/v1/feeds/try')) opened.push(new FeedDoor(attacker, listeners))
  const { body } = await send(server.url, 'GET', '/.well-known/oauth-authorization-server')
  if (body?.client_id_metadata_document_supported) opened.push(new OAuthDoor(attacker, listeners))
  return opened
}

/** Connects to the internal addresses itself: a trap that nobody can reach would catch nothing. */
async function tryTraps(traps: Listeners): Promise<number> {
  let caught = 0
  for (const address of [...INTERNAL_V4, ...INTERNAL_V6]) {
    const socket = connect({ host: address, port: 443 }).on('error', () => {})
    await new Promise<void>((resolve) => socket.once('close', () => resolve()).resume())
    await setImmediate()
    if (traps.takeTrapped().length > 0) caught += 1
  }
  if (caught < INTERNAL_V4.length)
    throw new Error(`Only ${caught} internal addresses can be watched. The attack shows nothing.`)
  return caught
}
