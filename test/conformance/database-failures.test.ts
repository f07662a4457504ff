// Which errors are failures of the database, and what a lost connection means for a change.
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { isConnectionLost, isDatabaseFailure, isDeadlock } from '../../src/db/database-failure.ts'
import { guardClient } from '../../src/db/guarded-client.ts'
import { Fault } from '../../src/kernel/fault.ts'

/** An error of the server, as the driver reports it. */
function serverError(code: string, severity = 'ERROR', message = 'said the server'): Error {
  return Object.assign(new pg.DatabaseError(message, 1, 'error'), { code, severity })
}

const socketError = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code })

/** [error, is a failure, the connection is lost]. */
const ERRORS: readonly (readonly [name: string, error: Error, failure: boolean, lost: boolean])[] = [
  ['connection refused', socketError('ECONNREFUSED'), true, true],
  ['connection reset', socketError('ECONNRESET'), true, true],
  ['broken pipe', socketError('EPIPE'), true, true],
  ['name not found', socketError('ENOTFOUND'), true, true],
  ['network timeout', socketError('ETIMEDOUT'), true, true],
  ['connection ended', new Error('Connection terminated unexpectedly'), true, true],
  [
    'connection that failed before',
    new Error('Client has encountered a connection error and is not queryable'),
    true,
    true,
  ],
  ['connection that was closed', new Error('Client was closed and is not queryable'), true, true],
  ['no free connection', new Error('timeout exceeded when trying to connect'), true, true],
  ['connect timeout', new Error('Connection terminated due to connection timeout'), true, true],
  ['closed pool', new Error('Cannot use a pool after calling end on the pool'), true, true],
  ['shutdown', serverError('57P01', 'FATAL'), true, true],
  ['crash of a backend', serverError('57P02', 'FATAL'), true, true],
  ['starting up', serverError('57P03', 'FATAL'), true, true],
  ['shutdown, said in French', serverError('57P01', 'FATALE'), true, true],
  ['idle in a transaction', serverError('25P03', 'FATAL'), true, true],
  ['connection exception', serverError('08006'), true, true],
  ['too many connections', serverError('53300', 'FATAL'), true, true],
  ['panic', serverError('XX000', 'PANIC'), true, true],
  ['disk full', serverError('53100'), true, false],
  ['out of memory', serverError('53200'), true, false],
  ['read-only', serverError('25006'), true, false],
  ['cancelled', serverError('57014'), true, false],
  ['lock timeout', serverError('55P03'), true, false],
  ['input or output', serverError('58030'), true, false],
  ['deadlock', serverError('40P01'), true, false],
  ['serialization', serverError('40001'), true, false],
  ['unique violation', serverError('23505'), false, false],
  ['unique violation, said in French', serverError('23505', 'ERREUR'), false, false],
  ['syntax error', serverError('42601'), false, false],
  ['statement after a failed one', serverError('25P02'), false, false],
  ['mistake in our code', new TypeError('x is not a function'), false, false],
]

describe('an error', () => {
  it.each(ERRORS)('%s', (_, error, failure, lost) => {
    expect([isDatabaseFailure(error), isConnectionLost(error)]).toEqual([failure, lost])
  })
})

type Answer = Error | { readonly command: string }

/** Answers statements from a table; others succeed. */
function client(answers: Readonly<Record<string, Answer>>) {
  const sent: string[] = []
  const released: unknown[] = []
  const raw = {
    query: async ({ text }: { text: string }) => {
      sent.push(text)
      const answer = answers[text] ?? { command: text.toUpperCase() }
      if (answer instanceof Error) throw answer
      return { rowCount: 0, rows: [], ...answer }
    },
    release: (isLost: unknown) => released.push(isLost),
  }
  return { guarded: guardClient(raw as unknown as Parameters<typeof guardClient>[0]), sent, released }
}

const LOST = new Error('Connection terminated unexpectedly')
const UNCONFIRMED = { code: 'temporarily_unavailable', message: expect.stringContaining('may or may not be stored') }
const UNAVAILABLE = { code: 'temporarily_unavailable', message: 'The database is unavailable. Try again.' }

describe('a connection that breaks', () => {
  it('in COMMIT leaves the change unconfirmed, and is not used again', async () => {
    const { guarded, sent, released } = client({ commit: LOST })
    await guarded.query('begin', [])
    await guarded.query('insert into a', [])
    await expect(guarded.query('commit', [])).rejects.toMatchObject({ ...UNCONFIRMED, cause: LOST })
    await guarded.query('rollback', [])
    guarded.release()
    expect([sent, released]).toEqual([['begin', 'insert into a', 'commit'], [true]])
  })

  it.each(['insert into a', 'with x as (select 1) update a set b = 1'])(
    'in %s on its own leaves it unconfirmed',
    async (text) => {
      await expect(client({ [text]: LOST }).guarded.query(text, [])).rejects.toMatchObject(UNCONFIRMED)
    },
  )

  it('in a statement of a transaction changes nothing', async () => {
    const { guarded } = client({ 'insert into a': LOST })
    await guarded.query('begin', [])
    await expect(guarded.query('insert into a', [])).rejects.toMatchObject(UNAVAILABLE)
  })

  it.each(['select 1', 'with x as (select 1) select * from x', 'begin'])('in %s changes nothing', async (text) => {
    await expect(client({ [text]: LOST }).guarded.query(text, [])).rejects.toMatchObject(UNAVAILABLE)
  })
})

describe('a transaction', () => {
  it('that PostgreSQL rolled back in COMMIT is not reported as stored', async () => {
    const { guarded } = client({ commit: { command: 'ROLLBACK' } })
    await guarded.query('begin', [])
    await expect(guarded.query('commit', [])).rejects.toThrow('rolled back')
  })

  it('keeps its error when the rollback fails, and its connection is not used again', async () => {
    const { guarded, released } = client({ 'insert into a': serverError('23505'), rollback: LOST })
    await guarded.query('begin', [])
    await expect(guarded.query('insert into a', [])).rejects.toMatchObject({ code: '23505' })
    await guarded.query('rollback', [])
    guarded.release()
    expect(released).toEqual([true])
  })

  it('that deadlocks can be told from other failures, so that it can run again', async () => {
    const { guarded } = client({ 'update a': serverError('40P01') })
    await guarded.query('begin', [])
    const error = await guarded.query('update a', []).catch((reason: unknown) => reason)
    expect([error instanceof Fault, isDeadlock(error), isDeadlock(LOST)]).toEqual([true, true, false])
  })

  it('gives its connection back for the next one', async () => {
    const { guarded, released } = client({})
    await guarded.query('begin', [])
    await guarded.query('commit', [])
    guarded.release()
    expect(released).toEqual([false])
  })
})
