// Deletes the feedback of an account, and the cases that only it has opened.
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** Curators' decisions stay: they say which building an address is in, not who asked. */
export async function eraseFeedback(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ case_id: string }>`
    delete from link_feedback where account_id = ${accountId} returning case_id`.execute(tx)
  const cases = [...new Set(rows.map(({ case_id }) => case_id))]
  await sql`
    delete from link_cases c where id = any(${cases}::text[])
      and not exists (select from link_feedback f where f.case_id = c.id)
      and not exists (select from link_decisions d where d.case_id = c.id)`.execute(tx)
  await sql`
    update link_cases c set version = version + 1,
      voices = (select count(distinct account_id) from link_feedback f where f.case_id = c.id),
      objections = (
        select count(distinct account_id) from link_feedback f where f.case_id = c.id and f.verdict <> 'confirm')
    where id = any(${cases}::text[])`.execute(tx)
  return rows.length
}
