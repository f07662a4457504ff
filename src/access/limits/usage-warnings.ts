// Emails an account once when it has used 80 % and 100 % of a monthly limit.
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { utcMonth } from '../../kernel/clock.ts'
import { LIMITS } from '../rights/plans.ts'
import type { Account, KeyMode } from '../rights/principal.ts'
import type { UsageKind } from './quota.ts'
import type { UsageMeter } from './usage.ts'

const PERCENTS = [100, 80] as const
const KINDS: readonly UsageKind[] = ['requests', 'lookups']

export interface UsageWarning {
  readonly accountId: string
  readonly mode: KeyMode
  readonly month: string
  readonly kind: UsageKind
  readonly percent: (typeof PERCENTS)[number]
  readonly used: number
  readonly limit: number
}

interface UsageWarningDeps {
  readonly db: Database
  readonly usage: UsageMeter
  readonly clock: Clock
  account(id: string): Account | undefined
  /** Emails the people of the account. */
  send(warning: UsageWarning): void
}

export class UsageWarnings {
  readonly #deps: UsageWarningDeps
  /** Warnings that this node knows to be sent, so that it need not ask again. */
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
      const claimed = await this.#claim(account.id, mode, month, kind, reached)
      for (const percent of reached) this.#sent.add(`${account.id} ${mode} ${kind} ${percent}`)
      // Whoever reaches 100 % at once gets one email, not two.
      const percent = claimed.includes(100) ? 100 : claimed[0]
      if (percent) this.#deps.send({ accountId: account.id, mode, month, kind, percent, used, limit })
    }
  }

  /** The node whose row is inserted sends the email. A crash right after loses it rather than sending it twice. */
  async #claim(
    account_id: string,
    mode: KeyMode,
    month: string,
    kind: UsageKind,
    percents: readonly UsageWarning['percent'][],
  ): Promise<UsageWarning['percent'][]> {
    const at = new Date(this.#deps.clock.now()).toISOString()
    const rows = await this.#deps.db.query
      .insertInto('usage_warnings')
      .values(percents.map((percent) => ({ account_id, mode, month, kind, percent, at })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('percent')
      .execute()
    return rows.map(({ percent }) => percent as UsageWarning['percent'])
  }
}
