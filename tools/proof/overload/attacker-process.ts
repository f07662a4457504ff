// Runs one attack in a process of its own, and reports what it sent and received.
import {
  activeConnections,
  bigBodies,
  databaseCalls,
  manyExports,
  manyRenders,
  manyStreams,
  mcpCalls,
  pipelines,
  signIns,
  storedListings,
} from './busy-attacks.ts'
import { tenfoldBatches, tenfoldLookups } from './load-attacks.ts'
import type { AttackOrder, AttackResult, AttackTarget } from './messages.ts'
import { progressStreams } from './progress-attacks.ts'
import {
  idleConnections,
  neverRead,
  silentConnections,
  slowBodies,
  slowExportReaders,
  slowHeaders,
  slowStreamReaders,
} from './slow-attacks.ts'

type Attack = (target: AttackTarget, ms: number) => Promise<AttackResult>

const attacks: Readonly<Record<string, Attack>> = {
  activeConnections,
  pipelines,
  tenfoldLookups,
  tenfoldBatches,
  progressStreams,
  manyStreams,
  manyExports,
  manyRenders,
  bigBodies,
  signIns,
  mcpCalls,
  databaseCalls,
  storedListings,
  idleConnections,
  slowHeaders,
  slowBodies,
  silentConnections,
  neverRead,
  slowExportReaders,
  slowStreamReaders,
}

async function run({ attack, target, ms }: AttackOrder): Promise<AttackResult> {
  try {
    return await attacks[attack]!(target, ms)
  } catch (error) {
    const retries = { during: 0, throughDuring: 0, after: 0, throughAfter: 0 }
    const none = { sent: 0, statuses: {}, dropped: 0, held: 0, withoutRetryAfter: 0, retries }
    return { ...none, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

process.on('message', async (order: AttackOrder) => process.send!(await run(order)))
// The part ended without a message.
process.on('disconnect', () => process.exit())
