// The account pages in a real browser: sign-in, keys, usage, applications, audit log, password.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Visit } from '../support/browser.ts'
import { visit } from '../support/browser.ts'
import { everyLook } from '../support/looks.ts'
import type { TestPerson } from '../support/person.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'

const SCRIPT = '<script>document.title = "taken"</script><img src=x onerror=alert(1)>'

const { server, browser } = await startPortal({ TRUST_PROXY: '1' })
let pro: TestPerson
let signedIn: Visit
beforeAll(async () => {
  pro = await newPerson(server, 'pro')
  signedIn = await visitAs(browser, server, pro)
})

/** Everywhere a secret could remain: the page, storage, history and URL. */
const everywhere = async ({ page, context }: Visit) =>
  [
    await page.content(),
    await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href])'),
    JSON.stringify((await context.storageState()).origins),
  ].join('\n')

/** Waits until nothing is loading. */
const settled = ({ page }: Visit) => page.locator('main .loading').first().waitFor({ state: 'detached' })

const createKey = async ({ page, open }: Visit, name: string): Promise<string> => {
  await open('/account/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create key' }).click()
  return secretIn(signedIn, /pl_live_\w+/)
}

const secretIn = async ({ page }: Visit, shape: RegExp): Promise<string> =>
  shape.exec((await page.locator('.secret code').textContent()) ?? '')![0]

describe('signing in', () => {
  it('returns a visitor to the requested page after sign-in', async () => {
    const visitor = await visit(browser, server)
    const { page } = visitor
    await visitor.open('/account/keys')
    await visitor.check()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel(/e-?mail/i).fill(pro.email)
    await page.getByLabel('Password').fill(pro.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/account/keys')
    await visitor.context.close()
  })

  it('shows the sign-in prompt when the session has expired', async () => {
    const visitor = await visitAs(browser, server, pro)
    await visitor.open('/account')
    await visitor.page.getByRole('heading', { name: 'This month' }).waitFor()
    await visitor.context.clearCookies()
    await visitor.page.getByRole('link', { name: 'API keys', exact: true }).click()
    await visitor.page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()
    await visitor.context.close()
  })
})

describe('account pages', () => {
  const TABS = ['', '/keys', '/applications', '/usage', '/plan', '/webhooks', '/audit', '/security']

  it.each(TABS)('/account%s is accessible in light, dark and phone layouts', async (tab) => {
    await signedIn.open(`/account${tab}`)
    await settled(signedIn)
    await everyLook(signedIn, `account${tab.replace('/', '-')}`)
  })

  it('offer webhooks to sandbox users, tell starter users which plans have them, and create only test keys', async () => {
    const starter = await visitAs(browser, server, await newPerson(server, 'starter'))
    await starter.open('/account/webhooks')
    await starter.page.getByText('Webhooks are included in these plans: Pro, Elite.').waitFor()
    // The plan has no lookups: the home page finds a building for everyone.
    await starter.open('/')
    await starter.page.getByRole('link', { name: 'See why' }).click()
    await starter.page.getByRole('heading', { name: 'Candidates' }).waitFor()
    expect(starter.faults).toEqual([])
    await starter.context.close()
    const visitor = await visitAs(browser, server, await newPerson(server, 'sandbox'))
    const { page } = visitor
    await visitor.open('/account/webhooks')
    await page.getByText('No endpoints yet.').waitFor()
    await page.getByRole('link', { name: 'API keys', exact: true }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    expect(await page.getByRole('radio', { name: /Live/ }).isDisabled()).toBe(true)
    await page.getByLabel('Name').fill('Sandbox')
    await page.getByRole('button', { name: 'Create key' }).click()
    expect(await secretIn(visitor, /pl_\w+/)).toMatch(/^pl_test_/)
    await visitor.check()
    await visitor.context.close()
  })
})

describe('an API key', () => {
  it('works at once, and its use appears on the usage page', async () => {
    const { page, open, check, picture } = signedIn
    const key = await createKey(signedIn, 'Nightly sync')
    await check()
    await picture('key-fresh')
    const before = (await server.get('/api/v1/usage', pro.key)).body.data.used
    expect((await server.get('/api/v1/building-links?address=1480+howe+vancouver', key)).status).toBe(200)
    await open('/account/usage#shown=operation')
    const operation = page.getByText('resolveBuildingLink').first()
    // The server writes usage every second.
    while (!(await operation.isVisible())) await page.getByRole('button', { name: 'Refresh' }).click()
    expect((await server.get('/api/v1/usage', pro.key)).body.data.used.requests).toBeGreaterThan(before.requests)
    await picture('usage-operations')
    // Earlier months are available, and the URL holds the month.
    await page.getByLabel('Month').waitFor()
    await open('/account/usage#month=2024-02')
    await page.getByText('Your usage in 2024-02').waitFor()
    await page.locator('.legend').getByText('Requests').waitFor()
    await page.getByText('No usage').first().waitFor()
    await open('/account/usage#shown=operation')
    await operation.waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await (await download).createReadStream()
    expect((await file.toArray()).join('')).toMatch(
      /^\ufeffDay \(UTC\),.*\r\n(.+\r\n)*\d{4}-\d\d-\d\d,resolveBuildingLink,1,/,
    )
  })

  it('is shown once and left in no page, storage or history', async () => {
    const { page } = signedIn
    const key = await createKey(signedIn, 'Shown once')
    expect(await page.content()).toContain(key)
    await page.getByRole('link', { name: 'Usage', exact: true }).click()
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
    await page.goBack()
    await page.getByText('Shown once').waitFor()
    expect(await everywhere(signedIn)).not.toContain(key)
    await page.reload()
    await page.getByText('Shown once').waitFor()
    expect(await everywhere(signedIn)).not.toContain(key)
  })

  it('stops working when it is rotated without overlap', async () => {
    const { page } = signedIn
    const old = await createKey(signedIn, 'To rotate')
    await page.getByRole('button', { name: 'Rotate “To rotate”' }).click()
    await page.getByLabel('Keep the old key working for').selectOption('0')
    await signedIn.check()
    await signedIn.picture('key-rotate')
    await page.getByRole('button', { name: 'Rotate key' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const fresh = await secretIn(signedIn, /pl_live_\w+/)
    expect(fresh).not.toBe(old)
    expect((await server.get('/api/v1/me', fresh)).status).toBe(200)
    expect((await server.get('/api/v1/me', old)).body.code).toBe('expired_credentials')
  })

  it('is revoked only after confirmation, and Escape cancels', async () => {
    const { page } = signedIn
    const key = await createKey(signedIn, 'To revoke')
    const revoke = page.getByRole('button', { name: 'Revoke “To revoke”?' })
    const dialog = page.getByRole('dialog')
    await revoke.click()
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect((await server.get('/api/v1/me', key)).status).toBe(200)
    const focus = 'document.activeElement.getAttribute("aria-label")'
    expect(await page.evaluate(focus)).toBe('Revoke “To revoke”?')
    await revoke.click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await revoke.waitFor({ state: 'detached' })
    expect((await server.get('/api/v1/me', key)).body.code).toBe('revoked_credentials')
    await page.getByText(/inactive keys?$/).click()
    await page.getByRole('cell', { name: 'To revoke' }).waitFor()
  })

  it('has the chosen scopes and expiry date', async () => {
    const { page, open } = signedIn
    await open('/account/keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Narrow')
    await page.getByRole('button', { name: 'Read only' }).click()
    await page.getByRole('checkbox', { name: /^projects:read/ }).uncheck()
    await page.getByLabel('Expires on').fill('2099-12-31')
    await page.getByLabel('Lookups per month').fill('5000')
    await signedIn.picture('key-new')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await secretIn(signedIn, /pl_live_\w+/)
    const { credential } = (await server.get('/api/v1/me', key)).body.data
    expect(credential.expires_at).toMatch(/^2099-12-31T23:59:59/)
    expect(credential.scopes).not.toContain('projects:read')
    expect(credential.scopes).not.toContain('keys:manage')
    expect(credential.scopes).toContain('building_links:read')
    await page.getByText('0 of 5,000').waitFor()
    await page.getByRole('button', { name: 'Limits of “Narrow”' }).click()
    await page.getByRole('dialog').getByLabel('Lookups per month').fill('7000')
    await signedIn.check()
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('0 of 7,000').waitFor()
    expect((await server.get('/api/v1/me', key)).body.data.key).toMatchObject({ lookups_per_month: 7000 })
  })
})

describe('an application', () => {
  it('can be created, edited, rotated and deleted, and shows each secret once', async () => {
    const { page, open, check, picture } = signedIn
    await open('/account/applications')
    await page.getByRole('button', { name: 'New application' }).click()
    await page.getByLabel('Name').fill('Nightly job')
    await page.getByLabel('Redirect URIs').fill('https://app.example.com/back\nhttp://127.0.0.1/back')
    await page.getByRole('button', { name: 'Create application' }).click()
    const secret = await secretIn(signedIn, /\S+$/)
    await check()
    await picture('application-fresh')
    const [created] = (await server.get('/api/v1/oauth/applications', pro.key)).body.data
    expect(created.redirect_uris).toEqual(['https://app.example.com/back', 'http://127.0.0.1/back'])
    const token = (clientSecret: string) =>
      fetch(`${server.url}/oauth/token`, {
        method: 'POST',
        body: 'grant_type=client_credentials',
        headers: {
          authorization: `Basic ${btoa(`${created.id}:${clientSecret}`)}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
      })
    expect((await token(secret)).status).toBe(200)
    await page.getByRole('button', { name: 'I’ve stored it' }).click()
    expect(await everywhere(signedIn)).not.toContain(secret)
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByLabel('Keep the old secret working for').selectOption('0')
    await page.getByRole('button', { name: 'Rotate client secret' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await token(secret)).status).toBe(401)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('Weekly job')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Weekly job', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete application' }).click()
    await page.getByText('No applications yet.').waitFor()
  })
})

describe('a consent', () => {
  it('is listed with its scopes and ends when it is withdrawn', async () => {
    const { page, open } = signedIn
    const { db } = server.app.foundation
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
    await page.getByRole('button', { name: 'Withdraw access' }).click()
    await page.getByText('No connected apps').waitFor()
    const row = await db.query.selectFrom('oauth_grants').select('revoked_at').executeTakeFirstOrThrow()
    expect(row.revoked_at).not.toBeNull()
  })
})

describe('untrusted names', () => {
  it('are shown as plain text', async () => {
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

describe('the audit log', () => {
  it('lists actions and filters them by kind', async () => {
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

  it('loads more pages on demand', async () => {
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
  it('changes only with the current password, and ends all other sessions', async () => {
    const person = await newPerson(server, 'starter')
    const here = await visitAs(browser, server, person)
    const there = await visitAs(browser, server, person)
    const { page } = here
    await here.open('/account/security')
    await page.getByLabel('Current password').fill('not the password')
    await page.getByLabel('New password').fill('another horse battery')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('alert').waitFor()
    await here.check()
    await page.getByLabel('Current password').fill(person.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed.').waitFor()
    await there.open('/account')
    await there.page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    await here.context.close()
    await there.context.close()
  })

  it('allows resending the link or changing the address while it is unverified', async () => {
    const person = await newPerson(server, 'starter')
    const visitor = await visitAs(browser, server, person)
    const { page } = visitor
    await visitor.open('/account')
    await page.getByRole('button', { name: 'Send the link again' }).click()
    await page.getByText(`We sent a link to ${person.email}`).waitFor()
    await page.getByRole('button', { name: 'Use another address' }).click()
    await page.getByLabel('Email address').fill(`other-${person.email}`)
    await page.getByLabel(/^Password/).fill(person.password)
    await page.getByRole('button', { name: 'Send link', exact: true }).click()
    await page.getByText(`We sent a link to other-${person.email}`).waitFor()
    // The page continues with the new session.
    await page.getByRole('link', { name: 'API keys', exact: true }).click()
    await page.getByRole('button', { name: 'New key' }).waitFor()
    await visitor.context.close()
  })
})
