// The customer pages in French, in a real browser: switch, words, layout and accessibility.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Visit } from '../support/browser.ts'
import { visit } from '../support/browser.ts'
import { fromCases } from '../support/cases.ts'
import { lengthenText, overflowsOn, wordsOn } from '../support/page-words.ts'
import type { TestPerson } from '../support/person.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'
import { portalTexts } from '../support/portal-text.ts'

const { server, browser } = await startPortal({ TRUST_PROXY: '1' })
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

/** The default name of a key is data. */
const KEY_NAME = 'API key'

/** Texts that only English has. */
const english = new Set<string>()
let person: TestPerson
beforeAll(async () => {
  const texts = (await portalTexts()).flatMap(({ en, fr }) => (typeof en === 'string' ? [[en, String(fr)]] : []))
  const french = new Set(texts.map(([, fr]) => fr))
  for (const [en] of texts) if (!french.has(en!)) english.add(en!.trim())
  person = await newPerson(server, 'pro')
})

const STOP_WORDS = /\b(the|your|you|with|from|this|that|and|are|when|will|have|were|which|of|to)\b/i

async function expectFrench({ page }: Visit): Promise<void> {
  const words = (await wordsOn(page)).map((text) => text.replaceAll('The Howe Residences', ''))
  expect(words.length).toBeGreaterThan(10)
  expect(words.filter((text) => text !== KEY_NAME && (english.has(text) || STOP_WORDS.test(text)))).toEqual([])
}

/** French fits on a phone and a wide screen. */
async function expectFits({ page }: Visit): Promise<void> {
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size)
    await expect.poll(() => overflowsOn(page)).toEqual([])
  }
}

const settled = ({ page }: Visit) => page.locator('main .loading').first().waitFor({ state: 'detached' })

const VISITOR_PAGES = [
  '/',
  '/playground',
  '/explore',
  '/explore/1',
  '/coverage',
  '/plans',
  '/sign-up',
  '/account',
] as const
const ACCOUNT_PAGES = fromCases<string[]>('portal/french', 'account pages')

describe('the switch', () => {
  it.each([
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ])('on a %s shows the same page in the other language and remembers it', async (_, viewport) => {
    const visitor = await visit(browser, server, { viewport })
    const { page, open, context } = visitor
    await open('/playground#address=1480+howe')
    const change = page.getByRole('banner').getByRole('link', { name: 'Français' })
    expect(await change.getAttribute('hreflang')).toBe('fr')
    await change.click()
    await page.getByRole('heading', { name: 'Banc d’essai', level: 1 }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('fr')
    expect(page.url()).toBe(`${server.url}/playground#address=1480+howe`)
    await open('/plans')
    await page.getByRole('heading', { name: 'Forfaits', level: 1 }).waitFor()
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor()
    expect(visitor.faults).toEqual([])
    await context.close()
  })

  it('stores a signed-in person’s choice for other devices', async () => {
    const first = await visitAs(browser, server, person)
    await first.open('/account')
    await first.page.getByRole('banner').getByRole('link', { name: 'Français' }).click()
    await first.page.getByRole('heading', { name: 'Ce mois-ci' }).waitFor()
    await first.context.close()
    const second = await visitAs(browser, server, person)
    await second.open('/account')
    await second.page.getByRole('heading', { name: 'Ce mois-ci' }).waitFor()
    await second.context.close()
  })
})

describe('a French page', () => {
  const french = visit(browser, server, { locale: 'fr-CA', viewport: DESKTOP })

  it.each(VISITOR_PAGES)('%s has no English left, fits every screen and passes axe', async (path) => {
    const visitor = await french
    await visitor.open(path)
    await settled(visitor)
    await expectFrench(visitor)
    await expectFits(visitor)
    await visitor.check()
    await visitor.picture(`fr${path.replaceAll('/', '-')}`)
  })

  it('of the account has no English left and fits every screen', async () => {
    const owner = await visitAs(browser, server, person, { locale: 'fr-CA', viewport: DESKTOP })
    for (const path of ACCOUNT_PAGES) {
      await owner.open(`/account${path}`)
      await settled(owner)
      await expectFrench(owner)
      await expectFits(owner)
      await owner.picture(`fr-account${path.replaceAll('/', '-')}`)
    }
    await owner.page.emulateMedia({ colorScheme: 'dark' })
    await owner.check()
    await owner.context.close()
  })

  it('shows numbers, money and a result the French way', async () => {
    const visitor = await visit(browser, server, { locale: 'fr-CA' })
    await visitor.open('/plans')
    await visitor.page
      .getByText(/799\s\$/)
      .first()
      .waitFor()
    await visitor.open('/playground#address=1480+howe')
    await visitor.page.getByText('Numéro civique').first().waitFor()
    await visitor.context.close()
  })
})

describe('text that is 35 % longer', () => {
  const reader = visit(browser, server, { viewport: PHONE })

  it.each(['/', '/plans', '/coverage', '/explore', '/playground', '/sign-up'])('fits on %s', async (path) => {
    const visitor = await reader
    await visitor.page.setViewportSize(PHONE)
    await visitor.open(path)
    await settled(visitor)
    await lengthenText(visitor.page)
    await expectFits(visitor)
    await visitor.picture(`long${path.replaceAll('/', '-')}`)
  })
})
