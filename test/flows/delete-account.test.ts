// DELETE /api/v1/account: suspended at once on every node, erased after seven days, restored until then.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { changeAccount } from '../../src/access/accounts/accounts.ts'
import { ERASE_AFTER_DAYS } from '../../src/access/accounts/delete-account.ts'
import { eraseAccount, eraseDeletedAccounts } from '../../src/app/erase-account.ts'
import { LOCAL_OPERATOR } from '../../src/events/audit-log.ts'
import { DAY_MS } from '../../src/kernel/time.ts'
import { kinds, runCleanups } from '../support/databases.ts'
import { dumpOf } from '../support/dump.ts'
import { operatorKeyOf } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import type { Tenant } from '../support/tenant.ts'
import { createResources, serverOn, tenant } from '../support/tenant.ts'

afterEach(runCleanups)

const PATH = '/api/v1/account?confirm='
const later = (days: number) => new Date(Date.now() + days * DAY_MS)

const codeOf = async (server: TestServer, key: string | undefined, headers = {}) =>
  (await server.get('/api/v1/me', key, headers)).body.code

async function actionsOn(server: TestServer, { accountId }: Tenant): Promise<string[]> {
  const rows = await server.app.foundation.db.query
    .selectFrom('audit_log')
    .select('action')
    .where('target', '=', accountId)
    .orderBy('at')
    .execute()
  return rows.map(({ action }) => action)
}

describe.each(kinds)('deleting an account on %s', (kind) => {
  it('suspends every credential at once, and erases the account after seven days, once', async () => {
    const server = await serverOn(kind)
    const { db } = server.app.foundation
    const [owner, stranger] = [await tenant(server), await tenant(server)]
    const { ids, secrets } = await createResources(server, owner)
    await server.send('PUT', '/api/v1/listings/quixotic-1', { address: '77 Quixotic Way, Toronto' }, owner.key)
    const verified = { email_verified_at: new Date().toISOString(), language: 'fr' as const }
    await db.query.updateTable('people').set(verified).where('id', '=', owner.personId).execute()

    for (const confirm of [stranger.accountId, 'yes'])
      expect((await server.send('DELETE', PATH + confirm, {}, owner.key)).body.code).toBe('invalid_parameter')
    expect((await server.send('DELETE', '/api/v1/account', {}, owner.key)).body.code).toBe('missing_parameter')
    expect(await codeOf(server, owner.key)).toBeUndefined()

    const asked = Date.now()
    const { status, body } = await server.send('DELETE', PATH + owner.accountId, {}, undefined, owner.session)
    expect([status, body.data.status]).toEqual([202, 'suspended'])
    expect(Math.abs(Date.parse(body.data.erase_at) - asked - ERASE_AFTER_DAYS * DAY_MS)).toBeLessThan(60_000)
    for (const secret of [owner.key, secrets.rotated, secrets.accessToken])
      expect(await codeOf(server, secret)).toBe('account_suspended')
    expect(await codeOf(server, undefined, owner.session)).toBe('account_suspended')
    // A request whose response was lost: the answer says what the first one did.
    const again = await server.send('DELETE', PATH + owner.accountId, {}, owner.key)
    expect([again.status, again.body.erase_at]).toEqual([403, body.data.erase_at])

    await server.app.services.access.signIn.emailsSent()
    const mail = readFileSync(join(server.dataDir, 'mail.txt'), 'utf8')
    expect(mail).toContain(`Toutes ses données seront effacées le ${body.data.erase_at.slice(0, 10)}`)

    expect(await eraseDeletedAccounts(db, later(ERASE_AFTER_DAYS - 0.1))).toBe(0)
    expect(await dumpOf(db)).toContain('quixotic-1')
    // Two nodes at the same time, and one more after a crash.
    const due = later(ERASE_AFTER_DAYS + 0.1)
    const erased = await Promise.all([eraseDeletedAccounts(db, due), eraseDeletedAccounts(db, due)])
    expect(erased.toSorted()).toEqual([0, 1])
    expect(await eraseDeletedAccounts(db, due)).toBe(0)
    // Usage is written every few seconds: a fast machine would be here before the first time.
    await server.app.services.access.usage.flush()
    const dump = await dumpOf(db)
    expect(dump.toLowerCase()).not.toContain('quixotic')
    const kept = dump
      .split('\n')
      .filter((line) => line.includes(owner.accountId) || line.includes(ids['/api/v1/feeds/']))
    expect([...new Set(kept.map((line) => line.split(' ')[0]))].sort()).toEqual(['accounts', 'audit_log', 'usage_days'])
    expect(await actionsOn(server, owner)).toEqual(['account.created', 'account.deleted', 'account.erased'])
    expect(await codeOf(server, stranger.key)).toBeUndefined()
  })

  it('ends when the operator reinstates the account, even while a node erases it', async () => {
    const server = await serverOn(kind)
    const { db } = server.app.foundation
    const owner = await tenant(server)
    await server.send('PUT', '/api/v1/listings/C1', { address: '77 Kept Way, Toronto' }, owner.key)
    expect((await server.send('DELETE', PATH + owner.accountId, {}, owner.key)).status).toBe(202)
    const operator = operatorKeyOf(server)
    const path = `/api/v1/operator/accounts/${owner.accountId}`
    expect((await server.get(path, operator)).body.data.erase_at).toEqual(expect.any(String))
    const due = later(ERASE_AFTER_DAYS + 1)
    // Reinstated after the node saw that it is due: the transaction notices, and nothing is lost.
    await db.tx((tx) => changeAccount(tx, owner.accountId, { status: 'active' }, LOCAL_OPERATOR))
    await expect(eraseAccount(db, owner.accountId, LOCAL_OPERATOR, due, true)).rejects.toThrow()
    await server.app.services.access.directory.sync()
    expect((await server.get('/api/v1/listings/C1', owner.key)).status).toBe(200)
    expect((await server.get(path, operator)).body.data).toMatchObject({ status: 'active', erase_at: null })
    // An account that the operator suspended is not erased.
    await server.send('PATCH', path, { status: 'suspended' }, operator)
    expect(await eraseDeletedAccounts(db, due)).toBe(0)
    const actions = ['account.created', 'account.deleted', 'account.reinstated', 'account.suspended']
    expect(await actionsOn(server, owner)).toEqual(actions)
  })

  it('refuses applications, test keys of live accounts, and people who are not owners', async () => {
    const server = await serverOn(kind)
    const { db } = server.app.foundation
    const owner = await tenant(server)
    const { secrets } = await createResources(server, owner)
    const remove = (key: string | undefined, headers = {}) =>
      server.send('DELETE', PATH + owner.accountId, {}, key, headers)
    expect((await remove(secrets.accessToken)).status).toBe(403)
    const test = await server.send('POST', '/api/v1/api-keys', { mode: 'test' }, owner.key)
    expect((await remove(test.body.data.key)).body.code).toBe('insufficient_scope')
    const reader = await server.send('POST', '/api/v1/api-keys', { scopes: ['usage:read'] }, owner.key)
    expect((await remove(reader.body.data.key)).body.code).toBe('insufficient_scope')
    const members = db.query.updateTable('account_members').set({ account_role: 'developer' })
    await members.where('person_id', '=', owner.personId).execute()
    server.app.services.access.sessions.clearCache()
    expect((await remove(undefined, owner.session)).body.code).toBe('account_role_required')
    expect(await codeOf(server, owner.key)).toBeUndefined()
  })
})
