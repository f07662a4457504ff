// The queue of emails: each is sent once, with retries, also after the process that ordered it has died.
import { expect, it } from 'vitest'
import { readEmailBacklog } from '../../src/access/emails/email-list.ts'
import { Emails } from '../../src/access/emails/emails.ts'
import { smtpMailer } from '../../src/access/emails/mailer.ts'
import { RETRY_DELAYS_MS } from '../../src/access/emails/send-failure.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { DAY_MS, MINUTE_MS } from '../../src/kernel/time.ts'
import { cleanUp, forBothDatabases } from '../support/databases.ts'
import { secrets } from './people-stage.ts'
import { startSmtpServer } from './smtp-server.ts'

forBothDatabases('the queue of emails', (openDatabase) => {
  const stage = async () => {
    const db = await openDatabase()
    const smtp = await startSmtpServer()
    cleanUp(() => smtp.stop())
    let now = Date.parse('2026-11-14T06:00:00Z')
    const newProcess = (mailer = smtpMailer(smtp.url, 'plinth@x.ca')) => {
      const clock = { now: () => now }
      const texts = { baseUrl: () => 'http://here', problemText: (text: string) => text }
      const emails = new Emails({ db, secrets, clock, mailer, ...texts, log: silentLog })
      emails.writes('reset', async ([{ email, token, language }]) => emails.messages.reset(email, token, language))
      return emails
    }
    const emails = newProcess()
    const order = (email: string, by = emails) =>
      db.tx((tx) => by.order(tx, 'reset', { email, token: `token-of-${email}`, language: 'en' }, { email }))
    const rows = () => db.query.selectFrom('emails').selectAll().orderBy('created_at').orderBy('id').execute()
    const pass = (ms: number) => {
      now += ms
    }
    return { db, smtp, emails, order, rows, pass, newProcess, now: () => now }
  }

  it('sends an email once, and keeps its outcome without its content', async () => {
    const { smtp, emails, order, rows } = await stage()
    await order('a@x.ca')
    expect(JSON.stringify(await rows())).not.toMatch(/a@x|token-of/)
    await Promise.all([emails.sendDue(), emails.sendDue()])
    const [row] = await rows()
    expect(row).toMatchObject({ address: 'a***@x.ca', state: 'sent', attempts: 1, body: null, last_error: null })
    expect(smtp.received).toMatchObject([{ to: 'a@x.ca', id: `${row!.id}@x.ca` }])
  })

  it('stores no email of a transaction that is rolled back', async () => {
    const { db, emails, rows } = await stage()
    const order = { email: 'a@x.ca', token: 't', language: 'en' } as const
    const failing = db.tx(async (tx) => {
      await emails.order(tx, 'reset', order, order)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await rows()).toEqual([])
  })

  it('sends an email of a dead process a minute later, the same one', async () => {
    const { smtp, order, rows, pass, newProcess } = await stage()
    const dead = newProcess({ send: () => new Promise(() => {}) })
    await order('a@x.ca', dead)
    dead.wake()
    await expect.poll(async () => (await rows())[0]!.attempts).toBe(1)
    const alive = newProcess()
    await alive.sendDue()
    expect(smtp.received).toEqual([])
    pass(MINUTE_MS)
    await alive.sendDue()
    expect(smtp.received).toMatchObject([{ to: 'a@x.ca', text: expect.stringContaining('token-of-a@x.ca') }])
  })

  it('tries again after a 451 and a lost connection, and not after a 550; one bad address stops no other', async () => {
    const { smtp, emails, order, rows, pass } = await stage()
    const once = new Map([
      ['grey@x.ca', '451 4.7.1 Greylisted'],
      ['lost@x.ca', 'drop'],
    ])
    smtp.refuse = (step, to) => {
      if (step === 'RCPT' && to === 'nobody@x.ca') return '550 5.1.1 <nobody@x.ca> is unknown'
      const refusal = step === 'message' ? once.get(to) : undefined
      once.delete(refusal === undefined ? '' : to)
      return refusal
    }
    for (const name of ['grey', 'nobody', 'lost', 'fine']) {
      await order(`${name}@x.ca`)
      pass(1)
    }
    const states = async () => (await rows()).map(({ state, attempts }) => `${state} ${attempts}`)
    await emails.sendDue()
    // After an outage the rest waits for the next round.
    expect(await states()).toEqual(['queued 1', 'failed 1', 'queued 1', 'queued 0'])
    await emails.sendDue()
    expect(await states()).toEqual(['queued 1', 'failed 1', 'queued 1', 'sent 1'])
    pass(MINUTE_MS)
    await emails.sendDue()
    expect(await states()).toEqual(['sent 2', 'failed 1', 'sent 2', 'sent 1'])
    expect((await rows())[1]!.last_error).toMatch(/550 5\.1\.1 <n\*\*\*@x\.ca> is unknown/)
    expect(smtp.received.map(({ to }) => to).toSorted()).toEqual(['fine@x.ca', 'grey@x.ca', 'lost@x.ca'])
    expect([...emails.counts]).toEqual([
      ['sent', 3],
      ['failed', 1],
      ['retried', 2],
    ])
  })

  it('tries for 23 hours, says how long the oldest email waits, and forgets finished ones after a week', async () => {
    const { db, smtp, emails, order, rows, pass, now } = await stage()
    smtp.refuse = () => '421 Busy'
    await order('a@x.ca')
    await emails.sendDue()
    for (const [i, delayMs] of RETRY_DELAYS_MS.entries()) {
      pass(delayMs - 1)
      await emails.sendDue()
      expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: i + 1 })
      pass(1)
      const { waiting, oldestDueSeconds } = await readEmailBacklog(db, now())
      expect([waiting, oldestDueSeconds]).toEqual([
        1,
        RETRY_DELAYS_MS.slice(0, i + 1).reduce((sum, ms) => sum + ms) / 1000,
      ])
      await emails.sendDue()
    }
    expect((await rows())[0]).toMatchObject({ state: 'failed', attempts: 16, body: null })
    expect(await readEmailBacklog(db, now())).toEqual({ waiting: 0, oldestDueSeconds: 0 })
    pass(7 * DAY_MS)
    await emails.deleteOld()
    expect(await rows()).toHaveLength(1)
    pass(1)
    await emails.deleteOld()
    expect(await rows()).toEqual([])
  })
})
