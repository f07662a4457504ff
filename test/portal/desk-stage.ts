// A desk to work at in a browser: people with roles who are signed in, and cases that callers brought up.
import type { Browser } from 'playwright-core'
import type { Role } from '../../src/access/roles.ts'
import { recordFeedback } from '../../src/links/desk/feedback.ts'
import type { Visit, VisitOptions } from '../support/browser.ts'
import { visitWith } from '../support/browser.ts'
import { peopleOf } from '../support/credentials.ts'
import type { TestServer } from '../support/server.ts'

export interface DeskVisit extends Visit {
  readonly email: string
  readonly headers: Readonly<Record<string, string>>
}

/** A browser of somebody who is signed in with a role. */
export async function visitAs(
  browser: Browser,
  server: TestServer,
  role: Role | null,
  options: VisitOptions = {},
): Promise<DeskVisit> {
  const { headers } = (await peopleOf(server, 'pro', role)).at(-1)!
  const seen = await visitWith(headers.cookie!, browser, server, options)
  const session = await server.get('/api/v1/sessions/current', undefined, headers)
  return { ...seen, email: session.body.data.person.email, headers }
}

/** A caller objects to the answer for each of these texts; gives the ids of the cases that this opens. */
export async function openCases(server: TestServer, texts: readonly string[]): Promise<string[]> {
  const { db, links } = server.app.services
  const ids: string[] = []
  for (const address of texts) {
    const given = {
      accountId: 'acc_1',
      query: { address },
      verdict: 'reject',
      projectId: null,
      buildingId: null,
    } as const
    const said = { ...given, note: 'The unit is in the other tower.' }
    const id = await db.tx((tx) => recordFeedback(tx, links, said, new Date()))
    const row = await db.query
      .selectFrom('link_feedback')
      .select('case_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    ids.push(row.case_id)
  }
  return ids
}

/** `1480 Howe St, Vancouver, BC` → `1480 Howe, Vancouver`: what leaves the matcher a little unsure. */
export function shortened(address: string): string {
  const [line = '', city = ''] = address.split(', ')
  return `${line.replace(/ (St|Ave|Rd|Blvd|Dr|Cres|Way|Lane|Crt|Pl)\b.*$/, '')}, ${city}`
}
