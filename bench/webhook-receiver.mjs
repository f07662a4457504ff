// A receiver for the webhook benchmark, in a process of its own: reads the body, answers 204.
import { createServer } from 'node:http'

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(204).end())
})
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  process.send?.(port)
})
process.on('disconnect', () => process.exit())
