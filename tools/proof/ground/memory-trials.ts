// Trials with little memory: a small heap, and a limit of the kernel as containers have it.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { operatorSend } from '../../target/operator.ts'
import type { Ground, Trial } from './ground.ts'
import { mustBeWhole, mustRefuse, start } from './ground.ts'

const BOTH = ['embedded', 'postgres'] as const
const MEGABYTE = 1024 * 1024
const WRITE_MS = 5000

/** A group of processes whose memory the kernel limits, with version 1 or 2 of control groups. */
class MemoryGroup {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static create(megabytes: number): MemoryGroup {
    const isOld = existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes')
    const name = `plinth-proof-${process.pid}`
    const group = new MemoryGroup(join('/sys/fs/cgroup', isOld ? 'memory' : '', name))
    mkdirSync(group.folder)
    const limit = join(group.folder, isOld ? 'memory.limit_in_bytes' : 'memory.max')
    try {
      writeFileSync(limit, String(megabytes * MEGABYTE))
      return group
    } catch (error) {
      rmdirSync(group.folder)
      throw error
    }
  }

  /** Runs a program in the group. */
  get through(): readonly string[] {
    return ['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', this.folder]
  }

  /** The group must be empty: a process that was killed leaves it a moment later. */
  async remove(): Promise<void> {
    while (readFileSync(join(this.folder, 'cgroup.procs'), 'utf8') !== '') await sleep(20)
    rmdirSync(this.folder)
  }
}

let reason: string | undefined | null = null

/** Why limits of the kernel are not possible here. */
function noMemoryGroups(): string | undefined {
  if (reason !== null) return reason
  try {
    rmdirSync(MemoryGroup.create(64).folder)
    reason = undefined
  } catch {
    reason = 'limiting memory needs root and control groups'
  }
  return reason
}

/** Below what a server needs: it says so at once, instead of being killed later without a message. */
async function limitTooLow(ground: Ground): Promise<void> {
  const group = MemoryGroup.create(ground.random.pick([64, 128, 256]))
  try {
    const server = await start(ground, { through: group.through })
    await mustRefuse(ground, server, { exitCode: 1, says: [/memory limit is \d+ MB/, /at least \d+ MB/, /Raise/] })
  } finally {
    await group.remove()
  }
  await mustBeWhole(ground)
}

/** Just enough for a start: the kernel may kill the server under load, and nothing that it acknowledged is lost. */
async function limitReached(ground: Ground): Promise<void> {
  const group = MemoryGroup.create(400)
  const server = await start(ground, { through: group.through })
  try {
    await server.ready().catch((error) => {
      if (server.isRunning) throw error
    })
    const writer = async () => {
      const until = Date.now() + WRITE_MS
      while (server.isRunning && Date.now() < until) {
        const { status, body } = await operatorSend(server, 'POST', '/api/v1/operator/keys', { plan: 'pro' })
        if (status === 201 || status === 200) ground.facts.keys.push(body.data.api_key.key)
      }
    }
    await Promise.all(Array.from({ length: 8 }, writer))
  } finally {
    await server.kill()
    await group.remove()
  }
  await mustBeWhole(ground)
}

/** It may fail to start, but not quietly, and it must not damage anything. */
async function smallHeap(ground: Ground): Promise<void> {
  const megabytes = ground.random.pick([16, 20, 24])
  const server = await start(ground, { nodeArguments: [`--max-old-space-size=${megabytes}`] })
  const ended = await Promise.race([
    server.exited.then(() => true),
    server.ready().then(
      () => false,
      () => true,
    ),
  ])
  if (ended) {
    await server.exited
    ground.tally.messages += 1
    if (!/out of memory|heap limit/i.test(server.output()))
      ground.breach(
        `with ${megabytes} MB it ends without saying that memory is missing\n${server.output().slice(0, 400)}`,
      )
  } else await server.kill()
  await mustBeWhole(ground)
}

export const MEMORY_TRIALS: readonly Trial[] = [
  { name: 'small heap', databases: BOTH, run: smallHeap },
  { name: 'memory limit too low', databases: BOTH, impossible: noMemoryGroups, run: limitTooLow },
  { name: 'memory limit reached', databases: BOTH, impossible: noMemoryGroups, run: limitReached },
]
