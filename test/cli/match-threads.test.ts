// Tests the threads of `plinth match`: all of them match, and a failure of one ends the run.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MODEL } from '@plinth/matcher/internal/decide/model'
import { beforeAll, describe, expect, it } from 'vitest'
import type { openSharedIndex } from '../../src/cli/match/building-index.ts'
import type { Block, MatchPlan } from '../../src/cli/match/formats/match-plan.ts'
import type { BlockPool, startThreads } from '../../src/cli/match/match-threads.ts'
import type { readStreets } from '../../src/cli/match/open-matcher.ts'
import { importBuilt } from '../support/built.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const built = <T>(name: string): Promise<T> => importBuilt(`cli/match/${name}`)

const PLAN: MatchPlan = {
  hints: 'all',
  details: false,
  columns: {},
  inputFormat: 'ndjson',
  outputFormat: 'ndjson',
  fd: null,
  blockBytes: 1000,
  idType: 'STRING',
}

const folder = suiteFolder()
const buildings = join(folder, 'buildings.ndjson')
const howe = { id: 'howe', address: '1480 Howe St', city: 'Vancouver', province: 'BC' }
beforeAll(() => writeFileSync(buildings, JSON.stringify(howe)))

async function start(count: number): Promise<BlockPool> {
  const threads = await built<{ startThreads: typeof startThreads }>('match-threads')
  const index = await built<{ openSharedIndex: typeof openSharedIndex }>('building-index')
  const streets = (await built<{ readStreets: typeof readStreets }>('open-matcher')).readStreets(undefined)
  const ignore = () => undefined
  const openSource = async () => ({ buildings: await index.openSharedIndex(buildings, ignore), model: MODEL, streets })
  return threads.startThreads(count, openSource, ignore)
}

async function untilReady(pool: BlockPool, count: number): Promise<void> {
  while (pool.ready < count) await sleep(10)
}

const blockOf = (id: number): Block => ({
  bytes: new Uint8Array(Buffer.from(`{"id":${id},"text":"${id} - 1480 Howe St, Vancouver"}\n`)),
  line: 1,
})

describe('the threads of plinth match', () => {
  it('match blocks at once on the main thread, and on workers when they are ready, with the same answers', async () => {
    const pool = await start(3)
    const texts = async () => {
      const matched = await Promise.all(
        Array.from({ length: pool.concurrency }, (_, id) => pool.match(blockOf(id), PLAN)),
      )
      return matched.map(({ bytes }) => Buffer.from(bytes).toString())
    }
    try {
      const alone = await texts()
      await untilReady(pool, 3)
      expect(await texts()).toEqual(alone)
      expect(alone[7]).toContain('{"id":7,"outcome":"matched","reason":null,"data":[{"building_id":"howe",')
      expect(pool.concurrency).toBe(12)
    } finally {
      await pool.close()
    }
  })

  it('fail when a worker fails', async () => {
    // Rows of Parquet without its metadata: only a worker, the least busy thread, gets the second block.
    const pool = await start(2)
    try {
      await untilReady(pool, 2)
      const good = pool.match(blockOf(1), PLAN)
      await expect(pool.match({ rowStart: 0, rowEnd: 1 }, PLAN)).rejects.toThrow(TypeError)
      expect((await good).count).toBe(1)
      await expect(Promise.all([pool.match(blockOf(2), PLAN), pool.match(blockOf(3), PLAN)])).rejects.toThrow(TypeError)
    } finally {
      await pool.close()
    }
  })
})
