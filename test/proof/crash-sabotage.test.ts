// The generic writer of the crash proof finds what a server does wrong. The server is a small fake that does it.
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { Effects } from '../../tools/proof/crash/effects.ts'
import { Mails } from '../../tools/proof/crash/mails.ts'
import { CrashSession } from '../../tools/proof/crash/session.ts'
import { RowWriter } from '../../tools/proof/crash/writers/row-writer.ts'
import { Random } from '../../tools/shared/random.ts'
import type { Build } from '../../tools/target/build.ts'
import { listenLocally } from '../../tools/target/listen.ts'

type Sabotage =
  | 'loses writes'
  | 'keeps what was deleted'
  | 'ignores the Idempotency-Key'
  | 'publishes no event'
  | 'publishes events twice'
  | 'has no audit log'
  | 'sends no email'

const folder = mkdtempSync(join(tmpdir(), 'plinth-crash-'))
const closing: (() => void)[] = [() => rmSync(folder, { recursive: true })]
afterEach(() => {
  for (const close of closing.splice(1)) close()
})

// biome-ignore lint/suspicious/noExplicitAny: a fake
type Record_ = any

/** Feeds, decisions on listings, and invitations. */
function fakeServer(sabotage: Sabotage | undefined, mailFile: string) {
  const [things, stored] = [new Map<string, Record_>(), new Map<string, Record_>()]
  const [events, audit]: [string[], string[]] = [[], []]
  let count = 0
  const caused = (event: string) => {
    if (sabotage !== 'publishes no event') events.push(event)
    if (sabotage === 'publishes events twice') events.push(event)
  }
  const write = (method: string, path: string, body: Record_): Record_ => {
    const [, kind, id, action] = /^\/api\/v1\/(\w+)\/?([\w.-]*)\/?(\w*)/.exec(path)!
    count += 1
    if (sabotage === 'loses writes' && count % 20 === 0) return things.get(id!) ?? { ...body, id: `lost_${count}` }
    const noted = (name: string, about: string) => sabotage !== 'has no audit log' && audit.push(`${name} ${about}`)
    if (action === 'decision') {
      const isUndone = method === 'DELETE'
      caused(`listing.link_changed ${id}`)
      Object.assign(things.get(id!), {
        decision: isUndone ? null : body,
        link: { match: isUndone ? { project_id: 1 } : null },
      })
    } else if (method === 'DELETE') {
      noted(kind === 'feeds' ? 'feed.deleted' : 'invitation.withdrawn', id!)
      if (sabotage !== 'keeps what was deleted') things.delete(id!)
    } else if (action === 'pause' || action === 'resume') {
      noted(`feed.${action}d`, id!)
      things.get(id!).status = action === 'pause' ? 'paused' : 'active'
    } else if (kind !== 'listings') {
      const made = { status: 'active', ...body, kind, id: action === 'resend' ? id : `${kind}_${count}` }
      noted(
        kind === 'feeds' ? 'feed.created' : action === 'resend' ? 'invitation.resent' : 'invitation.created',
        made.id,
      )
      if (kind === 'invitations' && sabotage !== 'sends no email')
        appendFileSync(
          mailFile,
          `To: ${things.get(made.id)?.email ?? body.email}\n\n/invitations/token-${count}\n----\n`,
        )
      if (action !== 'resend') things.set(made.id, made)
      return made
    } else things.set(id!, { ...body, link: { match: { project_id: 1 } } })
    return things.get(id!) ?? null
  }
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = JSON.parse((await text(request)) || '{}')
    const answer = (status: number, data: unknown) => response.writeHead(status).end(JSON.stringify({ data }))
    const id = url.split('/')[4]
    if (method === 'GET' && id === undefined)
      return answer(
        200,
        [...things.values()].filter(({ kind }) => url.includes(kind)),
      )
    if (method === 'GET') return things.has(id!) ? answer(200, things.get(id!)) : answer(404, null)
    const key = sabotage === 'ignores the Idempotency-Key' ? undefined : headers['idempotency-key']?.toString()
    if (key !== undefined && stored.has(key))
      return answer(200, stored.get(response.setHeader('idempotency-replayed', 'true') && key))
    const made = structuredClone(write(method, url, body))
    if (key !== undefined) stored.set(key, made)
    answer(200, made)
  })
  closing.push(() => server.close())
  return { server, events, audit }
}

async function problemsOf(sabotage?: Sabotage): Promise<string> {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const { server, events, audit } = fakeServer(sabotage, join(dataDir, 'mail.txt'))
  const session = new CrashSession({} as Build)
  session.random = new Random(7)
  session.url = `http://127.0.0.1:${await listenLocally(server)}`
  // Checks do not wait for what will not come.
  session.endWithin(1)
  const effects = new Effects()
  const operations = RowWriter.operations.filter(
    (one) => /feeds|listings\/\{key\}|invitations/.test(one) && !/accept|token|approve|file/.test(one),
  )
  const deps = { callers: {}, variables: { listed: '1' }, effects, mails: new Mails(dataDir), operations }
  for (const lane of ['feeds', 'listings', 'members']) {
    const writer = new RowWriter(session, lane, deps)
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 20; i++) await writer.step()
      await writer.verify(round === 2)
    }
  }
  const found = [
    ...effects.problems('event', events),
    ...effects.problems('audit entry', audit),
    ...effects.problems('email', deps.mails.names()),
  ]
  return [...session.breaches.map(({ what }) => what), ...found].join('\n')
}

it('finds nothing wrong with a server that works', async () => expect(await problemsOf()).toBe(''))

it.each<[Sabotage, RegExp]>([
  ['loses writes', /can only be/],
  ['keeps what was deleted', /but it can only be missing/],
  ['ignores the Idempotency-Key', /sent again with its Idempotency-Key got another answer/],
  ['publishes no event', /have 0 times the event listing.link_changed/],
  ['publishes events twice', /the event listing.link_changed \S+ is there \d+ times for/],
  ['has no audit log', /have 0 times the audit entry feed.created/],
  ['sends no email', /have 0 times the email invitations/],
])('finds a server that %s', async (sabotage, problem) => expect(await problemsOf(sabotage)).toMatch(problem))
