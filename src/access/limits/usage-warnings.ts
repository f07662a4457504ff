// Publishes an event once when an account has used 80 % and 100 % of a monthly limit.
import type { Database, Tx } from '../../db/database.ts'
import type { EventDraft } from '../../events/event-types.ts'
import { publishEvents } from '../../events/outbox.ts'
import type { Clock } from '../../kernel/clock.ts'
import { utcMonth } from '../../kernel/clock.ts'
import { LIMITS } from '../rights/plans.ts'
import type { Account, KeyMode } from '../rights/principal.ts'
import type { UsageKind } from './quota.ts'
import type { UsageMeter } from './usage.ts'

const PERCENTS = [100, 80] as const
const KINDS: readonly UsageKind[] = ['requests', 'lookups']

type Percent = (typeof PERCENTS)[number]

/** What `object` of the event contains. */
interface UsageWarning {
  readonly mode: KeyMode
  readonly month: string
  readonly kind: UsageKind
  readonly percent: Percent
  readonly used: number
  readonly limit: number
}

interface UsageWarningDeps {
  readonly db: Database
  readonly usage: UsageMeter
  readonly clock: Clock
  account(id: string): Account | undefined
}

export class UsageWarnings {
  readonly #deps: UsageWarningDeps
  /** Warnings that this node knows to be published, so that it need not ask again. */
  #sent = new Set<string>()
  #month = ''

  constructor(deps: UsageWarningDeps) {
    this.#deps = deps
  }

  /** Runs every second, over the accounts that used something on this node. */
  async check(): Promise<void> {
    const { usage, clock } = this.#deps
    const month = utcMonth(clock.now())
    if (month !== this.#month) this.#sent = new Set()
    this.#month = month
    for (const { accountId, mode } of usage.takeWritten()) {
      const account = this.#deps.account(accountId)
      if (account) await this.#checkOne(account, mode, month)
    }
  }

  async #checkOne(account: Account, mode: KeyMode, month: string): Promise<void> {
    const limits = LIMITS[mode === 'test' ? 'sandbox' : account.plan]
    const totals = this.#deps.usage.month(account.id, mode)
    for (const kind of KINDS) {
      const limit = limits[`${kind}_per_month`]
      const used = totals[kind]
      const reached = limit > 0 ? PERCENTS.filter((percent) => used * 100 >= limit * percent) : []
      const news = reached.filter((percent) => !this.#sent.has(`${account.id} ${mode} ${kind} ${percent}`))
      if (news.length === 0) continue
      await this.#publish(account.id, reached, { mode, month, kind, used, limit })
      for (const percent of reached) this.#sent.add(`${account.id} ${mode} ${kind} ${percent}`)
    }
  }

  /** The node whose row is inserted publishes the event, in the same transaction. */
  async #publish(id: string, reached: readonly Percent[], usage: Omit<UsageWarning, 'percent'>): Promise<void> {
    const at = new Date(this.#deps.clock.now())
    const dataset = usage.mode === 'test' ? 'sandbox' : 'production'
    await this.#deps.db.tx(async (tx) => {
      const claimed = await claim(tx, id, reached, usage, at.toISOString())
      // Whoever reaches 100 % at once gets one event, not two.
      const percent = claimed.includes(100) ? 100 : claimed[0]
      if (percent) await publishEvents(tx, dataset, [eventOf(id, { ...usage, percent })], at)
    })
  }
}

async function claim(
  tx: Tx,
  account_id: string,
  percents: readonly Percent[],
  { mode, month, kind }: Omit<UsageWarning, 'percent'>,
  at: string,
): Promise<Percent[]> {
  const rows = await tx
    .insertInto('usage_warnings')
    .values(percents.map((percent) => ({ account_id, mode, month, kind, percent, at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('percent')
    .execute()
  return rows.map(({ percent }) => percent as Percent)
}

function eventOf(account_id: string, warning: UsageWarning): EventDraft {
  const { mode, month, kind, percent } = warning
  return {
    type: 'usage.warning',
    resource_type: 'usage',
    resource_id: `${month}-${mode}-${kind}-${percent}`,
    project_id: null,
    changed_fields: [],
    body: { changes: [], details: { ...warning } },
    account_id,
  }
}
