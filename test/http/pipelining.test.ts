// Pipelined requests: answered in order, one after the other, and never piled up.
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { oneAtATime } from '../../src/http/server/load/pipelining.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(oneAtATime(handle)).listen(0, '127.0.0.1')
  closing.push(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const textOf = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

async function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  closing.push(() => socket.destroy())
  socket.on('error', () => {})
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  await once(socket, 'connect')
  return { socket, bodies: () => [...received.matchAll(/\r\n\r\n(\/\d+)/g)].map(([, body]) => body) }
}

describe('pipelined requests', () => {
  it('are all answered in order, with one in progress at a time', async () => {
    let running = 0
    let mostRunning = 0
    const port = await serve(async (request, response) => {
      running += 1
      mostRunning = Math.max(mostRunning, running)
      await turn()
      running -= 1
      response.end(request.url)
    })
    const { socket, bodies } = await open(port)
    const paths = Array.from({ length: 300 }, (_, i) => `/${i}`)
    socket.write(paths.map(textOf).join(''))
    while (bodies().length < paths.length) await turn()
    expect(bodies()).toEqual(paths)
    expect(mostRunning).toBe(1)
  })

  it('continue after more requests than the server reads ahead', async () => {
    const port = await serve((request, response) => response.end(request.url))
    const { socket, bodies } = await open(port)
    const paths = Array.from({ length: 3000 }, (_, i) => `/${String(i).padStart(200, '0')}`)
    socket.write(paths.map(textOf).join(''))
    while (bodies().length < paths.length) await turn()
    expect(bodies()).toEqual(paths)
  })

  it('are read no further while their responses are not read', async () => {
    let handled = 0
    const long = 'a'.repeat(1024 * 1024)
    const port = await serve((_request, response) => {
      handled += 1
      response.end(long)
    })
    const { socket } = await open(port)
    socket.pause()
    socket.write(textOf('/1').repeat(200))
    let before = -1
    // Until the network's buffers are full.
    for (let quiet = 0; quiet < 200; quiet++) {
      if (handled !== before) quiet = 0
      before = handled
      await turn()
    }
    expect(handled).toBeLessThan(50)
  })

  it('close the connection when a client sends very many tiny ones', async () => {
    const port = await serve(() => {})
    const { socket } = await open(port)
    socket.write('GET / HTTP/1.1\r\nHost:\r\n\r\n'.repeat(2000))
    await once(socket, 'close')
  })
})
