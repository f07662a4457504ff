// Measures cases per minute at the desk, decided by keyboard in a real browser.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { buildIfStale } from '../bin/build.mjs'
import { createAccount } from '../src/access/accounts/accounts.ts'
import { claimAddress } from '../src/access/people/people.ts'
import type { App } from '../src/app/app.ts'
import { startApp } from '../src/app/app.ts'
import { SYSTEM } from '../src/events/audit-log.ts'
import { readConfig } from '../src/kernel/config.ts'
import { recordFeedback } from '../src/links/desk/feedback.ts'

const CASES = 200
/** The keys a curator presses: usually the first candidate is right. */
const KEYS = ['a', 'a', 'a', 'r', 'a', 'a', 's', 'a', 'a', 'a'] as const

async function openCases({ services, foundation }: App): Promise<void> {
  const { db } = foundation
  const { links, catalog } = services
  const addresses = catalog.snapshot('production').projects.toArray().slice(0, CASES)
  for (const { address } of addresses) {
    const feedback = {
      accountId: 'acc_1',
      query: { address: `#5 - ${address}` },
      verdict: 'reject',
      note: null,
    } as const
    await db.tx((tx) => recordFeedback(tx, links, { ...feedback, projectId: null, buildingId: null }, new Date()))
  }
}

/** Creates a curator and returns the session cookie. */
async function signIn({ services, foundation }: App): Promise<[name: string, value: string]> {
  const { db } = foundation
  const { access } = services
  const email = 'curator@example.com'
  const text = await db.tx(async (tx) => {
    const account = await createAccount(tx, email, 'pro')
    const person = await claimAddress(tx, { accountId: account.id, email, passwordHash: 'none' }, SYSTEM, new Date())
    const proved = { role: 'curator' as const, email_verified_at: new Date().toISOString() }
    await tx.updateTable('people').set(proved).where('id', '=', person.id).execute()
    return (await access.sessions.open(tx, { ...person, ...proved }, account.id)).cookie
  })
  await access.directory.sync()
  return text.split(';')[0]!.split('=') as [string, string]
}

/** Presses a key when the next case is visible. Ends when the server has confirmed the last decision. */
async function work(page: Page): Promise<{ seconds: number; waitedMs: number[] }> {
  const waitedMs: number[] = []
  await page.locator('.case-text').waitFor()
  const started = performance.now()
  for (let n = 0; n < CASES; n++) {
    const before = await page.evaluate('location.hash')
    await page.keyboard.press(KEYS[n % KEYS.length]!)
    const pressed = performance.now()
    const next = `location.hash !== ${JSON.stringify(before)} && document.querySelector('.case-text, .review-side .quiet')`
    await page.waitForFunction(next, undefined, { polling: 'raf' })
    waitedMs.push(performance.now() - pressed)
  }
  await page.locator('.tally').getByText(`${CASES} decided`).waitFor()
  return { seconds: (performance.now() - started) / 1000, waitedMs }
}

export async function benchDesk(): Promise<void> {
  await buildIfStale()
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
  const env = { PORT: '0', DATA_DIR: dataDir, DRAIN_MS: '0', DEMO_PROJECTS: '400', MAX_DELAY_MS: '60000' }
  const app = await startApp(readConfig(env), pino({ level: 'silent' }))
  await app.dataReady
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    await openCases(app)
    const [name, value] = await signIn(app)
    // Playwright waits by evaluating scripts, which the page's content security policy forbids
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP: true })
    await context.addCookies([{ name, value, url: app.url.replace('http:', 'https:'), secure: true }])
    const page = await context.newPage()
    await page.goto(`${app.url}/desk`)
    const { seconds, waitedMs } = await work(page)
    const sorted = waitedMs.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(0)
    console.log(`  ${CASES} cases in ${seconds.toFixed(1)} s: ${((CASES * 60) / seconds).toFixed(0)} per minute`)
    console.log(`  key press to next case: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`)
  } finally {
    await browser.close()
    await app.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
