// A webhook receiver in its own process: records which events each path received.
import { createServer } from 'node:http'

/** @typedef {{ requests: number, counts: Map<number, number>, highest: number, late: number }} Seen */

/** @type {Map<string, Seen>} */
const paths = new Map()
let received = 0

/** @param {string} path @param {string} body */
function record(path, body) {
  const seen = paths.get(path) ?? { requests: 0, counts: new Map(), highest: 0, late: 0 }
  paths.set(path, seen)
  const message = JSON.parse(body)
  if (message.type === 'ping') return
  seen.requests += 1
  for (const { sequence } of message.type === 'batch' ? message.data.events : [message]) {
    const before = seen.counts.get(sequence) ?? 0
    seen.counts.set(sequence, before + 1)
    if (before > 0) continue
    received += 1
    if (sequence < seen.highest) seen.late += 1
    else seen.highest = sequence
  }
}

/** Compares what each path received with the events from `first` to `last`. @param {{ first: number, last: number }} range */
function report({ first, last }) {
  return [...paths].map(([path, { requests, counts, late }]) => {
    let missing = 0
    let duplicates = 0
    for (let sequence = first; sequence <= last; sequence++) {
      const count = counts.get(sequence) ?? 0
      if (count === 0) missing += 1
      else duplicates += count - 1
    }
    return { path, requests, missing, duplicates, late }
  })
}

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    record(request.url ?? '', Buffer.concat(chunks).toString())
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  process.send?.(port)
})
process.on('message', (/** @type {{ first: number, last: number } | null} */ range) =>
  process.send?.({ received, paths: range ? report(range) : [] }),
)
process.on('disconnect', () => process.exit())
