// Runs a data operation through the running server, or on the local database.
import { join } from 'node:path'
import { createDataOperations, openDataOf } from '../../app/data-operations.ts'
import { nodeName } from '../../app/foundation.ts'
import { loadModel } from '../../app/model-file.ts'
import { readSnapshot } from '../../catalog/snapshot/open-dataset.ts'
import type { Database } from '../../db/database.ts'
import type { DataOperations } from '../../ingest/data-operations-api.ts'
import { systemClock } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import { Stop } from '../../kernel/fault.ts'
import { LineSplitter } from '../../kernel/lines.ts'
import { createGuardedSender } from '../../webhooks/sender/guarded-sender.ts'
import type { RunningServer } from '../terminal/running-server.ts'
import { serverOrLocal } from '../terminal/running-server.ts'

interface Alternatives<T> {
  readonly server: (server: RunningServer) => Promise<T>
  readonly local: (operations: DataOperations, db: Database) => Promise<T>
}

export function runDataOperation<T>(config: Config, { server, local }: Alternatives<T>): Promise<T> {
  return serverOrLocal(config, {
    server,
    local: ({ db }) => {
      const operations = createDataOperations({
        db,
        clock: systemClock,
        demonstration: config.demonstration,
        demoProjects: config.demoProjects,
        refreshAt: config.refreshAt,
        holder: nodeName,
        snapshot: () =>
          readSnapshot(db, 'production', {
            model: loadModel(config.modelFile).model,
            streetsFolder: config.streetsFolder,
          }),
        streetsFolder: config.streetsFolder,
        workFolder: join(config.dataDir, 'imports'),
        openData: openDataOf(config, createGuardedSender({ allowPrivate: config.allowPrivateWebhooks })),
        published: async () => {},
      })
      return local(operations, db)
    },
  })
}

/** Reads the progress lines of a long request and returns the result on its last line. */
export async function followProgress<T>(response: Response, onProgress: (progress: unknown) => void): Promise<T> {
  const decoder = new TextDecoder()
  const splitter = LineSplitter.text()
  let result: { data: T } | undefined
  const readLine = (line: string | null) => {
    if (!line) return
    const message = JSON.parse(line) as { progress?: unknown; data?: T; error?: { code?: string; detail: string } }
    if (message.error) throw refusal(message.error)
    if (message.progress) onProgress(message.progress)
    if ('data' in message) result = { data: message.data as T }
  }
  const chunks = (response.body as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  for (;;) {
    // The connection is lost, which is reported below.
    const next = await chunks.next().catch(() => undefined)
    if (!next) break
    if (next.done) {
      splitter.end().forEach(readLine)
      break
    }
    splitter.push(decoder.decode(next.value, { stream: true })).forEach(readLine)
  }
  if (!result) throw new Stop('failed', 'the server stopped before the operation finished', CHECK)
  return result.data
}

const CHECK = 'Check with: plinth sources runs'

/** After a failure of the database, the operation may have finished. */
function refusal({ code, detail }: { code?: string; detail: string }): Stop {
  return new Stop('failed', `the server refused: ${detail}`, code === 'temporarily_unavailable' ? CHECK : '')
}
