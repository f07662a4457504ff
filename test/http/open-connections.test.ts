// A stopping server closes idle connections at once and waits only so long for the others.
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { closeConnections } from '../../src/http/server/load/open-connections.ts'
import { startServer } from '../support/server.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

async function open(port: number, sent = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(sent)
  return socket
}

async function listen(handle: RequestListener, closeMs: number) {
  const server = createServer(handle)
  closeConnections(server, closeMs)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = () => new Promise((resolve) => server.close(resolve))
  return { port: (server.address() as AddressInfo).port, stop }
}

it('clients that connect and send nothing do not keep the server from stopping', async () => {
  const server = await startServer()
  const port = Number(new URL(server.url).port)
  const sockets = [await open(port), await open(port)]
  // One is still held back, the other has reached the HTTP parser.
  await sleep(1200)
  sockets.push(await open(port))
  await server.stop()
  for (const socket of sockets) socket.destroy()
})

it('a running request gets its whole response, and then its connection closes', async () => {
  let finish = () => {}
  const server = await listen((_, response) => {
    response.write('begin ')
    finish = () => response.end('end')
  }, 60_000)
  const socket = await open(server.port, REQUEST)
  const received = text(socket)
  await once(socket, 'data')
  const stopped = server.stop()
  await sleep(50)
  finish()
  await stopped
  expect(await received).toContain('begin ')
  expect(await received).toContain('end')
})

it('pipelined requests get all their responses', async () => {
  const finish: (() => void)[] = []
  const server = await listen((_, response) => {
    finish.push(() => response.end(`response ${finish.length}`))
    if (finish.length === 2) response.write('second')
  }, 60_000)
  const socket = await open(server.port, REQUEST + REQUEST)
  const received = text(socket)
  await expect.poll(() => finish.length).toBe(2)
  const stopped = server.stop()
  for (const end of finish) {
    await sleep(20)
    end()
  }
  await stopped
  expect(await received).toMatch(/response 2[\s\S]*second[\s\S]*response 2/)
})

it('a connection between two requests closes at once', async () => {
  const server = await listen((_, response) => response.end('done'), 60_000)
  const socket = await open(server.port, REQUEST)
  await once(socket, 'data')
  await server.stop()
  expect(await text(socket)).toBe('')
})

it('what is not done in time is cut off: a slow request, a response without an end, headers without an end', async () => {
  const server = await listen((request, response) => {
    request.resume()
    response.write('begin')
  }, 100)
  const sent = [REQUEST, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc', 'GET / HTTP/1.1\r\nHos']
  const sockets = await Promise.all(sent.map((bytes) => open(server.port, bytes)))
  for (const socket of sockets) socket.on('error', () => {}).resume()
  const closed = sockets.map((socket) => once(socket, 'close'))
  await sleep(50)
  await server.stop()
  await Promise.all(closed)
})
