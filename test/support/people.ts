// People who sign up, verify their address and sign in over HTTP; the operator's key.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'

export const PASSWORD = 'correct horse battery'

let networks = 0
/** A new network for each request, because attempts are limited by network. Only servers with TRUST_PROXY believe it. */
export const newNetwork = () => {
  networks += 1
  return { 'x-forwarded-for': `100.${64 + ((networks >> 16) & 63)}.${(networks >> 8) & 255}.${networks & 255}` }
}

export const operatorKeyOf = ({ dataDir }: TestServer): string =>
  readFileSync(join(dataDir, 'operator-key'), 'utf8').trim()

/** A sandbox account with its key. */
export async function signUp(server: TestServer, email: string) {
  const { status, text, body } = await server.send('POST', '/api/v1/accounts', { email }, undefined, newNetwork())
  expect(status, text).toBe(201)
  const { account, api_key } = body.data
  return { id: account.id as string, key: api_key.key as string, prefix: api_key.prefix as string }
}

/** A sandbox account with its owner, who has a password; `headers` are those of the owner's page. */
export async function newOwner(server: TestServer, email: string, password = PASSWORD, headers = {}) {
  const account = await signUp(server, email)
  const network = { ...newNetwork(), ...headers }
  const { status, text, body } = await server.send('POST', '/api/v1/people', { password }, account.key, network)
  expect(status, text).toBe(201)
  return { ...account, person: body.data }
}

/** The same, with a verified address. */
export async function verifiedOwner(server: TestServer, email: string) {
  const owner = await newOwner(server, email)
  const verification = { token: await emailedToken(server, email, 'verify'), password: PASSWORD }
  const { status, text } = await server.send('POST', '/api/v1/people/verify', verification, undefined, newNetwork())
  expect(status, text).toBe(200)
  return owner
}

/** The headers of a page after signing in. */
export async function signedInPage(server: TestServer, email: string, password = PASSWORD) {
  const { headers, body } = await server.send('POST', '/api/v1/sessions', { email, password }, undefined, newNetwork())
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  return { cookie, 'x-csrf-token': body.data.csrf_token as string, origin: server.url }
}

/** All emails to an address, oldest first. */
export async function emailsTo(server: TestServer, to: string): Promise<string[]> {
  await server.app.services.access.signIn.emailsSent()
  const emails = readFileSync(join(server.dataDir, 'mail.txt'), 'utf8').split('\n----\n')
  return emails.filter((email) => email.startsWith(`To: ${to}\n`))
}

/** The token of the newest link of a kind. */
export async function emailedToken(
  server: TestServer,
  to: string,
  kind: 'verify' | 'reset' | 'invitations',
): Promise<string> {
  const links = (await emailsTo(server, to)).flatMap((email) => new RegExp(`/${kind}/(\\S+)`).exec(email)?.[1] ?? [])
  return links.at(-1)!
}
