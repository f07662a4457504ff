// The account's pages in a real browser: signing in, keys from creation to refusal, usage, applications, the log, the password.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Visit } from '../support/browser.ts'
import { visit } from '../support/browser.ts'
import { everyLook } from '../support/looks.ts'
import type { TestPerson } from '../support/person.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'

const SCRIPT = '<script>document.title = "taken"</script><img src=x onerror=alert(1)>'

const { server, browser } = await startPortal({ PASSWORD_COST: '14' })
let pro: TestPerson
let signedIn: Visit
beforeAll(async () => {
  pro = await newPerson(server, 'pro')
  signedIn = await visitAs(browser, server, pro)
})

/** The page's own text, its storage, and where it has been: everywhere a secret could linger. */
const everywhere = async ({ page, context }: Visit) =>
  [
    await page.content(),
    await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href])'),
    JSON.stringify((await context.storageState()).origins),
  ].join('\n')

/** Everything that the page has asked for is there. */
const settled = ({ page }: Visit) => page.locator('main .loading').first().waitFor({ state: 'detached' })

const createKey = async ({ page, open }: Visit, name: string): Promise<string> => {
  await open('/account/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create the key' }).click()
  return secretIn(signedIn, /pl_live_\w+/)
}

/** What is shown this once. */
const secretIn = async ({ page }: Visit, shape: RegExp): Promise<string> =>
  shape.exec((await page.locator('.secret code').textContent()) ?? '')![0]

describe('the way in', () => {
  it('leads a visitor by the sign-in form back to the page that was asked for', async () => {
    const visitor = await visit(browser, server)
    const { page } = visitor
    await visitor.open('/account/keys')
    await visitor.check()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail').fill(pro.email)
    await page.getByLabel('Password').fill(pro.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/account/keys')
    await visitor.context.close()
  })

  it('a session that has ended meanwhile is noticed, and the way in shown again', async () => {
    const visitor = await visitAs(browser, server, pro)
    await visitor.open('/account')
    await visitor.page.getByRole('heading', { name: 'This month' }).waitFor()
    await visitor.context.clearCookies()
    await visitor.page.getByRole('link', { name: 'Keys', exact: true }).click()
    await visitor.page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()
    await visitor.context.close()
  })
})

describe('every page of the account', () => {
  const TABS = ['', '/keys', '/applications', '/usage', '/plan', '/webhooks', '/audit', '/security']

  it.each(TABS)('/account%s can be read and used by everybody: light, dark, on a phone', async (tab) => {
    await signedIn.open(`/account${tab}`)
    await settled(signedIn)
    await everyLook(signedIn, `account${tab.replace('/', '-')}`)
  })

  it('is shown to a person of the sandbox too, which says which plans have webhooks and makes test keys only', async () => {
    const visitor = await visitAs(browser, server, await newPerson(server, 'sandbox'))
    const { page } = visitor
    await visitor.open('/account/webhooks')
    await page.getByText('Webhooks come with the plans Pro, Elite.').waitFor()
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    expect(await page.getByRole('radio', { name: /Live/ }).isDisabled()).toBe(true)
    await page.getByLabel('Name').fill('Sandbox')
    await page.getByRole('button', { name: 'Create the key' }).click()
    expect(await secretIn(visitor, /pl_\w+/)).toMatch(/^pl_test_/)
    await visitor.check()
    await visitor.context.close()
  })
})

describe('a key', () => {
  it('is created, called with, and its use is on the page a moment later', async () => {
    const { page, open, check, picture } = signedIn
    const key = await createKey(signedIn, 'Nightly sync')
    await check()
    await picture('key-fresh')
    const before = (await server.get('/api/v1/usage', pro.key)).body.data.used
    expect((await server.get('/api/v1/building-links?address=1480+howe+vancouver', key)).status).toBe(200)
    await open('/account/usage#shown=operation')
    const seen = page.getByText('resolveBuildingLink').first()
    // Usage is written every second.
    while (!(await seen.isVisible())) await page.getByRole('button', { name: 'Refresh' }).click()
    expect((await server.get('/api/v1/usage', pro.key)).body.data.used.requests).toBeGreaterThan(before.requests)
    await picture('usage-operations')
    // Earlier months are there too, and a month of this page is an address that can be sent on.
    await page.getByLabel('Month').waitFor()
    await open('/account/usage#month=2024-02')
    await page.getByText('What the account used in 2024-02').waitFor()
    await page.locator('.u-legend').getByText('Day').waitFor()
    await page.getByText('Nothing').first().waitFor()
    await open('/account/usage#shown=operation')
    await seen.waitFor()
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await (await waiting).createReadStream()
    expect((await file.toArray()).join('')).toMatch(
      /^day,operation,requests,lookups\r\n(.+\r\n)*\d{4}-\d\d-\d\d,resolveBuildingLink,1,/,
    )
  })

  it('is in the page once: when one has gone on, it is in no page, storage or history', async () => {
    const { page } = signedIn
    const key = await createKey(signedIn, 'Shown once')
    expect(await page.content()).toContain(key)
    await page.getByRole('link', { name: 'Usage' }).click()
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
    await page.goBack()
    await page.getByText('Shown once').waitFor()
    expect(await everywhere(signedIn)).not.toContain(key)
    await page.reload()
    await page.getByText('Shown once').waitFor()
    expect(await everywhere(signedIn)).not.toContain(key)
  })

  it('rotated without overlap: the new one works, the old one is refused', async () => {
    const { page } = signedIn
    const old = await createKey(signedIn, 'To rotate')
    await page.getByRole('button', { name: 'Rotate “To rotate”' }).click()
    await page.getByLabel('The old key works for another').selectOption('0')
    await signedIn.check()
    await signedIn.picture('key-rotate')
    await page.getByRole('button', { name: 'Make the new key' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const fresh = await secretIn(signedIn, /pl_live_\w+/)
    expect(fresh).not.toBe(old)
    expect((await server.get('/api/v1/me', fresh)).status).toBe(200)
    expect((await server.get('/api/v1/me', old)).body.code).toBe('expired_credentials')
  })

  it('revoked only after a question: Escape leaves it, the button ends it', async () => {
    const { page } = signedIn
    const key = await createKey(signedIn, 'To revoke')
    const revoke = page.getByRole('button', { name: 'Revoke “To revoke”?' })
    const question = page.getByRole('dialog')
    await revoke.click()
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect((await server.get('/api/v1/me', key)).status).toBe(200)
    const focus = 'document.activeElement.getAttribute("aria-label")'
    expect(await page.evaluate(focus)).toBe('Revoke “To revoke”?')
    await revoke.click()
    await page.getByRole('button', { name: 'Revoke the key' }).click()
    await revoke.waitFor({ state: 'detached' })
    expect((await server.get('/api/v1/me', key)).body.code).toBe('revoked_credentials')
    await page.getByText(/no longer works?$/).click()
    await page.getByRole('cell', { name: 'To revoke' }).waitFor()
  })

  it('has the scopes that were ticked and the day that was chosen', async () => {
    const { page, open } = signedIn
    await open('/account/keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Narrow')
    await page.getByRole('button', { name: 'Reading only' }).click()
    await page.getByRole('checkbox', { name: /^projects:read/ }).uncheck()
    await page.getByLabel('Expires on').fill('2099-12-31')
    await signedIn.picture('key-new')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const key = await secretIn(signedIn, /pl_live_\w+/)
    const { credential } = (await server.get('/api/v1/me', key)).body.data
    expect(credential.expires_at).toMatch(/^2099-12-31T23:59:59/)
    expect(credential.scopes).not.toContain('projects:read')
    expect(credential.scopes).not.toContain('keys:manage')
    expect(credential.scopes).toContain('building_links:read')
  })
})

describe('an application', () => {
  it('is registered, changed, given another secret and deleted; each secret is shown once', async () => {
    const { page, open, check, picture } = signedIn
    await open('/account/applications')
    await page.getByRole('button', { name: 'New application' }).click()
    await page.getByLabel('Name').fill('Nightly job')
    await page.getByLabel('Redirect URIs').fill('https://app.example.com/back\nhttp://127.0.0.1/back')
    await page.getByRole('button', { name: 'Create the application' }).click()
    const secret = await secretIn(signedIn, /\S+$/)
    await check()
    await picture('application-fresh')
    const [made] = (await server.get('/api/v1/oauth/applications', pro.key)).body.data
    expect(made.redirect_uris).toEqual(['https://app.example.com/back', 'http://127.0.0.1/back'])
    const token = (clientSecret: string) =>
      fetch(`${server.url}/oauth/token`, {
        method: 'POST',
        body: 'grant_type=client_credentials',
        headers: {
          authorization: `Basic ${btoa(`${made.id}:${clientSecret}`)}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
      })
    expect((await token(secret)).status).toBe(200)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    expect(await everywhere(signedIn)).not.toContain(secret)
    await page.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await token(secret)).status).toBe(401)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('Weekly job')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Weekly job', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the application' }).click()
    await page.getByText('No application yet.').waitFor()
  })
})

describe('a consent', () => {
  it('is listed with what it allows, and ends when it is withdrawn', async () => {
    const { page, open } = signedIn
    const { db } = server.app.services
    const { id } = await db.query
      .selectFrom('people')
      .select('id')
      .where('email', '=', pro.email)
      .executeTakeFirstOrThrow()
    const account = (await server.get('/api/v1/me', pro.key)).body.data.account.id
    const grant = {
      id: 'gra_of_the_person',
      person_id: id,
      account_id: account,
      client_id: 'app_of_somebody',
      client_name: SCRIPT,
      resources: JSON.stringify({ [`${server.url}/api/v1`]: 'projects:read media:read' }),
      created_at: new Date().toISOString(),
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    }
    await db.query.insertInto('oauth_grants').values(grant).execute()
    await open('/account/applications')
    await page.getByText(SCRIPT).waitFor()
    await page.getByText('media:read').waitFor()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('button', { name: 'Withdraw it' }).click()
    await page.getByText('You have allowed no program').waitFor()
    const row = await db.query.selectFrom('oauth_grants').select('revoked_at').executeTakeFirstOrThrow()
    expect(row.revoked_at).not.toBeNull()
  })
})

describe('names that somebody else may have chosen', () => {
  it('are shown as text, whatever is in them', async () => {
    const { page, open, check } = signedIn
    const { key } = (await server.send('POST', '/api/v1/api-keys', { name: SCRIPT.slice(0, 100) }, pro.key)).body.data
    await server.send('POST', '/api/v1/oauth/applications', { name: SCRIPT.slice(0, 60) }, pro.key)
    for (const tab of ['keys', 'applications', 'audit']) {
      await open(`/account/${tab}`)
      await settled(signedIn)
      if (tab !== 'audit') await page.getByText(SCRIPT.slice(0, 40)).first().waitFor()
      expect(await page.locator('main script, main img').count()).toBe(0)
      expect(await page.title()).not.toBe('taken')
      await check()
    }
    expect(await everywhere(signedIn)).not.toContain(key)
  })
})

describe('a forged request', () => {
  it('from a page without the session’s token is refused, and changes nothing', async () => {
    const { page, open } = signedIn
    await open('/account')
    const count = async () => (await server.get('/api/v1/api-keys', pro.key)).body.meta.total
    const before = await count()
    const send = `fetch('/api/v1/api-keys', { method: 'POST', body: '{"name":"forged"}',
      headers: { 'content-type': 'application/json' } }).then(async (answer) => [answer.status, (await answer.json()).code])`
    expect(await page.evaluate(send)).toEqual([403, 'csrf_token_invalid'])
    expect(await count()).toBe(before)
  })
})

describe('the audit log', () => {
  it('tells who did what, and only one kind of it when that is asked for', async () => {
    const { page, open, picture } = signedIn
    await open('/account/audit')
    await page.getByRole('cell', { name: 'Key created' }).first().waitFor()
    await page.getByLabel('Show').selectOption('session.opened')
    await page.getByRole('cell', { name: 'Key created' }).first().waitFor({ state: 'detached' })
    expect(await page.getByRole('cell', { name: 'Signed in' }).count()).toBeGreaterThan(0)
    expect(await page.getByRole('cell', { name: 'You', exact: true }).count()).toBeGreaterThan(0)
    expect(page.url()).toContain('#action=session.opened')
    await picture('audit-filtered')
  })

  it('comes page by page when there is much of it', async () => {
    const person = await newPerson(server, 'elite')
    for (let i = 0; i < 55; i++) await server.send('POST', '/api/v1/api-keys', { name: `Key ${i}` }, person.key)
    const visitor = await visitAs(browser, server, person)
    await visitor.open('/account/audit')
    const rows = visitor.page.locator('tbody tr')
    await rows.nth(49).waitFor()
    await visitor.page.getByRole('button', { name: 'Load more' }).click()
    await rows.nth(55).waitFor()
    await visitor.page.getByRole('button', { name: 'Load more' }).waitFor({ state: 'detached' })
    await visitor.context.close()
  })
})

describe('the password', () => {
  it('is changed with the old one only; other sessions end, this one goes on', async () => {
    const person = await newPerson(server, 'starter')
    const here = await visitAs(browser, server, person)
    const there = await visitAs(browser, server, person)
    const { page } = here
    await here.open('/account/security')
    await page.getByLabel('Current password').fill('not the password')
    await page.getByLabel('New password').fill('another horse battery')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByRole('alert').waitFor()
    await here.check()
    await page.getByLabel('Current password').fill(person.password)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('The password is changed.').waitFor()
    await there.open('/account')
    await there.page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    await here.context.close()
    await there.context.close()
  })

  it('and while the address is a claim, the link is sent again by one press, and another address with a password', async () => {
    const person = await newPerson(server, 'starter')
    const visitor = await visitAs(browser, server, person)
    const { page } = visitor
    await visitor.open('/account')
    await page.getByRole('button', { name: 'Send the link again' }).click()
    await page.getByText(`A link is on its way to ${person.email}`).waitFor()
    await page.getByRole('button', { name: 'Use another address' }).click()
    await page.getByLabel('E-mail address').fill(`other-${person.email}`)
    await page.getByLabel(/^Password/).fill(person.password)
    await page.getByRole('button', { name: 'Send the link', exact: true }).click()
    await page.getByText(`A link is on its way to other-${person.email}`).waitFor()
    // The session is a new one, and the page goes on with it.
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await page.getByRole('button', { name: 'New key' }).waitFor()
    await visitor.context.close()
  })
})
