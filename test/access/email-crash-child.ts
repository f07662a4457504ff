// Invites people and sends emails until done or killed. Started by crash tests.
import { setTimeout as sleep } from 'node:timers/promises'
import { Emails } from '../../src/access/emails/emails.ts'
import { smtpMailer } from '../../src/access/emails/mailer.ts'
import { Notices } from '../../src/access/emails/notices.ts'
import { RateLimiter } from '../../src/access/limits/rate-limit.ts'
import { AccountPeople } from '../../src/access/people/account-people.ts'
import { Passwords } from '../../src/access/people/passwords.ts'
import { Sessions } from '../../src/access/people/sessions.ts'
import type { Session } from '../../src/access/rights/principal.ts'
import type { DatabaseOptions } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import type { EventDraft } from '../../src/events/event-types.ts'
import { publishEvents } from '../../src/events/outbox.ts'
import { Fault } from '../../src/kernel/fault.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { killAt } from '../support/kill-at.ts'

export interface CrashOrder {
  readonly options: DatabaseOptions
  readonly secret: string
  readonly smtpUrl: string
  /** Start of the clock that all processes of this run share, in real time and in theirs. */
  readonly realMs: number
  readonly epochMs: number
  readonly owners: readonly Session[]
  /** The first and the last invitation of this process. */
  readonly from: number
  readonly to: number
  /** Ends when everything is sent, instead of waiting to be killed. */
  readonly isLast: boolean
  /** The crash point and its occurrence. Without it, the parent may kill the process. */
  readonly point?: 'before send' | 'after send'
  readonly time?: number
}

/** A lease of a minute takes 0.6 s. */
const SPEED = 100
const EVENT_EVERY = 10

const { options, secret, smtpUrl, realMs, epochMs, owners, from, to, isLast, point, time } = JSON.parse(
  process.argv[2]!,
) as CrashOrder
const db = await openDatabase(options)
const clock = { now: () => epochMs + (Date.now() - realMs) * SPEED }
const secrets = createSecrets(secret)
const reach = killAt(point, time)
const smtp = smtpMailer(smtpUrl, 'plinth@x.ca')
const emails = new Emails({
  ...{ db, secrets, clock, log: silentLog, baseUrl: () => 'http://here', problemText: (text) => text },
  mailer: {
    async send(message, id) {
      reach('before send')
      await smtp.send(message, id)
      reach('after send')
    },
  },
})
const notices = new Notices({ db, clock, emails })
const people = new AccountPeople({
  ...{ db, secrets, clock, emails, sessions: new Sessions(db, secrets, clock), rate: new RateLimiter(clock) },
  ...{ passwords: new Passwords(secrets, 10), changed: async () => {} },
})

/** An earlier process may have been killed between the commit and its report. */
async function invite(i: number): Promise<void> {
  const input = { email: `invited-${i}@x.ca`, account_role: 'viewer' } as const
  const inviting = people.invite(owners[i % owners.length]!, input, SYSTEM)
  await inviting.catch((error) => {
    if (!(error instanceof Fault && error.code === 'state_conflict')) throw error
  })
}

async function publish(i: number): Promise<void> {
  const draft = {
    ...{ type: 'feed.failing', resource_type: 'feed', resource_id: `feed_${i}`, project_id: null, changed_fields: [] },
    ...{ body: { changes: [], details: { name: `feed-${i}` } }, account_id: owners[0]!.account_id },
  } as unknown as EventDraft
  await db.tx((tx) => publishEvents(tx, 'production', [draft], new Date(clock.now())))
  await notices.orderNew()
}

for (let i = from; i <= to; i++) {
  if (i % EVENT_EVERY === 0) await publish(i)
  await invite(i)
  process.stdout.write(`${i}\n`)
}
const queued = db.query.selectFrom('emails').select('id').where('state', '=', 'queued').limit(1)
do {
  await sleep(10)
  await notices.orderNew()
  await emails.sendDue()
} while (!isLast || (await queued.executeTakeFirst()))
await emails.stop()
await db.close()
