// New connections to a server that is behind: held as bytes, handed to the HTTP parser in turn, and urgent ones at once.
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { admitConnections } from '../../src/http/server/load/new-connections.ts'
import { hasWaiting, runRequest } from '../../src/kernel/turns.ts'

const closing: (() => void)[] = []
let isBehind = false
afterEach(async () => {
  isBehind = false
  for (const close of closing.splice(0)) close()
  while (hasWaiting()) await turn()
})

/** Requests that wait again as soon as they have run, each as long as a whole turn. */
async function fallBehind(): Promise<void> {
  isBehind = true
  const again = () => {
    const until = performance.now() + 6
    while (performance.now() < until);
    if (isBehind) setImmediate(() => runRequest(again))
  }
  for (let i = 0; i < 3; i++) runRequest(again)
  await turn()
  expect(hasWaiting()).toBe(true)
}

async function serve(handle: RequestListener): Promise<number> {
  const server = createServer(handle)
  admitConnections(server, new Set(['/healthz']))
  server.listen(0, '127.0.0.1')
  closing.push(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A server that notes the paths in the order of its requests. */
async function recordPaths(): Promise<{ port: number; paths: string[] }> {
  const paths: string[] = []
  const port = await serve((request, response) => {
    paths.push(request.url!)
    response.end()
  })
  return { port, paths }
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => {})
  closing.push(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

const answer: RequestListener = async (request, response) => {
  response.end(`${request.url} ${(await buffer(request)).toString('latin1').length}`)
}

async function responseOf(socket: Socket): Promise<string> {
  const [data] = (await once(socket, 'data')) as [Buffer]
  return data.toString().split('\r\n\r\n')[1]!
}

it('are served whole, with bodies longer than what is held', async () => {
  const port = await serve(answer)
  await fallBehind()
  const socket = await open(port)
  const body = 'b'.repeat(300_000)
  socket.write(`POST /long HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\nContent-Length: ${body.length}\r\n\r\n`)
  for (let i = 0; i < 5; i++) await turn()
  socket.write(body)
  expect(await responseOf(socket)).toBe('/long 300000')
  socket.write('GET /next HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await responseOf(socket)).toBe('/next 0')
})

it('are served when their first bytes come late', async () => {
  const port = await serve(answer)
  await fallBehind()
  const socket = await open(port)
  await new Promise((resolve) => setTimeout(resolve, 1200))
  socket.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await responseOf(socket)).toBe('/late 0')
})

it('are never parsed after their clients have left', async () => {
  const { port, paths } = await recordPaths()
  await fallBehind()
  const sockets = await Promise.all(Array.from({ length: 40 }, () => open(port)))
  for (const socket of sockets) socket.write('GET /gone HTTP/1.1\r\nHost: x\r\n\r\n')
  for (const socket of sockets) socket.resetAndDestroy()
  const last = await open(port)
  last.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(last, 'data')
  isBehind = false
  while (hasWaiting()) await turn()
  expect(paths.filter((path) => path === '/gone').length).toBeLessThan(20)
  expect(paths.at(-1)).toBe('/healthz')
})

it('with a health check pass those that wait', async () => {
  const { port, paths } = await recordPaths()
  await fallBehind()
  const sockets = await Promise.all(Array.from({ length: 100 }, () => open(port)))
  for (const socket of sockets) socket.write('GET /other HTTP/1.1\r\nHost: x\r\n\r\n')
  const urgent = await open(port)
  urgent.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(urgent, 'data')
  expect(paths.indexOf('/healthz')).toBeLessThan(99)
  while (paths.length < 101) await turn()
})
