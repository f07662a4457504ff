// Deleting the account on the security page, in a real browser and in both languages.
import { expect, it } from 'vitest'
import { everyLook, oneLook } from '../support/looks.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'

const { server, browser } = await startPortal({ TRUST_PROXY: '1', CONTACT_EMAIL: 'hello@example.ca' })

it('deletes the account only after its id is typed, and signs out', async () => {
  const person = await newPerson(server, 'pro')
  const { id } = (await server.get('/api/v1/me', person.key)).body.data.account
  const visitor = await visitAs(browser, server, person)
  const { page } = visitor
  await visitor.open('/account/security')
  await page.getByRole('button', { name: 'Delete account…' }).click()
  await page.getByText('(hello@example.ca)').waitFor()
  await everyLook(visitor, 'delete-account')
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Delete account', exact: true })
  await dialog.getByLabel(`To confirm, type ${id}`).fill(id.slice(0, -1))
  expect(await submit.isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect((await server.get('/api/v1/me', person.key)).status).toBe(200)
  await page.getByRole('button', { name: 'Delete account…' }).click()
  await dialog.getByLabel(`To confirm, type ${id}`).fill(id)
  await submit.click()
  await page.waitForURL(`${server.url}/`)
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  expect((await server.get('/api/v1/me', person.key)).body.code).toBe('account_suspended')
  await visitor.context.close()
})

it('warns in French', async () => {
  const visitor = await visitAs(browser, server, await newPerson(server, 'pro'), { locale: 'fr-CA' })
  await visitor.open('/account/security')
  await visitor.page.getByRole('button', { name: 'Supprimer le compte…' }).click()
  await visitor.page.getByText('Pendant sept jours').waitFor()
  await oneLook(visitor, 'delete-account-fr')
  await visitor.context.close()
})
