// A valid credential on a route that takes another kind: 403, and never counted as a guess.
import * as client from 'openid-client'
import { afterAll, describe, expect, it } from 'vitest'
import { application, somebody } from '../support/oauth-flow.ts'
import { operatorKeyOf } from '../support/people.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({ TRUST_PROXY: '1' })
const operatorKey = operatorKeyOf(server)
afterAll(() => server.stop())

/** More than the ten guesses a minute that one address has. */
const MANY = 15

async function repeat(path: string, key: string, address: string) {
  const from = { 'x-forwarded-for': address }
  const answers = []
  for (let i = 0; i < MANY; i++) answers.push(await server.get(path, key, from))
  return answers
}

describe('a valid credential on a route for another kind', () => {
  it.each([
    ['/metrics', 'an API key', () => server.keys.elite, ['operator_key', 'session']],
    ['/api/v1/operator/accounts', 'an API key', () => server.keys.pro, ['operator_key', 'session']],
    ['/api/v1/desk/queue', 'a sandbox key', () => server.keys.sandbox, ['operator_key', 'session']],
    ['/api/v1/people', 'an API key', () => server.keys.elite, ['session']],
    ['/api/v1/people', 'the operator key', () => operatorKey, ['session']],
    ['/api/v1/projects', 'the operator key', () => operatorKey, ['api_key', 'access_token', 'session']],
  ])('%s returns 403 to %s, names the kinds it takes, and locks nothing', async (path, _, key, accepted) => {
    const address = `100.70.${path.length}.${key().length}`
    for (const { status, body } of await repeat(path, key(), address))
      expect([status, body.code, body.accepted_credentials]).toEqual([403, 'credential_not_accepted', accepted])
    // The address still has all its attempts.
    const wrong = await server.get(path, 'pl_live_wrong', { 'x-forwarded-for': address })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_api_key'])
  })

  it('says which role the operator’s routes need', async () => {
    const { body } = await server.get('/api/v1/desk/queue', server.keys.elite)
    expect(body.required_role).toBe('curator')
    expect(body.detail).toBe(
      'Send the operator key, or sign in as a person with the role curator. API keys are not accepted here.',
    )
  })

  it('a token for another resource is 401, as OAuth requires, but is no guess', async () => {
    const { accountId } = await somebody(server)
    const { config } = await application(server, { accountId })
    const { access_token } = await client.clientCredentialsGrant(config, { resource: `${server.url}/mcp` })
    for (const { status, body } of await repeat('/api/v1/me', access_token, '100.71.0.1'))
      expect([status, body.code]).toEqual([401, 'invalid_token'])
  })
})

it('an unknown key still counts as a guess on every kind of route', async () => {
  for (const [i, path] of ['/metrics', '/api/v1/people', '/api/v1/projects'].entries()) {
    const unknown = server.keys.elite.slice(0, -1) + (server.keys.elite.endsWith('a') ? 'b' : 'a')
    const statuses = (await repeat(path, unknown, `100.72.0.${i}`)).map(({ status }) => status)
    expect([path, statuses[0], statuses.at(-1)]).toEqual([path, 401, 429])
  }
})
