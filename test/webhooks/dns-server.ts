// A name server on loopback that answers as it is told, over UDP, and counts what it was asked.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'

/** What a name answers to its n-th question (from 1): addresses of both kinds, or `CNAME target`. */
export type Zone = Readonly<Record<string, (nth: number) => readonly string[]>>

const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const

export async function startDnsServer(zone: Zone, port: number) {
  const asked: Record<string, number> = {}
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const { name, type, end } = readQuestion(message)
    // A question for each kind of address comes with every look-up; the A question is the one that counts.
    if (type === TYPES.A) asked[name] = (asked[name] ?? 0) + 1
    const records = zone[name]?.(asked[name] ?? 1)
    const header = Buffer.from(message.subarray(0, 12))
    header.writeUInt16BE(records ? 0x8180 : 0x8183, 2)
    const answers = (records ?? []).flatMap((record) => encode(record, type))
    header.writeUInt16BE(answers.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, message.subarray(12, end), ...answers]), from.port, from.address)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return { asked, close: () => socket.close() }
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

/** One resource record about the name of the question, or none when the question was for the other kind. */
function encode(record: string, asked: number): Buffer[] {
  const alias = /^CNAME (.*)/.exec(record)?.[1]
  const data = alias ? encodeName(alias) : Buffer.from(ipaddr.parse(record).toByteArray())
  const type = alias ? TYPES.CNAME : data.length === 4 ? TYPES.A : TYPES.AAAA
  if (!alias && type !== asked) return []
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0) // the name of the question, which begins at byte 12
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
