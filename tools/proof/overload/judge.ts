// Decides what in the measurements of a scenario is a breach. Bars hold on a busy machine too.
import type { MemoryParts } from './measure-processes.ts'
import type { AttackResult, ClientWindow } from './messages.ts'
import type { Scenario } from './scenarios.ts'

/** Load balancers take a node out after two or three failed checks of some seconds. */
const HEALTH_MS = 2000
/** Of all clients’ requests during an attack. The most so far were 0.5 %, and a p99 of 1.2 s. */
const MAX_REFUSED_SHARE = 0.05
const CLIENT_MS = 3000
/** The goal of the server for coming back. */
const RECOVERY_MS = 10_000
/** Four times a hash of a password (128 MiB), two of which run at once by design. */
const MAX_GROWTH_MB = 512
/** For each worker: libraries that load with the first image and MCP message, caches, and pages that V8 keeps. */
const MAX_RETAINED_MB = 160
/** Caches that the second attack fills further. */
const MAX_NOISE_MB = 50
/** Tables of the embedded database are opened when they are first used. */
const MAX_RETAINED_FILES = 100
const MIN_RETRY_SHARE = 0.9
/** Fewer retries say nothing about a share. */
const MIN_RETRIES = 10
/** Times the p99 before the attack, and at least so much, because a p99 of a few milliseconds is noise. */
const NORMAL_FACTOR = 2
const NORMAL_FLOOR_MS = 250

export interface Measured {
  readonly before: ClientWindow
  readonly during: ClientWindow
  readonly attack: AttackResult
  /** From the end of the attack until the clients are as fast as before; undefined if they never were. */
  readonly recoveryMs: number | undefined
  readonly memoryBefore: number
  readonly memoryPeak: number
  /** When the clients were as fast as before. */
  readonly memoryAfter: number
  /** The longest time that an event loop of the server stood still. */
  readonly pauseMs: number
  /** How much longer everything took because the attackers and other programs used the same processor: 1 is alone. */
  readonly stretch: number
  /** Processes that were there before and have ended. */
  readonly ended: number
}

/** The clients' times of a window are as before the attack. */
export function isNormal(window: ClientWindow, before: ClientWindow): boolean {
  const limit = Math.max(NORMAL_FLOOR_MS, NORMAL_FACTOR * before.p99)
  return window.succeeded > 0 && window.succeeded === window.requests && window.p99 <= limit
}

export function breachesOf(scenario: Scenario, measured: Measured): string[] {
  const { during, attack, recoveryMs, memoryBefore, memoryPeak, stretch, ended } = measured
  const found: string[] = []
  if (attack.error) return [`the attack failed: ${attack.error}`]
  if (ended > 0) found.push(`${ended} processes of the server ended`)
  const healthLimit = HEALTH_MS * stretch
  if (during.health.failures > 0)
    found.push(`${during.health.failures} of ${during.health.checks} health checks failed`)
  else if (during.health.slowest > healthLimit)
    found.push(`a health check took ${during.health.slowest.toFixed(0)} ms; the limit is ${healthLimit.toFixed(0)}`)
  if (during.refused > MAX_REFUSED_SHARE * during.requests)
    found.push(`${during.refused} of ${during.requests} requests of well-behaved clients were refused`)
  const clientLimit = CLIENT_MS * stretch
  if (during.p99 > clientLimit)
    found.push(`the clients’ p99 was ${during.p99.toFixed(0)} ms; the limit is ${clientLimit.toFixed(0)}`)
  for (const [status, count] of Object.entries(attack.statuses))
    if (Number(status) >= 500 && status !== '503') found.push(`${count} responses were ${status}`)
  for (const [failure, count] of Object.entries(during.failures))
    found.push(`${count} requests of well-behaved clients failed with ${failure}`)
  if (attack.withoutRetryAfter > 0) found.push(`${attack.withoutRetryAfter} responses of 503 or 429 had no Retry-After`)
  const { after, throughAfter } = attack.retries
  if (after >= MIN_RETRIES && throughAfter < MIN_RETRY_SHARE * after)
    found.push(`only ${throughAfter} of ${after} requests got through after Retry-After`)
  if (scenario.mustRefuse && !attack.statuses[503]) found.push('nothing was refused with 503')
  if (scenario.mustClose && attack.held > 0) found.push(`${attack.held} connections were never closed`)
  if (memoryPeak - memoryBefore > MAX_GROWTH_MB)
    found.push(`memory grew from ${memoryBefore.toFixed(0)} to ${memoryPeak.toFixed(0)} MB`)
  if (recoveryMs === undefined || recoveryMs > RECOVERY_MS * stretch)
    found.push(`clients were not as fast as before ${RECOVERY_MS / 1000} s after the attack`)
  return found
}

export interface Settled {
  readonly memoryBefore: number
  readonly memoryAfter: number
  readonly parts: MemoryParts
  readonly filesBefore: number
  readonly filesAfter: number
}

/** A leak grows with every attack, a cache and a library that was loaded do not. */
export function growthOf(first: Settled, second: Settled): string[] {
  const growth = second.memoryAfter - first.memoryAfter
  if (growth <= MAX_NOISE_MB) return []
  return [`memory grew from ${first.memoryAfter.toFixed(0)} to ${second.memoryAfter.toFixed(0)} MB by the same attacks`]
}

/** What the server still holds when all attacks are over. */
export function leaksOf({ memoryBefore, memoryAfter, filesBefore, filesAfter }: Settled, workers = 1): string[] {
  const found: string[] = []
  if (memoryAfter - memoryBefore > MAX_RETAINED_MB * workers)
    found.push(`memory is ${memoryAfter.toFixed(0)} MB after the attacks; it was ${memoryBefore.toFixed(0)}`)
  if (filesAfter - filesBefore > MAX_RETAINED_FILES)
    found.push(`${filesAfter} files and connections are open after the attacks; there were ${filesBefore}`)
  return found
}
