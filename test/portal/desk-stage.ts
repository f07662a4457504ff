// Test set-up for the desk: signed-in people with roles, and open cases.
import type { Browser } from 'playwright-core'
import type { Role } from '../../src/access/rights/roles.ts'
import { recordFeedback } from '../../src/links/desk/feedback.ts'
import type { Visit, VisitOptions } from '../support/browser.ts'
import { visitWith } from '../support/browser.ts'
import { peopleOf } from '../support/credentials.ts'
import type { TestServer } from '../support/server.ts'

export interface DeskVisit extends Visit {
  readonly email: string
  readonly headers: Readonly<Record<string, string>>
}

/** Opens a browser context signed in as a new person with this role. */
export async function visitAs(
  browser: Browser,
  server: TestServer,
  role: Role | null,
  options: VisitOptions = {},
): Promise<DeskVisit> {
  const { headers } = (await peopleOf(server, 'pro', role)).at(-1)!
  const visit = await visitWith(headers.cookie!, browser, server, options)
  const session = await server.get('/api/v1/sessions/current', undefined, headers)
  return { ...visit, email: session.body.data.person.email, headers }
}

/** Sends negative feedback for each address; returns the ids of the opened cases. */
export async function openCases(server: TestServer, addresses: readonly string[]): Promise<string[]> {
  const { db } = server.app.foundation
  const { links } = server.app.services
  const ids: string[] = []
  for (const address of addresses) {
    const feedback = {
      accountId: 'acc_1',
      query: { address },
      verdict: 'reject',
      projectId: null,
      buildingId: null,
      note: 'The unit is in the other tower.',
    } as const
    const id = await db.tx((tx) => recordFeedback(tx, links, feedback, new Date()))
    const row = await db.query
      .selectFrom('link_feedback')
      .select('case_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    ids.push(row.case_id)
  }
  return ids
}

/** `1480 Howe St, Vancouver, BC` → `1480 Howe, Vancouver`: enough missing to make the matcher unsure. */
export function shortened(address: string): string {
  const [line = '', city = ''] = address.split(', ')
  return `${line.replace(/ (St|Ave|Rd|Blvd|Dr|Cres|Way|Lane|Crt|Pl)\b.*$/, '')}, ${city}`
}
