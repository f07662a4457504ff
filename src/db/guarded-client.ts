// A pooled connection that reports failures of the database as 503, and never a commit that did not happen.
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { isCopy, runCopy } from './copy-rows.ts'
import { changeUnconfirmed, databaseUnavailable, isConnectionLost, isDatabaseFailure } from './database-failure.ts'
import { DeadlineWatch } from './deadlines.ts'

type PooledClient = Pick<pg.PoolClient, 'query' | 'release'>

/** Kysely's type knows only some commands. */
type Result = Omit<PostgresQueryResult<never>, 'command'> & { readonly command: string }

const READ = /^\s*(?:begin|start|select|show|with)\b/i
const WRITE = /\b(?:insert|update|delete|merge)\s/i
const NOTHING: Result = { command: 'ROLLBACK', rowCount: 0, rows: [] }

const isWrite = (text: string): boolean => !READ.test(text) || WRITE.test(text)

export function guardClient(
  client: PooledClient,
  deadlines = new DeadlineWatch(undefined),
  onFailure: () => void = () => {},
): PostgresPoolClient {
  let inTransaction = false
  let isLost = false

  async function run(text: string, values: readonly unknown[]): Promise<Result> {
    try {
      const config: object = { text, values, query_timeout: deadlines.queryMs }
      const result = await (isCopy(text)
        ? runCopy(client, text, values[0] as string)
        : client.query(config as pg.QueryConfig))
      deadlines.answered()
      return result as unknown as Result
    } catch (error) {
      deadlines.failed(error as Error)
      if (!isDatabaseFailure(error)) throw error
      onFailure()
      isLost ||= isConnectionLost(error)
      const isUnconfirmed = isLost && (text === 'commit' || (!inTransaction && isWrite(text)))
      throw isUnconfirmed ? changeUnconfirmed(error) : databaseUnavailable(error)
    }
  }

  async function commit(): Promise<Result> {
    const result = await run('commit', [])
    inTransaction = false
    // PostgreSQL answers so if a statement failed and its error was ignored.
    if (result.command === 'ROLLBACK') throw new Error('the transaction was rolled back: a statement in it failed')
    return result
  }

  /** Without an error: it would hide the one that caused the rollback. A lost connection is rolled back by the server. */
  async function rollback(): Promise<Result> {
    inTransaction = false
    if (isLost) return NOTHING
    return run('rollback', []).catch(() => {
      isLost = true
      return NOTHING
    })
  }

  async function query(text: string, values: readonly unknown[] = []): Promise<Result> {
    if (text === 'commit') return commit()
    if (text === 'rollback') return rollback()
    const result = await run(text, values)
    if (text === 'begin' || text.startsWith('start transaction')) inTransaction = true
    return result
  }

  return {
    query: query as unknown as PostgresPoolClient['query'],
    // A lost connection must not be given to the next caller, who would fail with it.
    release: () => client.release(isLost),
  }
}
