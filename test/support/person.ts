// A person with an account on a plan, signed in with a browser.
import type { Browser } from 'playwright-core'
import type { Plan } from '../../src/access/rights/plans.ts'
import type { Visit, VisitOptions } from './browser.ts'
import { visitWith } from './browser.ts'
import { newNetwork, PASSWORD } from './people.ts'
import type { TestServer } from './server.ts'

export interface TestPerson {
  readonly email: string
  readonly password: string
  /** A key of the same account. */
  readonly key: string
}

export async function newPerson(server: TestServer, plan: Plan): Promise<TestPerson> {
  const key = await server.newKey(plan)
  const email = `${plan}-${crypto.randomUUID().slice(0, 8)}@example.com`
  const { status, text } = await server.send('POST', '/api/v1/people', { email, password: PASSWORD }, key, newNetwork())
  if (status !== 201) throw new Error(text)
  return { email, password: PASSWORD, key }
}

/** Signed in with a browser. */
export async function visitAs(
  browser: Browser,
  server: TestServer,
  { email, password }: TestPerson,
  options: VisitOptions = {},
): Promise<Visit> {
  const { headers } = await server.send('POST', '/api/v1/sessions', { email, password }, undefined, newNetwork())
  const [cookie] = headers.get('set-cookie')!.split(';')
  return visitWith(cookie!, browser, server, options)
}
