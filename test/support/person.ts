// Somebody with a password for an account of a plan, and a browser in which they are signed in.
import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { Plan } from '../../src/access/plans.ts'
import type { Visit } from './browser.ts'
import { visit } from './browser.ts'
import type { TestServer } from './server.ts'

export interface TestPerson {
  readonly email: string
  readonly password: string
  /** A key of the same account. */
  readonly key: string
}

const PASSWORD = 'correct horse battery'

export async function newPerson(server: TestServer, plan: Plan): Promise<TestPerson> {
  const key = await server.newKey(plan)
  const email = `${plan}-${crypto.randomUUID().slice(0, 8)}@example.com`
  const { status, text } = await server.send('POST', '/api/v1/people', { email, password: PASSWORD }, key)
  if (status !== 201) throw new Error(text)
  return { email, password: PASSWORD, key }
}

/** A context of its own with the session's cookie, as signing in leaves it. */
export async function visitAs(
  browser: Browser,
  server: TestServer,
  { email, password }: TestPerson,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const { headers } = await server.send('POST', '/api/v1/sessions', { email, password })
  const [pair] = headers.get('set-cookie')!.split(';')
  const at = pair!.indexOf('=')
  const visited = await visit(browser, server, options)
  const cookie = { name: pair!.slice(0, at), value: pair!.slice(at + 1), secure: true, httpOnly: true }
  await visited.context.addCookies([{ ...cookie, url: server.url.replace('http:', 'https:') }])
  return visited
}
