// People of an account on both databases: invitations, account roles, the last owner, removal.
import { describe, expect, it } from 'vitest'
import { createAccount, createKey, listKeys } from '../../src/access/accounts/accounts.ts'
import { giveConsent } from '../../src/access/oauth/grants.ts'
import type { Session } from '../../src/access/rights/principal.ts'
import { readAudit } from '../../src/events/audit-log.ts'
import { DAY_MS } from '../../src/kernel/time.ts'
import { forEachDatabase } from '../support/databases.ts'
import { PASSWORD } from '../support/people.ts'
import { cause, peopleStage, secrets } from './people-stage.ts'

const isRejected = ({ status }: PromiseSettledResult<unknown>) => status === 'rejected'

forEachDatabase('people of an account', (openDatabase) => {
  describe('an invitation', () => {
    it('makes a verified person with its role, once, and frees nothing for a second use', async () => {
      const db = await openDatabase()
      const { people, owner, invite, token, signedIn, signIn, pass } = await peopleStage(db)
      const ann = await owner('ann@x.ca')
      pass(1000)
      const invitation = await invite(ann, ' Bob@X.ca', 'developer')
      expect(invitation).toMatchObject({ email: 'bob@x.ca', account_role: 'developer', invited_by: ann.person.id })
      const link = await token('bob@x.ca')
      const both = await Promise.allSettled([
        people.accept(link, PASSWORD, cause()),
        people.accept(link, PASSWORD, cause()),
      ])
      expect(both.filter(isRejected)).toHaveLength(1)
      expect(await people.list(ann.account_id)).toMatchObject([
        { email: 'ann@x.ca', account_role: 'owner' },
        { email: 'bob@x.ca', account_role: 'developer', email_verified_at: expect.any(String) },
      ])
      expect(await people.listInvitations(ann.account_id)).toEqual([])
      expect(await signedIn('bob@x.ca')).toMatchObject({ account_id: ann.account_id, account_role: 'developer' })
      await expect(people.accept(link, PASSWORD, cause())).rejects.toMatchObject({ code: 'link_expired' })
      // The key of the account cannot replace a person now.
      const account = await db.tx((tx) => tx.selectFrom('accounts').selectAll().executeTakeFirstOrThrow())
      await expect(signIn.claim(account, 'eve@x.ca', PASSWORD, cause())).rejects.toMatchObject({
        code: 'state_conflict',
      })
      const { entries } = await readAudit(db, { accountId: ann.account_id, limit: 50 })
      const actions = entries.map(({ action }) => action)
      expect(actions).toEqual(expect.arrayContaining(['invitation.created', 'invitation.accepted', 'person.verified']))
      expect(JSON.stringify(entries)).not.toContain('bob@x.ca')
    })

    it('expires after seven days, and a new link or a withdrawal ends the old one', async () => {
      const { people, owner, invite, token, pass } = await peopleStage(await openDatabase())
      const ann = await owner('ann@x.ca')
      const { id } = await invite(ann, 'bob@x.ca', 'viewer')
      const first = await token('bob@x.ca')
      await expect(invite(ann, 'bob@x.ca', 'owner')).rejects.toMatchObject({ code: 'state_conflict' })
      await people.resend(ann, id, cause(ann.person.id))
      const second = await token('bob@x.ca')
      expect(second).not.toBe(first)
      await expect(people.find(first)).rejects.toMatchObject({ code: 'link_expired' })
      expect(await people.find(second)).toMatchObject({ id })
      pass(7 * DAY_MS)
      await expect(people.accept(second, PASSWORD, cause())).rejects.toMatchObject({ code: 'link_expired' })
      const again = await invite(ann, 'bob@x.ca', 'viewer')
      const third = await token('bob@x.ca')
      await people.withdraw(ann, again.id, cause(ann.person.id))
      await expect(people.accept(third, PASSWORD, cause())).rejects.toMatchObject({ code: 'link_expired' })
      await expect(people.withdraw(ann, again.id, cause())).rejects.toMatchObject({ code: 'invitation_not_found' })
    })

    it('tells only the owner of a taken address why it cannot join', async () => {
      const { owner, invite, last, people } = await peopleStage(await openDatabase())
      const ann = await owner('ann@x.ca')
      await owner('zoe@y.ca')
      const taken = await invite(ann, 'zoe@y.ca', 'developer')
      const free = await invite(ann, 'new@y.ca', 'developer')
      expect(Object.keys(taken)).toEqual(Object.keys(free))
      expect(await last('zoe@y.ca')).toContain('already belongs to your own Plinth account')
      expect(await last('zoe@y.ca')).not.toContain('/invitations/')
      expect(await people.listInvitations(ann.account_id)).toHaveLength(2)
      await expect(invite(ann, 'ann@x.ca', 'owner')).rejects.toMatchObject({ code: 'state_conflict' })
    })

    it('needs an inviter with a verified address', async () => {
      const db = await openDatabase()
      const { signIn, signedIn, invite } = await peopleStage(db)
      const account = await db.tx((tx) => createAccount(tx, 'new@x.ca', 'sandbox'))
      await signIn.claim(account, undefined, PASSWORD, cause())
      await expect(invite(await signedIn('new@x.ca'), 'b@x.ca', 'viewer')).rejects.toThrow(/Verify your own/)
    })
  })

  describe('the last owner', () => {
    it('cannot be removed or demoted', async () => {
      const { owner, join, setRole, remove } = await peopleStage(await openDatabase())
      const ann = await owner('ann@x.ca')
      const bob = await join(ann, 'bob@x.ca', 'developer')
      await expect(setRole(ann, ann, 'viewer')).rejects.toThrow(/last owner/)
      await expect(remove(ann, ann)).rejects.toThrow(/last owner/)
      await expect(remove(bob, ann)).rejects.toMatchObject({ code: 'account_role_required' })
      await setRole(ann, bob, 'owner')
      await remove(bob, ann)
      await expect(setRole(bob, bob, 'developer')).rejects.toThrow(/last owner/)
    })

    it('stays when two owners leave, demote or remove each other at once', async () => {
      const { people, owner, join, setRole, remove } = await peopleStage(await openDatabase())
      for (const [round, act] of [
        [
          'a',
          [(a: Session, b: Session) => setRole(a, b, 'viewer'), (a: Session, b: Session) => setRole(b, a, 'viewer')],
        ],
        ['b', [(a: Session, b: Session) => remove(a, b), (a: Session, b: Session) => remove(b, a)]],
        ['c', [(a: Session) => remove(a, a), (_: Session, b: Session) => setRole(b, b, 'viewer')]],
      ] as const) {
        const first = await owner(`first@${round}.ca`)
        const second = await join(first, `second@${round}.ca`, 'owner')
        const results = await Promise.allSettled(act.map((one) => one(first, second)))
        expect(results.filter(isRejected)).toHaveLength(1)
        const owners = (await people.list(first.account_id)).filter(({ account_role }) => account_role === 'owner')
        expect(owners).toHaveLength(1)
      }
    })
  })

  it('a new role and a removal apply to sessions at once, and end consents', async () => {
    const db = await openDatabase()
    const { sessions, owner, join, setRole, remove, signedIn, signIn, token, people } = await peopleStage(db)
    const ann = await owner('ann@x.ca')
    const bob = await join(ann, 'bob@x.ca', 'developer')
    const consent = {
      personId: bob.person.id,
      accountId: bob.account_id,
      clientId: 'app_1',
      clientName: null,
      resources: { 'http://here/api/v1': ['keys:manage'] },
    }
    await db.tx((tx) => giveConsent(tx, consent, cause(), new Date()))
    const active = () => db.query.selectFrom('oauth_grants').select('id').where('revoked_at', 'is', null).execute()
    expect(await active()).toHaveLength(1)
    expect(await sessions.recheck(bob)).toMatchObject({ account_role: 'developer' })
    await setRole(ann, bob, 'viewer')
    expect(await sessions.recheck(bob)).toMatchObject({ account_role: 'viewer' })
    expect(await active()).toEqual([])
    await expect(db.tx((tx) => giveConsent(tx, consent, cause(), new Date()))).rejects.toThrow(/keys:manage/)
    await db.tx((tx) => giveConsent(tx, { ...consent, resources: { api: ['projects:read'] } }, cause(), new Date()))
    const key = await db.tx(async (tx) => {
      const account = await tx.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
      return (await createKey(tx, secrets, account, { mode: 'test' }, cause(bob.person.id))).key
    })
    expect(await sessions.recheck(bob)).not.toBeNull()
    await remove(ann, bob)
    expect(await sessions.recheck(bob)).toBeNull()
    expect(await active()).toEqual([])
    await expect(signedIn('bob@x.ca')).rejects.toMatchObject({ code: 'invalid_credentials' })
    // The key stays, with its creator, and the address can join again or open an account of its own.
    expect(await listKeys(db, ann.account_id)).toMatchObject([
      { id: key.id, created_by: bob.person.id, created_by_email: 'bob@x.ca', revoked_at: null },
    ])
    expect(await people.list(ann.account_id)).toHaveLength(1)
    const own = await db.tx((tx) => createAccount(tx, 'bob@x.ca', 'sandbox'))
    await signIn.claim(own, undefined, PASSWORD, cause())
    await signIn.verify(await token('bob@x.ca'), { session: null, password: PASSWORD }, cause())
    expect(await signedIn('bob@x.ca')).toMatchObject({ account_id: own.id, account_role: 'owner' })
  })

  it('a used verification link says that the address is verified', async () => {
    const db = await openDatabase()
    const { signIn, token } = await peopleStage(db)
    const account = await db.tx((tx) => createAccount(tx, 'ann@x.ca', 'sandbox'))
    await signIn.claim(account, undefined, PASSWORD, cause())
    const link = await token('ann@x.ca')
    expect(await signIn.isVerified(link)).toBe(false)
    await signIn.verify(link, { session: null, password: PASSWORD }, cause())
    expect(await signIn.isVerified(link)).toBe(true)
    const again = signIn.verify(link, { session: null, password: PASSWORD }, cause())
    await expect(again).rejects.toThrow(/already verified/)
    expect(await signIn.isVerified('pl_mail_unknown')).toBe(false)
  })
})
