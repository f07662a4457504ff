// Nothing moves while a page loads.
import { describe, expect, it } from 'vitest'
import { visit } from '../support/browser.ts'
import { newPerson, visitAs } from '../support/person.ts'
import { startPortal } from '../support/portal.ts'

const { server, browser } = await startPortal()
const person = await newPerson(server, 'pro')

const MAX_SHIFT = 0.05
const OBSERVE = `window.shifts = []
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    window.shifts.push([value, sources.map(({ node }) => node?.className || node?.nodeName).join(' ')])
}).observe({ type: 'layout-shift', buffered: true })`

/** Name, path, and what is there once the page is complete. */
const PAGES = [
  ['the start page', '/', '.result h3', 'visitor'],
  ['the playground', '/playground', 'main form', 'visitor'],
  ['the explorer', '/explore', '.project-card', 'visitor'],
  ['the documentation', '/docs', 'main h2', 'visitor'],
  ['the start page, signed in', '/', '.result h3', 'person'],
  ['the account', '/account', 'main h2', 'person'],
] as const

describe.each([390, 1280])('at a width of %i', (width) => {
  it.each(PAGES)('%s does not move while it loads', async (_, path, ready, reader) => {
    const options = { viewport: { width, height: 844 } }
    const { page, context } = await (reader === 'person'
      ? visitAs(browser, server, person, options)
      : visit(browser, server, options))
    await context.addInitScript(OBSERVE)
    await page.goto(server.url + path)
    await page.locator(ready).first().waitFor()
    await page.waitForLoadState('networkidle')
    const shifts = (await page.evaluate('window.shifts')) as [number, string][]
    const sum = shifts.reduce((total, [value]) => total + value, 0)
    expect(sum, JSON.stringify(shifts)).toBeLessThan(MAX_SHIFT)
    await context.close()
  })
})
