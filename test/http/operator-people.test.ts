// Roles, audit log and operator account endpoints, over HTTP and from the command line.
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import {
  eraseAccountCommand,
  listAccountsCommand,
  setAccountCommand,
  setRoleCommand,
} from '../../src/cli/operate/accounts-commands.ts'
import { AuditPage, OperatorAccountDetail, OperatorAccountPage } from '../../src/http/account/people-schemas.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { newNetwork, operatorKeyOf, PASSWORD, signedInPage, verifiedOwner } from '../support/people.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({ TRUST_PROXY: '1' })
const operator = operatorKeyOf(server)
afterAll(() => server.stop())
afterEach(() => vi.restoreAllMocks())

const verified = (email: string) => verifiedOwner(server, email)
const browser = (email: string) => signedInPage(server, email)

const setRole = (id: string, role: string | null) =>
  server.send('PATCH', `/api/v1/operator/people/${id}`, { role }, operator)

describe('a role', () => {
  it('gives curators the desk, operators everything, and other people neither', async () => {
    const { person } = await verified('role@example.com')
    const [desk, accounts] = ['/api/v1/desk/queue', '/api/v1/operator/accounts']
    const attempt = async () => {
      const headers = await browser('role@example.com')
      const responses = [await server.get(desk, undefined, headers), await server.get(accounts, undefined, headers)]
      return responses.map(({ status, body }) => (status === 200 ? 200 : body.code))
    }
    expect(await attempt()).toEqual(['insufficient_scope', 'insufficient_scope'])
    expect((await setRole(person.id, 'curator')).body.data.role).toBe('curator')
    expect(await attempt()).toEqual([200, 'insufficient_scope'])
    await setRole(person.id, 'operator')
    expect(await attempt()).toEqual([200, 200])
    await setRole(person.id, null)
    expect(await attempt()).toEqual(['insufficient_scope', 'insufficient_scope'])
  })

  it('changes only with a CSRF token, ends sessions, and is recorded in the audit log', async () => {
    const [boss, clerk] = [await verified('boss@example.com'), await verified('clerk@example.com')]
    await setRole(boss.person.id, 'operator')
    const [headers, other] = [await browser('boss@example.com'), await browser('clerk@example.com')]
    const path = `/api/v1/operator/people/${clerk.person.id}`
    const withoutToken = await server.send('PATCH', path, { role: 'curator' }, undefined, { cookie: headers.cookie! })
    expect([withoutToken.status, withoutToken.body.code]).toEqual([403, 'csrf_token_invalid'])
    expect((await server.send('PATCH', path, { role: 'curator' }, undefined, headers)).status).toBe(200)
    expect((await server.get('/api/v1/me', undefined, { ...other, ...newNetwork() })).status).toBe(401)
    const log = await server.get(
      `/api/v1/operator/audit-log?target=${clerk.person.id}&action=person.role_changed`,
      operator,
    )
    expect(AuditPage.parse(log.body).data).toMatchObject([
      { actor: boss.person.id, account_id: clerk.id, details: { from: null, to: 'curator' } },
    ])
    const own = await server.get('/api/v1/audit-log?action=person.role_changed', clerk.key)
    expect(own.body.data).toMatchObject([{ actor: 'operator', address: null, request_id: null }])
  })

  it('requires an existing person with a verified email address', async () => {
    const key = await server.newKey('pro')
    const created = await server.send(
      'POST',
      '/api/v1/people',
      { email: 'un@example.com', password: PASSWORD },
      key,
      newNetwork(),
    )
    expect((await setRole(created.body.data.id, 'curator')).body.code).toBe('state_conflict')
    expect((await setRole('per_nobody', 'curator')).body.code).toBe('person_not_found')
  })
})

describe('an account', () => {
  it('is found by email address, id and key prefix, with paging and details', async () => {
    const { id, prefix, person } = await verified('findme@example.com')
    const find = async (q: string) =>
      OperatorAccountPage.parse(
        (await server.get(`/api/v1/operator/accounts?q=${encodeURIComponent(q)}`, operator)).body,
      ).data.map(({ id }) => id)
    expect(await find('FindMe@')).toEqual([id])
    expect(await find(id)).toEqual([id])
    expect(await find(person.id)).toEqual([id])
    expect(await find(prefix)).toContain(id)
    expect(await find("%'_")).toEqual([])
    const detail = await server.get(`/api/v1/operator/accounts/${id}`, operator)
    const data = OperatorAccountDetail.parse(detail.body.data)
    expect([data.keys[0]?.prefix, data.members[0]?.id, data.audit.length > 3]).toEqual([prefix, person.id, true])
    expect((await server.get('/api/v1/operator/accounts/acc_none', operator)).body.code).toBe('account_not_found')

    const all: string[] = []
    for (let cursor = ''; ; ) {
      const page = OperatorAccountPage.parse(
        (await server.get(`/api/v1/operator/accounts?limit=2${cursor}`, operator)).body,
      )
      all.push(...page.data.map(({ id }) => id))
      if (!page.meta.next_cursor) break
      cursor = `&cursor=${page.meta.next_cursor}`
    }
    const rows = await server.app.foundation.db.query.selectFrom('accounts').select('id').execute()
    expect([all.length, new Set(all).size]).toEqual([rows.length, rows.length])
  })

  it('sees only its own audit log, and cannot use another account’s cursor', async () => {
    const [one, other] = [await verified('one@example.com'), await verified('other@example.com')]
    const log = await server.get('/api/v1/audit-log?limit=2', one.key)
    expect(log.body.data.map(({ action }: { action: string }) => action)).toHaveLength(2)
    expect(new Set(log.body.data.map((row: { account_id: string }) => row.account_id))).toEqual(new Set([one.id]))
    const foreign = await server.get(`/api/v1/audit-log?limit=2&cursor=${log.body.meta.next_cursor}`, other.key)
    expect(foreign.body.code).toBe('invalid_cursor')
    const wrong = await server.get('/api/v1/audit-log?action=key.made', one.key)
    expect([wrong.status, wrong.body.errors[0].allowed.length > 20]).toEqual([400, true])
  })
})

describe('the command line', () => {
  const config = () => readConfig({ DATA_DIR: server.dataDir })

  it('erases an account through the running server, only after a confirmation', async () => {
    const { id } = await verified('erased@example.com')
    await expect(eraseAccountCommand(config(), id, {})).rejects.toThrow(`account ${id} was not erased`)
    expect((await server.get(`/api/v1/operator/accounts/${id}`, operator)).body.data.status).toBe('active')
    const lines: string[] = []
    vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
    await eraseAccountCommand(config(), id, { yes: true })
    expect(lines).toEqual(expect.arrayContaining([`Erased ${id}. Deleted:`, '        1  people']))
    const after = await server.get(`/api/v1/operator/accounts/${id}`, operator)
    expect(after.body.data).toMatchObject({ status: 'suspended', email: null, members: [], keys: [] })
    expect(after.body.data.audit.map(({ action }: { action: string }) => action)).toContain('account.erased')
    await expect(eraseAccountCommand(config(), 'acc_none', { yes: true })).rejects.toThrow('acc_none')
  })

  it('lists accounts and sets plan, status and roles through the running server', async () => {
    const { id, person } = await verified('cli@example.com')
    const lines: string[] = []
    vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
    await listAccountsCommand(config(), 'cli@example.com', {})
    await setAccountCommand(config(), id, { plan: 'elite', suspend: true })
    await setRoleCommand(config(), 'CLI@example.com', 'curator')
    expect(lines).toEqual([
      expect.stringMatching(/^acc_\w+ {2}sandbox .* cli@example\.com$/),
      expect.stringMatching(/elite .*suspended/),
      'cli@example.com: curator',
    ])
    const after = await server.get(`/api/v1/operator/accounts/${id}`, operator)
    expect([after.body.data.plan, after.body.data.status]).toEqual(['elite', 'suspended'])
    expect(after.body.data.members).toMatchObject([{ id: person.id, role: 'curator' }])
    await expect(setRoleCommand(config(), 'nobody@example.com', 'curator')).rejects.toThrow('no person has verified')
    await expect(setRoleCommand(config(), 'cli@example.com', 'king')).rejects.toThrow('unknown role')
  })
})
