// The notification settings and the operators' list of emails in a real browser.
import { expect, it } from 'vitest'
import { everyLook } from '../support/looks.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'
import { visitAs as visitDesk } from './desk-stage.ts'

const { server, browser } = await startPortal()

it('a person chooses kinds, quiet hours and a summary, and sees what is wrong beside its field', async () => {
  const visitor = await visitAs(browser, server, await newPerson(server, 'starter'))
  const { page } = visitor
  await visitor.open('/account/notifications')
  await page.getByText('You get no emails before you confirm').waitFor()
  await page.getByRole('checkbox', { name: 'a feed works again' }).check()
  await page.getByLabel('Frequency').selectOption('One summary a day, at 08:00')
  await page.getByLabel('Quiet hours from').fill('22:00')
  await page.getByLabel('Time zone').fill('Mars')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('must be a time such as 22:00').waitFor()
  await page.getByText('must be a time zone such as America/Vancouver').waitFor()
  await page.getByLabel('Quiet hours until').fill('07:00')
  await page.getByLabel('Time zone').fill('America/Vancouver')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await visitor.open('/account/notifications')
  expect(await page.getByLabel('Quiet hours until').inputValue()).toBe('07:00')
  expect(await page.getByLabel('Frequency').inputValue()).toBe('8')
  expect(await page.getByRole('checkbox', { name: 'a feed works again' }).isChecked()).toBe(true)
  await everyLook(visitor, 'notifications')
  await visitor.context.close()
})

it('an operator finds the outcome of an email', async () => {
  await newPerson(server, 'starter')
  const operator = await visitDesk(browser, server, 'operator')
  const { page } = operator
  await operator.open('/desk/emails')
  await page.getByRole('combobox', { name: 'State' }).selectOption('sent')
  await page
    .getByRole('row', { name: /Verify.*\*\*\*@.*Sent/ })
    .first()
    .waitFor()
  await everyLook(operator, 'desk-emails')
  await operator.context.close()
})
