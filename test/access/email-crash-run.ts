// Kills processes that invite people and send emails, then compares what the mail server received.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { hashOfToken } from '../../src/access/people/mailed-links.ts'
import type { Session } from '../../src/access/rights/principal.ts'
import type { DatabaseOptions } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { programOf } from '../support/child.ts'
import type { CrashOrder } from './email-crash-child.ts'
import { peopleStage, SECRET, secrets } from './people-stage.ts'
import { startSmtpServer } from './smtp-server.ts'

const POINTS = ['before send', 'after send'] as const
const below = (limit: number) => Math.floor(Math.random() * limit)

/** Returns the last invitation that the process acknowledged, and how it ended. */
async function run(order: CrashOrder, kill: { after: number; waitMs: number } | null) {
  const child = spawn(process.execPath, [...programOf('access/email-crash-child'), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let last = order.from - 1
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line)
    if (kill && last >= kill.after) setTimeout(() => child.kill('SIGKILL'), kill.waitMs)
  }
  const [code] = (await exited) as [number | null]
  return { last, code }
}

export async function surviveDeaths(options: DatabaseOptions, invitations: number, kills: number): Promise<void> {
  const smtp = await startSmtpServer()
  let messages = 0
  smtp.refuse = (step) => {
    if (step === 'message') messages += 1
    if (step !== 'message' || messages % 7 !== 0) return undefined
    return messages % 2 === 0 ? '451 4.3.0 Later' : 'drop'
  }
  try {
    const before = await openDatabase(options)
    const { owner, clock } = await peopleStage(before)
    const owners: Session[] = []
    // An account sends 20 invitations an hour, and has 100 people at most.
    for (let i = 0; i < Math.max(3, Math.ceil(invitations / 60)); i++) owners.push(await owner(`owner-${i}@x.ca`))
    await before.close()

    const clocks = { realMs: Date.now(), epochMs: clock.now() }
    let acknowledged = 0
    for (let death = 1; death <= kills + 1; death++) {
      const isLast = death > kills
      const to = Math.floor((invitations * Math.min(death, kills)) / kills)
      const order = {
        options,
        secret: SECRET,
        smtpUrl: smtp.url,
        ...clocks,
        owners,
        from: acknowledged + 1,
        to,
        isLast,
      }
      // A third dies around a send, the others anywhere.
      const point = !isLast && below(3) === 0 ? { point: POINTS[below(2)]!, time: 1 + below(3) } : {}
      const kill = { after: Math.min(to, acknowledged + 1 + below(to - acknowledged)), waitMs: below(60) }
      const result = await run({ ...order, ...point }, isLast ? null : kill)
      expect(result.code).toBe(isLast ? 0 : null)
      acknowledged = result.last
    }

    const after = await openDatabase(options)
    const rows = await after.query
      .selectFrom('emails')
      .select(['kind', 'state'])
      .where('kind', '!=', 'verify')
      .execute()
    const stored = await after.query.selectFrom('invitations').select(['email', 'hash']).execute()
    await after.close()
    const notices = Math.floor(invitations / 10)
    const count = (kind: string) => rows.filter((row) => row.kind === kind && row.state === 'sent').length
    expect([acknowledged, rows.length, count('invitation'), count('notice')]).toEqual([
      ...[invitations, invitations + notices, invitations, notices],
    ])
    // A double has the same id, which mail servers drop, and the same link.
    const byId = new Map(smtp.received.map((email) => [email.id, email]))
    const invited = [...byId.values()].filter(({ to }) => to.startsWith('invited-'))
    expect(byId.size).toBe(invitations + notices)
    const linkOf = (text: string) => /invitations\/(\w+)/.exec(text.replaceAll('=\n', ''))![1]!
    for (const { id, text } of smtp.received.filter(({ to }) => to.startsWith('invited-')))
      expect(linkOf(text)).toBe(linkOf(byId.get(id)!.text))
    const sent = invited.map(({ to, text }) => `${to} ${hashOfToken(secrets, 'invitation', linkOf(text))}`)
    expect(sent.sort()).toEqual(stored.map(({ email, hash }) => `${email} ${hash}`).sort())
  } finally {
    await smtp.stop()
  }
}
