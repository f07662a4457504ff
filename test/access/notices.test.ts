// Events of accounts are emailed to those who chose them: once, in order, and when they want them.
import { expect, it } from 'vitest'
import type { NoticeKind } from '../../src/access/emails/email-kinds.ts'
import { Notices } from '../../src/access/emails/notices.ts'
import type { EventDraft } from '../../src/events/event-types.ts'
import { publishEvents } from '../../src/events/outbox.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/time.ts'
import { forBothDatabases } from '../support/databases.ts'
import { peopleStage } from './people-stage.ts'

forBothDatabases('notices', (open) => {
  /** An account with an owner, ann, at 06:00 UTC: 01:00 in Toronto. */
  const stage = async () => {
    const db = await open()
    const people = await peopleStage(db)
    const { clock, emails, post } = people
    const newNode = () => new Notices({ db, clock, emails })
    const notices = newNode()
    const ann = await people.owner('ann@x.ca')
    post.length = 0
    const publish = async (kind: NoticeKind, id: string, more: Partial<EventDraft['body']> = {}) => {
      const details = { name: id, url: `https://${id}.example`, disabled_reason: 'gone' }
      const draft = {
        ...{ type: kind, resource_type: kind.split('.')[0], resource_id: id, project_id: null, changed_fields: [] },
        ...{ body: { changes: [], details, ...more }, account_id: ann.account_id },
      } as unknown as EventDraft
      await db.tx((tx) => publishEvents(tx, 'production', [draft], new Date(clock.now())))
    }
    const deliver = async (ms = 0) => {
      people.pass(ms)
      await notices.orderNew()
      await emails.sendDue()
      return post.splice(0).map(({ to, subject }) => `${to}: ${subject}`)
    }
    return { ...people, db, ann, notices, newNode, publish, deliver }
  }

  it('go to owners and developers in the order of the events, and to viewers who chose them', async () => {
    const { ann, notices, publish, deliver, join, post } = await stage()
    await join(ann, 'dev@x.ca', 'developer')
    const viewer = await join(ann, 'view@x.ca', 'viewer')
    await notices.change(viewer, { kinds: { 'feed.recovered': true } })
    post.length = 0
    for (const kind of ['feed.failing', 'feed.recovered', 'feed.held'] as const) await publish(kind, 'mls')
    const all = await deliver()
    expect(all.filter((line) => line.startsWith('ann'))).toEqual([
      'ann@x.ca: Your feed mls can’t be read',
      'ann@x.ca: Your feed mls waits for your approval',
    ])
    expect(all.filter((line) => line.startsWith('dev'))).toHaveLength(2)
    expect(all.filter((line) => line.startsWith('view'))).toEqual(['view@x.ca: Your feed mls works again'])
    expect(await deliver()).toEqual([])
  })

  it('are at most one a day about the same thing, however often it happens', async () => {
    const { publish, deliver } = await stage()
    const sent: string[] = []
    for (let i = 0; i < 10; i++) {
      await publish('feed.failing', 'mls')
      await publish('feed.recovered', 'mls')
      sent.push(...(await deliver(HOUR_MS)))
    }
    expect(sent).toEqual(['ann@x.ca: Your feed mls can’t be read'])
    await publish('feed.failing', 'other')
    expect(await deliver()).toEqual(['ann@x.ca: Your feed other can’t be read'])
    await publish('feed.failing', 'mls')
    expect(await deliver(15 * HOUR_MS)).toEqual(['ann@x.ca: Your feed mls can’t be read'])
  })

  it('are ordered once when several nodes look at once, and not for samples', async () => {
    const { publish, newNode, emails, post } = await stage()
    await publish('webhook_endpoint.disabled', 'whe_1')
    await publish('webhook_endpoint.disabled', 'whe_2', { sample: true })
    await Promise.all([newNode(), newNode(), newNode()].map((node) => node.orderNew()))
    await Promise.all([emails.sendDue(), emails.sendDue()])
    expect(post.map(({ subject }) => subject)).toEqual(['Your webhook endpoint was disabled'])
  })

  it('wait for the end of quiet hours, and follow the settings of that time', async () => {
    const { ann, notices, publish, deliver } = await stage()
    await notices.change(ann, { quiet_hours: { from: '22:00', to: '07:00' } })
    await publish('feed.failing', 'mls')
    await publish('feed.held', 'mls')
    expect(await deliver()).toEqual([])
    expect(await deliver(6 * HOUR_MS - MINUTE_MS)).toEqual([])
    await notices.change(ann, { kinds: { 'feed.held': false } })
    expect(await deliver(MINUTE_MS)).toEqual(['ann@x.ca: Your feed mls can’t be read'])
    await publish('feed.failing', 'other')
    expect(await deliver()).toHaveLength(1)
  })

  it('are one summary a day at the chosen hour, with everything since the last', async () => {
    const { ann, notices, publish, deliver, post, pass, emails } = await stage()
    await notices.change(ann, { digest_hour: 8, time_zone: 'America/Vancouver' })
    await publish('feed.failing', 'one')
    await notices.orderNew()
    await publish('feed.failing', 'two')
    await publish('feed.failing', 'one')
    expect(await deliver(9 * HOUR_MS)).toEqual([])
    pass(HOUR_MS)
    await Promise.all([emails.sendDue(), emails.sendDue()])
    expect(post.map(({ subject }) => subject)).toEqual(['Your Plinth summary: 2 notifications'])
    expect(post[0]!.text.match(/feed \w+ can’t/g)).toEqual(['feed one can’t', 'feed two can’t'])
    post.length = 0
    await publish('feed.held', 'one')
    expect(await deliver()).toEqual([])
    expect(await deliver(DAY_MS)).toEqual(['ann@x.ca: Your feed one waits for your approval'])
  })

  it('stop when a person leaves or the account is suspended', async () => {
    const { db, ann, publish, deliver, join, remove, post } = await stage()
    const dev = await join(ann, 'dev@x.ca', 'developer')
    post.length = 0
    await publish('feed.failing', 'mls')
    await remove(ann, dev)
    expect(await deliver()).toEqual(['ann@x.ca: Your feed mls can’t be read'])
    await publish('feed.held', 'mls')
    await db.query.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', ann.account_id).execute()
    expect(await deliver()).toEqual([])
  })
})
