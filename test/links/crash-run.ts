// Desks that are killed while deciding: acknowledged decisions are complete, and every change has one event.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import type { DatabaseOptions } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { programOf } from '../support/child.ts'
import { stage } from './stage.ts'

const CASES = 40

/** Kills the child after a few decisions. Returns the acknowledged ones. */
async function killedAfter(options: DatabaseOptions, count: number, how = ''): Promise<string[]> {
  const child = spawn(process.execPath, [...programOf('links/crash-child'), JSON.stringify(options), how], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const acknowledged: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line)
    if (acknowledged.length === count) child.kill('SIGKILL')
  }
  await exited
  return acknowledged
}

/** An undone decision and its alias are revoked, its case is open, its event is published. Others are unchanged. */
async function expectAllOrNothing(options: DatabaseOptions, acknowledged: readonly string[]): Promise<void> {
  const db = await openDatabase(options)
  try {
    const { events } = await stage(db)
    const decisions = await db.query.selectFrom('link_decisions').selectAll().execute()
    const cases = await db.query.selectFrom('link_cases').select(['id', 'status']).execute()
    const acts = await db.query.selectFrom('audit_log').select(['action', 'target']).execute()
    const did = (action: string, target: string) =>
      acts.filter((act) => act.action === action && act.target === target).length
    const all = await events()
    const eventTypesOf = (id: string) => all.filter(({ resource_id }) => resource_id === id).map(({ type }) => type)
    for (const line of acknowledged) {
      const [act, id] = line.split(' ') as ['undone' | 'reopened', string]
      expect(did(`desk.${act}`, id), line).toBeGreaterThanOrEqual(1)
    }
    for (const { id, state } of decisions.filter(({ kind }) => kind === 'correct')) {
      const undone = did('desk.undone', id) === 1
      const revoked = undone ? ['building_link.revoked'] : []
      expect([id, state, eventTypesOf(id)]).toEqual([
        id,
        undone ? 'revoked' : 'verified',
        ['building_link.verified', ...revoked],
      ])
      const alias = decisions.find(({ suggested_by }) => suggested_by === id)!
      expect(alias.state).toBe(undone ? 'revoked' : 'proposed')
    }
    // The next process may have decided the case again.
    for (const { id, status } of cases) {
      const holds = decisions.some(({ case_id, state }) => case_id === id && state === 'verified')
      const skipped = did('desk.skipped', id) - did('desk.reopened', id) === 1
      expect([id, status]).toEqual([id, holds ? 'decided' : skipped ? 'skipped' : 'open'])
    }
  } finally {
    await db.close()
  }
}

/** Killed after this many decisions, one process after the other; then the same while they are undone. */
export interface DeskKills {
  readonly decisions: readonly number[]
  readonly undos: readonly number[]
}

export async function surviveDeskKills(options: DatabaseOptions, kills: DeskKills): Promise<void> {
  const db = await openDatabase(options)
  const { object } = await stage(db)
  for (let n = 1; n <= CASES; n++) await object(`${n} Widmer Lane, Toronto, ON`)
  await db.close()
  const acknowledged: string[] = []
  for (const count of kills.decisions) acknowledged.push(...(await killedAfter(options, count)))
  const after = await openDatabase(options)
  try {
    const { events, verified } = await stage(after)
    const rows = await after.query
      .selectFrom('link_decisions as d')
      .innerJoin('link_cases as c', 'c.id', 'd.case_id')
      .select(['d.id', 'c.status'])
      .where('d.state', '=', 'verified')
      .execute()
    const decided = rows.map(({ id }) => id).sort()
    expect(decided).toEqual(expect.arrayContaining(acknowledged))
    expect(decided.length).toBeLessThan(CASES)
    expect((await events()).map(({ resource_id }) => resource_id).sort()).toEqual(decided)
    expect(rows.every(({ status }) => status === 'decided')).toBe(true)
    expect(verified.size).toBe(decided.length)
  } finally {
    await after.close()
  }
  const undone: string[] = []
  for (const count of kills.undos) undone.push(...(await killedAfter(options, count, 'and undo')))
  await expectAllOrNothing(options, undone)
}
