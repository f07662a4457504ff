// Streams of progress: imports whose progress is read, not read, or dropped half-way.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection, Tally } from './attack-connection.ts'
import { attack, textOf } from './attack-connection.ts'

const STREAMS = 100
const READERS = ['reads', 'stops reading', 'drops'] as const
/** Refused callers try again sooner than Retry-After says, but not at once. */
const RETRY_MS = 250

/** A third of them each, all at once, and again as soon as one ends. */
const progressStreams = attack(async ({ operatorKey, importFile, tally, until }) => {
  const body = JSON.stringify({ file: importFile, source: 'attack', format: 'ndjson', dry_run: true })
  const request = textOf({ method: 'POST', path: '/api/v1/operator/imports', key: operatorKey, body })
  const runOne = async (number: number) => {
    while (performance.now() < until) {
      const connection = await tally.open()
      if (connection) {
        tally.sent += 1
        await readProgress(connection, READERS[number % READERS.length]!, request, until, tally)
      }
      await sleep(RETRY_MS)
    }
  }
  await Promise.all(Array.from({ length: STREAMS }, (_, number) => runOne(number)))
})

async function readProgress(
  connection: Connection,
  reader: (typeof READERS)[number],
  request: string,
  until: number,
  tally: Tally,
): Promise<void> {
  const response = connection.exchange(request)
  const hasBegun = () => connection.reader.unfinished !== undefined || connection.waiting === 0
  const isOver = () => performance.now() >= until || connection.isClosed
  while (!isOver() && !hasBegun()) await sleep(5)
  if (reader === 'stops reading') connection.socket.pause()
  if (reader !== 'drops') while (!isOver() && connection.waiting > 0) await sleep(50)
  const status = connection.reader.unfinished
  connection.close()
  const ended = await response
  if (ended) tally.received(ended, request)
  else if (status) tally.received({ status, retryAfter: undefined, closes: true })
  else if (performance.now() < until) tally.dropped += 1
}

export const PROGRESS_ATTACKS = { progressStreams }
