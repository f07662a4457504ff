// A scripted DNS server on loopback (UDP) that counts queries.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'

/** Records for the n-th query of a name (from 1): addresses, or `CNAME target`. */
export type Zone = Readonly<Record<string, (nth: number) => readonly string[]>>

/** The same for names that are not known in advance; undefined if the name does not exist. */
export type Resolve = (name: string, nth: number) => readonly string[] | undefined

const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const

export async function startDnsServer(zone: Zone | Resolve, port: number) {
  const resolve: Resolve = typeof zone === 'function' ? zone : (name, nth) => zone[name]?.(nth)
  const queryCounts: Record<string, number> = {}
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const { name, type, end } = readQuestion(message)
    // Every lookup sends an A and an AAAA query; only A is counted.
    if (type === TYPES.A) queryCounts[name] = (queryCounts[name] ?? 0) + 1
    const records = resolve(name, queryCounts[name] ?? 1)
    const header = Buffer.from(message.subarray(0, 12))
    header.writeUInt16BE(records ? 0x8180 : 0x8183, 2)
    const answers = (records ?? []).flatMap((record) => encode(record, type))
    header.writeUInt16BE(answers.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, message.subarray(12, end), ...answers]), from.port, from.address)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return { queryCounts, close: () => socket.close() }
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  while (message[at] !== 0) {
    const length = message[at]!
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

/** One resource record, or none if the query was for the other type. */
function encode(record: string, queried: number): Buffer[] {
  const alias = /^CNAME (.*)/.exec(record)?.[1]
  const data = alias ? encodeName(alias) : Buffer.from(ipaddr.parse(record).toByteArray())
  const type = alias ? TYPES.CNAME : data.length === 4 ? TYPES.A : TYPES.AAAA
  if (!alias && type !== queried) return []
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0) // pointer to the queried name at byte 12
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return [Buffer.concat([head, data])]
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}
