// Runs one attack in a process of its own, and reports what it sent and received.
import { BUSY_ATTACKS } from './busy-attacks.ts'
import { LOAD_ATTACKS } from './load-attacks.ts'
import type { AttackOrder, AttackResult, AttackTarget } from './messages.ts'
import { PROGRESS_ATTACKS } from './progress-attacks.ts'
import { SLOW_ATTACKS } from './slow-attacks.ts'

type Attack = (target: AttackTarget, ms: number) => Promise<AttackResult>

const attacks: Readonly<Record<string, Attack>> = {
  ...BUSY_ATTACKS,
  ...LOAD_ATTACKS,
  ...PROGRESS_ATTACKS,
  ...SLOW_ATTACKS,
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
