// People of accounts on a database, with a clock that tests move and a mailbox.
import { createAccount } from '../../src/access/accounts/accounts.ts'
import { Emails } from '../../src/access/emails/emails.ts'
import type { Message } from '../../src/access/emails/mailer.ts'
import { RateLimiter } from '../../src/access/limits/rate-limit.ts'
import { AccountPeople } from '../../src/access/people/account-people.ts'
import { MailedLinks } from '../../src/access/people/mailed-links.ts'
import { Passwords } from '../../src/access/people/passwords.ts'
import { Sessions } from '../../src/access/people/sessions.ts'
import { SignIn } from '../../src/access/people/sign-in.ts'
import type { AccountRole } from '../../src/access/rights/account-roles.ts'
import type { Session } from '../../src/access/rights/principal.ts'
import type { Database } from '../../src/db/database.ts'
import type { Cause } from '../../src/events/audit-log.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { PASSWORD } from '../support/people.ts'

export const SECRET = 'a secret of the tests, long enough to be one'
export const secrets = createSecrets(SECRET)

let callers = 0
/** From a new network each time. */
export const cause = (actor = 'visitor'): Cause => ({ actor, requestId: 'req_1', address: `10.0.0.${++callers}` })

export async function peopleStage(db: Database) {
  let now = Date.parse('2026-11-14T06:00:00Z')
  const clock = { now: () => now }
  const post: Message[] = []
  const mailer = { send: async (message: Message) => void post.push(message) }
  const texts = { baseUrl: () => 'http://here', problemText: (text: string) => text }
  const emails = new Emails({ db, secrets, clock, mailer, ...texts, log: silentLog })
  const sessions = new Sessions(db, secrets, clock)
  const parts = { db, clock, sessions, emails, rate: new RateLimiter(clock), passwords: new Passwords(secrets, 10) }
  const signIn = new SignIn({ ...parts, links: new MailedLinks(secrets) })
  const people = new AccountPeople({ ...parts, secrets, changed: async () => {} })
  const last = async (to: string) => {
    await emails.idle()
    return post.findLast((message) => message.to === to)?.text ?? ''
  }
  const token = async (to: string) => /\/(?:verify|reset|invitations)\/(\S+)/.exec(await last(to))?.[1] ?? ''
  const claim = async (email: string, password = PASSWORD) => {
    const account = await db.tx((tx) => createAccount(tx, email, 'sandbox'))
    return { account, person: await signIn.claim(account, undefined, password, cause()) }
  }
  const open = (email: string, password = PASSWORD) => signIn.open({ email, password }, null, cause())
  const signedIn = async (email: string) => (await open(email)).session
  const prove = async (email: string, password = PASSWORD) =>
    signIn.verify(await token(email), { session: null, password }, cause())
  /** A new account with a verified owner, signed in. */
  const owner = async (email: string): Promise<Session> => {
    await claim(email)
    await prove(email)
    return signedIn(email)
  }
  const invite = (by: Session, email: string, account_role: AccountRole) =>
    people.invite(by, { email, account_role }, cause(by.person.id))
  const join = async (by: Session, email: string, role: AccountRole): Promise<Session> => {
    await invite(by, email, role)
    return (await people.accept(await token(email), PASSWORD, cause())).session
  }
  const setRole = (by: Session, whom: Session, role: AccountRole) =>
    people.changeRole(by, whom.person.id, role, cause(by.person.id))
  const remove = (by: Session, whom: Session) => people.remove(by, whom.person.id, cause(by.person.id))
  const otherNode = () => new Sessions(db, secrets, clock)
  const pass = (ms: number) => (now += ms)
  const steps = { claim, open, signedIn, prove, owner, invite, join, setRole, remove, otherNode, pass }
  return { sessions, signIn, people, clock, emails, post, last, token, ...steps }
}
