// Emails that were promised are sent, also after the process that promised them has died.
import { expect, it } from 'vitest'
import { Emails } from '../../src/access/people/emails.ts'
import type { Message } from '../../src/access/people/mailer.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { DAY_MS, MINUTE_MS } from '../../src/kernel/time.ts'
import { forBothDatabases } from '../support/databases.ts'
import { secrets } from './people-stage.ts'

forBothDatabases('promised emails', (openDatabase) => {
  const stage = async () => {
    const db = await openDatabase()
    let now = Date.parse('2026-11-14T06:00:00Z')
    const post: string[] = []
    const process = (send: (message: Message) => Promise<void>) => {
      const mailer = { send }
      const deps = { db, secrets, clock: { now: () => now }, mailer, baseUrl: () => 'http://here', log: silentLog }
      const emails = new Emails(deps)
      emails.writes('reset', async ({ email, language }) => [emails.reset(email, 'token', language)])
      return emails
    }
    const pass = (ms: number) => {
      now += ms
    }
    const stored = async () => (await db.query.selectFrom('emails').selectAll().execute()).map(({ body }) => body)
    return { post, pass, stored, works: () => process(async ({ to }) => void post.push(to)), process }
  }
  const order = { email: 'a@x.ca', language: 'en' } as const

  it('are sent once, and not stored any longer', async () => {
    const { post, works, stored } = await stage()
    const emails = works()
    await emails.order('reset', order)
    await emails.idle()
    await emails.sendDue()
    expect([post, await stored()]).toEqual([['a@x.ca'], []])
  })

  it('are sent by another process a minute after one died, and stored encrypted until then', async () => {
    const { post, pass, stored, works, process } = await stage()
    const dead = process(() => new Promise(() => {}))
    await dead.order('reset', order)
    await expect.poll(async () => (await stored()).length).toBe(1)
    expect(JSON.stringify(await stored())).not.toContain('a@x.ca')
    const alive = works()
    await expect
      .poll(async () => {
        pass(MINUTE_MS)
        await alive.sendDue()
        return post
      })
      .toEqual(['a@x.ca'])
    expect(await stored()).toEqual([])
  })

  it('are tried again for a day when the mail server refuses them', async () => {
    const { pass, stored, process } = await stage()
    let tries = 0
    const emails = process(async () => {
      tries += 1
      throw new Error('no')
    })
    await emails.order('reset', order)
    await emails.idle()
    pass(MINUTE_MS)
    await emails.sendDue()
    expect([tries, (await stored()).length]).toEqual([2, 1])
    pass(DAY_MS)
    await emails.sendDue()
    expect([tries, (await stored()).length]).toEqual([2, 0])
  })
})
