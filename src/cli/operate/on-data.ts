// Where a command on the data is done: by the server that owns the database while one runs, else here.

import { createUpkeep } from '../../app/data-operations.ts'
import { nodeName, openFoundation } from '../../app/foundation.ts'
import { loadDataset } from '../../catalog/snapshot/load-dataset.ts'
import { buildSnapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Database } from '../../db/database.ts'
import type { Upkeep } from '../../ingest/data-operations-api.ts'
import { systemClock } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import { Stop } from '../../kernel/fault.ts'
import type { RunningServer } from '../running-server.ts'
import { findServer } from '../running-server.ts'

interface Ways<T> {
  readonly server: (server: RunningServer) => Promise<T>
  readonly here: (upkeep: Upkeep, db: Database) => Promise<T>
}

export async function onData<T>(config: Config, ways: Ways<T>): Promise<T> {
  const server = await findServer(config)
  if (server) return ways.server(server)
  const { db } = await openFoundation(config, () => {})
  try {
    const upkeep = createUpkeep({
      db,
      clock: systemClock,
      demoProjects: config.demoProjects,
      refreshAt: config.refreshAt,
      holder: nodeName,
      snapshot: async () => buildSnapshot(await loadDataset(db, 'production')),
      published: async () => {},
    })
    return await ways.here(upkeep, db)
  } finally {
    await db.close()
  }
}

/** Reads the lines of a long work of the server to the last, which is its result. */
export async function followWork<T>(response: Response, onProgress: (progress: unknown) => void): Promise<T> {
  const decoder = new TextDecoder()
  let rest = ''
  let result: { data: T } | undefined
  const take = (line: string) => {
    if (line === '') return
    const told = JSON.parse(line) as { progress?: unknown; data?: T; error?: { detail: string } }
    if (told.error) throw new Stop('failed', `the server refused: ${told.error.detail}`)
    if (told.progress) onProgress(told.progress)
    if ('data' in told) result = { data: told.data as T }
  }
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) take(line)
  }
  take(rest)
  if (!result) throw new Stop('failed', 'the server ended before the work did', 'Look at: plinth sources runs')
  return result.data
}
