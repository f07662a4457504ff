// People, sessions, emailed links and the audit log on both databases, with a fake clock.

import { describe, expect, it } from 'vitest'
import { changeAccount, createAccount, createKey, revokeKey } from '../../src/access/accounts/accounts.ts'
import { Passwords } from '../../src/access/people/passwords.ts'
import { changePerson } from '../../src/access/people/people.ts'
import type { CreatedSession } from '../../src/access/people/sessions.ts'
import type { Cause } from '../../src/events/audit-log.ts'
import { readAudit, SYSTEM } from '../../src/events/audit-log.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/time.ts'
import { fromCases } from '../support/cases.ts'
import { forEachDatabase } from '../support/databases.ts'
import { PASSWORD } from '../support/people.ts'
import { cause, peopleStage, secrets } from './people-stage.ts'

const cookieOf = ({ cookie }: CreatedSession) => cookie.slice(0, cookie.indexOf(';'))

forEachDatabase('people', (openDatabase) => {
  describe('sessions', () => {
    it('expire after 12 idle hours or 30 days and are written at most once a minute', async () => {
      const db = await openDatabase()
      const { sessions, claim, open, pass } = await peopleStage(db)
      await claim('a@x.ca')
      const cookie = cookieOf(await open('a@x.ca'))
      const touchedAt = async () =>
        (await db.query.selectFrom('sessions').select('touched_at').executeTakeFirst())?.touched_at
      const first = await touchedAt()
      pass(30_000)
      expect(await sessions.find(cookie)).not.toBeNull()
      expect(await touchedAt()).toBe(first)
      pass(MINUTE_MS)
      await sessions.find(cookie)
      expect(await touchedAt()).not.toBe(first)
      for (let hours = 0; hours < 29 * 24; hours += 11) {
        pass(11 * HOUR_MS)
        expect(await sessions.find(cookie)).not.toBeNull()
      }
      pass(11 * HOUR_MS)
      await sessions.find(cookie)
      pass(11 * HOUR_MS)
      await sessions.find(cookie)
      pass(4 * HOUR_MS)
      expect(await sessions.find(cookie)).toBeNull()
      const idle = cookieOf(await open('a@x.ca'))
      pass(12 * HOUR_MS)
      expect(await sessions.find(idle)).toBeNull()
      await sessions.deleteExpired()
      expect(await touchedAt()).toBeUndefined()
    })

    it('end on every node within two seconds', async () => {
      const db = await openDatabase()
      const { sessions, signIn, claim, open, prove, otherNode, pass } = await peopleStage(db)
      const { person } = await claim('a@x.ca')
      await prove('a@x.ca')
      const there = otherNode()
      const ends: ((fresh: CreatedSession) => Promise<unknown>)[] = [
        (fresh) => signIn.close(fresh.session, cause()),
        (fresh) => signIn.changePassword(fresh.session, PASSWORD, PASSWORD, cause()),
        () => db.tx((tx) => changePerson(tx, person.id, { role: 'curator' }, SYSTEM, new Date())),
        () => db.tx((tx) => changePerson(tx, person.id, { status: 'suspended' }, SYSTEM, new Date())),
      ]
      for (const end of ends) {
        const fresh = await open('a@x.ca')
        const cookie = cookieOf(fresh)
        expect([await sessions.find(cookie), await there.find(cookie)]).not.toContain(null)
        await end(fresh)
        pass(2000)
        expect([await sessions.find(cookie), await there.find(cookie)]).toEqual([null, null])
      }
      await expect(open('a@x.ca')).rejects.toMatchObject({ code: 'account_suspended' })
    })
  })

  describe('email addresses', () => {
    it('belong to the first person who verifies them, who displaces other claimants', async () => {
      const db = await openDatabase()
      const { signIn, claim, open, token, prove } = await peopleStage(db)
      const first = await claim('a@x.ca', 'the first of them')
      const firstToken = await token('a@x.ca')
      const second = await claim('a@x.ca', 'the second of them')
      const secondToken = await token('a@x.ca')
      expect((await open('a@x.ca', 'the first of them')).account.id).toBe(first.account.id)
      const both = await Promise.allSettled([
        signIn.verify(firstToken, { session: null, password: 'the first of them' }, cause()),
        signIn.verify(secondToken, { session: null, password: 'the second of them' }, cause()),
      ])
      const losses = both.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
      expect(losses).toEqual(['link_expired'])
      const rows = await db.query.selectFrom('people').select(['id', 'email', 'password']).execute()
      const won = both[0]?.status === 'fulfilled' ? first.person.id : second.person.id
      expect(rows.map(({ id, email, password }) => [id === won, email, password !== null]).sort()).toEqual([
        [false, null, false],
        [true, 'a@x.ca', true],
      ])
      const late = await claim('a@x.ca', 'a third, much later')
      expect((await open('a@x.ca', 'a third, much later')).account.id).toBe(late.account.id)
      await expect(prove('a@x.ca', 'a third, much later')).rejects.toMatchObject({ code: 'link_expired' })
    })

    it('can be verified with a link for an hour', async () => {
      const { claim, prove, pass, token } = await peopleStage(await openDatabase())
      await claim('a@x.ca')
      await token('a@x.ca')
      pass(HOUR_MS)
      await expect(prove('a@x.ca')).rejects.toMatchObject({ code: 'link_expired' })
    })

    it('limit wrong passwords per network and in total without locking out the owner', async () => {
      const { claim, signIn, pass } = await peopleStage(await openDatabase())
      await claim('a@x.ca')
      const from = (address: string, password: string) =>
        signIn.open({ email: 'a@x.ca', password }, null, { ...cause(), address })
      /** The error codes of consecutive wrong passwords. */
      const codes = async (addresses: readonly string[]) => {
        const seen: string[] = []
        for (const address of addresses) {
          pass(10_000)
          await from(address, 'not this one').catch((error) => seen.push(error.code))
        }
        return seen
      }
      // An IPv6 /64 is one network: ten per hour.
      const own = await codes(Array.from({ length: 12 }, (_, i) => `2001:db8:0:1::${i}`))
      expect(own.filter((code) => code === 'invalid_credentials')).toHaveLength(10)
      expect(own.at(-1)).toBe('rate_limited')
      expect((await from('192.0.2.1', PASSWORD)).session.person.email).toBe('a@x.ca')
      // After thirty in total every network still has two attempts, so the owner can sign in.
      for (let i = 1; i <= 15; i++) await codes([`198.51.100.${i}`, `198.51.100.${i}`])
      expect(await codes(Array.from({ length: 3 }, () => '198.51.100.200'))).toEqual([
        'invalid_credentials',
        'invalid_credentials',
        'rate_limited',
      ])
      expect((await from('192.0.2.1', PASSWORD)).session.person.email).toBe('a@x.ca')
    })

    it('count claims with different passwords as guesses, and a claim never signs in another person', async () => {
      const db = await openDatabase()
      const { claim, open, prove, signIn } = await peopleStage(db)
      const victim = await claim('a@x.ca')
      await prove('a@x.ca')
      const account = await db.tx((tx) => createAccount(tx, 'a@x.ca', 'sandbox'))
      const guess = async (i: number) => {
        await signIn.claim(account, 'a@x.ca', `guess number ${i}`, cause())
        return signIn.open({ email: 'a@x.ca', password: `guess number ${i}` }, null, {
          ...cause(),
          address: '192.0.2.9',
        })
      }
      for (let i = 0; i < 10; i++) expect((await guess(i)).account.id).toBe(account.id)
      await expect(guess(10)).rejects.toMatchObject({ code: 'rate_limited' })
      const other = await db.tx((tx) => createAccount(tx, 'a@x.ca', 'sandbox'))
      expect((await signIn.claimAndSignIn(other, 'a@x.ca', PASSWORD, cause())).account.id).toBe(other.id)
      expect((await open('a@x.ca')).account.id).toBe(victim.account.id)
    })

    it('must be verified before a person can have a role', async () => {
      const db = await openDatabase()
      const { claim, prove } = await peopleStage(db)
      const { person } = await claim('a@x.ca')
      const promote = () => db.tx((tx) => changePerson(tx, person.id, { role: 'operator' }, SYSTEM, new Date()))
      await expect(promote()).rejects.toMatchObject({ code: 'state_conflict' })
      await prove('a@x.ca')
      expect((await promote())?.role).toBe('operator')
    })
  })

  describe('the audit log', () => {
    it('has one entry per action, newest first, and none for a failed action', async () => {
      const db = await openDatabase()
      const { signIn, claim, open, prove } = await peopleStage(db)
      const { account } = await claim('a@x.ca')
      await prove('a@x.ca')
      const signed = await open('a@x.ca')
      const by: Cause = { actor: signed.session.person.id, requestId: 'req_9', address: '10.1.1.1' }
      const { key } = await db.tx((tx) => createKey(tx, secrets, account, { mode: 'test' }, by))
      await db.tx((tx) => revokeKey(tx, account.id, key.id, new Date().toISOString(), by))
      await db.tx((tx) => changeAccount(tx, account.id, { plan: 'pro', status: 'suspended' }, by))
      await expect(open('a@x.ca', 'not this one')).rejects.toThrow()
      await signIn.close(signed.session, by)
      await expect(
        db.tx(async (tx) => {
          await createKey(tx, secrets, account, { mode: 'live', name: 'Never' }, by)
          throw new Error('and back')
        }),
      ).rejects.toThrow('and back')
      const seen: string[] = []
      let after: { at: string; id: string } | undefined
      for (let hasMore = true; hasMore; ) {
        const page = await readAudit(db, { accountId: account.id, limit: 3, after })
        seen.push(...page.entries.map(({ action }) => action))
        after = page.entries.at(-1)
        hasMore = page.hasMore
      }
      expect([...seen].sort()).toEqual(fromCases<string[]>('access/people', 'actions').sort())
      const { entries } = await readAudit(db, { action: 'key.revoked', limit: 9 })
      expect(entries).toMatchObject([{ actor: by.actor, target: key.id, request_id: 'req_9', address: '10.1.1.1' }])
    })
  })
})

describe('passwords', () => {
  it('are hashed two at a time, and a full queue returns an error', async () => {
    const passwords = new Passwords(secrets, 10)
    const all = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.hash(PASSWORD, 'a@x.ca')))
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused.map(({ code }) => code)).toEqual(Array(38).fill('overloaded'))
  })

  it('match in either Unicode form, among several hashes or none', async () => {
    const passwords = new Passwords(secrets, 10)
    const older = await new Passwords(secrets, 11).hash('crème brûlée', 'a@x.ca')
    const hashes = [await passwords.hash('another one', 'a@x.ca'), older]
    expect(await passwords.find('crème brûlée'.normalize('NFD'), 'a@x.ca', hashes)).toBe(1)
    expect(await passwords.find('another one', 'a@x.ca', hashes)).toBe(0)
    expect(await passwords.find('neither', 'a@x.ca', hashes)).toBe(-1)
    expect(await passwords.find('neither', 'a@x.ca', [])).toBe(-1)
  })
})
