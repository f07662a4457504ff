// The sender against well-behaved and broken receivers on loopback.
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { SenderOptions } from '../../src/webhooks/sender/guarded-sender.ts'
import { createGuardedSender } from '../../src/webhooks/sender/guarded-sender.ts'
import { parseJsonDocument } from '../../src/webhooks/sender/json-response.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

/** A receiver that runs `act` on the socket after a request, and records requests. */
async function receiver(act: (socket: Socket) => void): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    let text = ''
    sockets.add(socket.on('error', () => {}))
    socket.on('data', (chunk) => {
      text += chunk
      if (!text.includes('\r\n\r\n{}')) return
      requests.push(text)
      act(socket)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=1`, requests }
}

function sender(options: Partial<SenderOptions> = {}) {
  const made = createGuardedSender({ allowPrivate: true, timeoutMs: 10_000, ...options })
  cleanUps.push(() => made.close())
  return made
}

const outgoing = (url: string) => ({
  url,
  headers: { 'content-type': 'application/json', 'webhook-id': 'e1' },
  body: '{}',
})
const answers = (text: string) => (socket: Socket) => socket.end(text)

it('sends body and headers once and returns status, headers and the start of the response', async () => {
  const { url, requests } = await receiver(
    answers('HTTP/1.1 201 Created\r\nRetry-After: 7\r\nA: 1\r\nA: 2\r\n\r\nthanks\0'),
  )
  const outcome = await sender().send(outgoing(url))
  expect(outcome).toMatchObject({ kind: 'response', status: 201, bodyStart: 'thanks\ufffd' })
  expect(outcome).toMatchObject({ headers: { 'retry-after': '7', a: '1, 2' } })
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatch(/^POST \/hook\?a=1 HTTP\/1\.1\r\n/)
  expect(requests[0]).toMatch(/webhook-id: e1\r\n/)
  expect(requests[0]).toMatch(/connection: keep-alive\r\n/)
})

/** A receiver that responds to every request on a connection; `drop` closes connections after a response. */
async function keepAliveReceiver(
  drop = false,
): Promise<{ url: string; connections: () => number; requests: () => number }> {
  let [connections, requests] = [0, 0]
  const server = createServer((socket) => {
    connections += 1
    let isUsed = false
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        if (!chunk.includes('\r\n\r\n{}')) return
        requests += 1
        // As a server does whose idle timeout ends while the request is on its way.
        if (drop && isUsed) return socket.resetAndDestroy()
        isUsed = true
        socket.write('HTTP/1.1 204 No Content\r\n\r\n')
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUps.push(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, connections: () => connections, requests: () => requests }
}

it('uses a connection again for the same receiver, and only for it', async () => {
  const [one, other] = [await keepAliveReceiver(), await keepAliveReceiver()]
  const made = sender()
  for (const { url } of [one, other, one, other, one])
    expect(await made.send(outgoing(url))).toMatchObject({ status: 204 })
  expect([one.connections(), one.requests(), other.connections(), other.requests()]).toEqual([1, 3, 1, 2])
  await Promise.all([1, 2, 3].map(() => made.send(outgoing(one.url))))
  expect(one.connections()).toBe(3)
})

it('sends again on a new connection when the receiver has closed the old one', async () => {
  const { url, connections } = await keepAliveReceiver(true)
  const made = sender()
  for (let n = 0; n < 3; n++) expect(await made.send(outgoing(url))).toMatchObject({ status: 204 })
  expect(connections()).toBe(3)
})

it('follows no redirects', async () => {
  const canary = await receiver(answers('HTTP/1.1 200 OK\r\n\r\n'))
  for (const status of [301, 302, 303, 307, 308]) {
    const { url } = await receiver(
      answers(`HTTP/1.1 ${status} Go\r\nLocation: ${canary.url}\r\nContent-Length: 0\r\n\r\n`),
    )
    expect(await sender().send(outgoing(url))).toMatchObject({ kind: 'response', status })
  }
  expect(canary.requests).toEqual([])
})

it('reads 64 KiB of an endless response and drops a character cut at the end', async () => {
  let sent = 0
  const { url } = await receiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\nx')
    const more = () => {
      if (socket.destroyed) return
      sent += 8192
      socket.write('é'.repeat(4096), more)
    }
    more()
  })
  const outcome = await sender().send(outgoing(url))
  expect(outcome).toMatchObject({ kind: 'response', status: 200, bodyStart: `x${'é'.repeat(511)}` })
  expect(sent).toBeLessThan(16 * 1024 * 1024)
})

it.each([
  ['an endless header', 'too_large', (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(9000)}`)],
  ['a response that is not HTTP', 'protocol', answers('220 mail.receiver.tld ESMTP\r\n')],
  ['an invalid header', 'protocol', answers('HTTP/1.1 200 OK\r\nno colon here\r\n\r\n')],
  ['a connection closed without a response', 'reset', (socket: Socket) => socket.end()],
  ['a reset', 'reset', (socket: Socket) => socket.resetAndDestroy()],
  ['half a body', 'reset', answers('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')],
] as const)('%s is a failure: %s', async (_, code, act) => {
  const { url } = await receiver(act as (socket: Socket) => void)
  expect(await sender().send(outgoing(url))).toMatchObject({ kind: 'failed', code })
})

it('reports a refused connection as a connect failure', async () => {
  expect(await sender().send(outgoing('http://127.0.0.1:1/'))).toMatchObject({
    kind: 'failed',
    code: 'connect',
    detail: 'the connection was refused',
  })
})

it.each([
  ['never responds', (_: Socket) => {}],
  ['never ends its headers', (socket: Socket) => trickle(socket, 'HTTP/1.1 200 OK\r\n', 'A: b\r\n')],
  ['never ends its body', (socket: Socket) => trickle(socket, 'HTTP/1.1 200 OK\r\n\r\n', '.')],
])('applies one deadline to the whole exchange: a receiver that %s', async (_, act) => {
  const { url } = await receiver(act)
  expect(await sender({ timeoutMs: 300 }).send(outgoing(url))).toMatchObject({ kind: 'failed', code: 'timeout' })
})

function trickle(socket: Socket, start: string, more: string): void {
  socket.write(start)
  const timer = setInterval(() => socket.write(more), 20)
  socket.on('close', () => clearInterval(timer))
}

it('applies the deadline to DNS', async () => {
  const slow = sender({ timeoutMs: 100, resolve: () => new Promise(() => {}) })
  expect(await slow.send(outgoing('https://ok.tld/'))).toMatchObject({ kind: 'failed', code: 'timeout' })
  expect(await slow.check('https://ok.tld/')).toBe(false)
})

it('aborts requests when the caller aborts or the sender closes', async () => {
  const control = new AbortController()
  const { url } = await receiver(() => control.abort())
  const expected = { kind: 'failed', code: 'reset' }
  expect(await sender().send(outgoing(url), control.signal)).toMatchObject(expected)
  expect(await sender().send(outgoing(url), control.signal)).toMatchObject(expected)
  const closing = sender()
  const other = await receiver(() => closing.close())
  expect(await closing.send(outgoing(other.url))).toMatchObject(expected)
})

it('resolves localhost to 127.0.0.1 in development', async () => {
  const { url } = await receiver(answers('HTTP/1.1 204 No Content\r\n\r\n'))
  const made = sender({ resolve: () => Promise.reject(new Error('requests')) })
  expect(await made.send(outgoing(url.replace('127.0.0.1', 'localhost')))).toMatchObject({ status: 204 })
  expect(await made.check(url)).toBe(true)
})

it('fetches documents over https only, also in development', async () => {
  const { url, requests } = await receiver(answers('HTTP/1.1 200 OK\r\n\r\n{}'))
  expect(await sender().fetchDocument(url)).toMatchObject({ kind: 'failed', code: 'blocked_address' })
  expect(requests).toEqual([])
})

it.each([
  ['{"client_name":"Ünit"}', {}, { client_name: 'Ünit' }],
  ['{}', { type: 'application/cimd+json; charset=utf-8' }, {}],
  ['{}', { status: 404 }, 'protocol'],
  ['{}', { status: 302 }, 'protocol'],
  ['{}', { type: 'text/html' }, 'protocol'],
  ['{}', { type: '' }, 'protocol'],
  ['<html>', {}, 'protocol'],
  [Buffer.from([0x22, 0xff, 0x22]), {}, 'protocol'],
  ['{}', { cut: true }, 'too_large'],
])('parses the document %s, %o to %o', (body, as: { status?: number; type?: string; cut?: boolean }, taken) => {
  const { status = 200, type = 'application/json', cut = false } = as
  const read = () =>
    parseJsonDocument({ status, headers: { 'content-type': type }, body: Buffer.from(body), truncated: cut })
  if (typeof taken === 'string') expect(read).toThrow(expect.objectContaining({ code: taken }))
  else expect(read()).toEqual(taken)
})

/** A server that answers every GET with the text that `answer` returns for its path. */
async function pageServer(answer: (path: string) => string): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = []
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        requests.push(String(chunk))
        socket.end(answer(String(chunk).split(' ')[1]!))
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUps.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/odata`, requests }
}

const asked = (url: string, maxBytes = 1_000_000) =>
  ({ method: 'GET', url, headers: { authorization: 'Bearer t0k' }, maxBytes, timeoutMs: 10_000 }) as const
const sized = (body: string, length = body.length) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n${body}`

it('gets a whole response with the headers of the caller', async () => {
  const body = 'x'.repeat(200_000)
  const { url, requests } = await pageServer(() => sized(body))
  const outcome = await sender().request(asked(`${url}?$top=1`))
  expect(outcome).toMatchObject({ kind: 'response', status: 200 })
  expect(outcome.kind === 'response' && String(outcome.body)).toBe(body)
  expect(requests[0]).toMatch(/^GET \/odata\?\$top=1 HTTP\/1\.1\r\n/)
  expect(requests[0]).toMatch(/authorization: Bearer t0k\r\n/)
})

it('fails a response over the limit or cut in the middle, and follows no redirect', async () => {
  const { url, requests } = await pageServer((path) => {
    if (path === '/odata/long') return sized('x'.repeat(2000))
    if (path === '/odata/half') return sized('half', 10)
    return 'HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n'
  })
  expect(await sender().request(asked(`${url}/long`, 1000))).toMatchObject({ kind: 'failed', code: 'too_large' })
  expect(await sender().request(asked(`${url}/half`))).toMatchObject({ kind: 'failed', code: 'reset' })
  expect(await sender().request(asked(`${url}/moved`))).toMatchObject({ kind: 'response', status: 302 })
  expect(requests).toHaveLength(3)
})

it('streams a body, with the same limits', async () => {
  const { url } = await pageServer((path) => (path === '/odata/half' ? sized('half', 10) : sized('x'.repeat(300_000))))
  const sizeOf = async ({ body }: { body: AsyncIterable<Buffer> }) => {
    let size = 0
    for await (const chunk of body) size += chunk.length
    return size
  }
  expect(await sender().stream(asked(url), sizeOf)).toMatchObject({ kind: 'read', value: 300_000 })
  expect(await sender().stream(asked(url, 1000), sizeOf)).toMatchObject({ kind: 'failed', code: 'too_large' })
  expect(await sender().stream(asked(`${url}/half`), sizeOf)).toMatchObject({ kind: 'failed', code: 'reset' })
})

it('survives a server that ends the connection while the reader is slow', async () => {
  let finished = () => {}
  const ended = new Promise<void>((resolve) => {
    finished = resolve
  })
  const { url } = await receiver((socket) => {
    socket.on('finish', finished)
    socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(70_000)}`)
  })
  const slow = async ({ body }: { body: AsyncIterable<Buffer> }) => {
    await ended
    for await (const _ of body);
  }
  const post = { ...asked(url), method: 'POST', body: '{}' } as const
  expect(await sender().stream(post, slow)).toMatchObject({ kind: 'failed', code: 'reset' })
})

it('limits each wait for more of a stream, but not the time that the caller needs', async () => {
  const { url } = await receiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n1')
    setTimeout(() => socket.end('2'), 50)
  })
  const post = { ...asked(url), method: 'POST', body: '{}', timeoutMs: 1000 } as const
  let waited = false
  const read = async ({ body }: { body: AsyncIterable<Buffer> }) => {
    for await (const _ of body) {
      if (!waited) await new Promise((resolve) => setTimeout(resolve, 1200))
      waited = true
    }
    return 'all'
  }
  expect(await sender().stream(post, read)).toMatchObject({ kind: 'read', value: 'all' })
  const stalled = await receiver((socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\n1'))
  const short = { ...post, url: stalled.url, timeoutMs: 300 }
  expect(await sender().stream(short, read)).toMatchObject({ kind: 'failed', code: 'timeout' })
})

it('reads only from public https URLs in production', async () => {
  const { url, requests } = await pageServer(() => sized('{}'))
  const strict = sender({ allowPrivate: false, resolve: async () => ['10.0.0.1'] })
  const blocked = { kind: 'failed', code: 'blocked_address' }
  for (const target of [url, 'https://feeds.receiver.tld/', 'https://10.0.0.1/']) {
    expect(await strict.request(asked(target))).toMatchObject(blocked)
    expect(await strict.stream(asked(target), async () => 0)).toMatchObject(blocked)
  }
  expect(requests).toEqual([])
})
