// From an empty folder to the first answered requests with an own key: the steps, as a person takes them.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browser.ts'
import { runPlinth, runProgram } from '../support/child.ts'
import type { TestServer } from '../support/server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plinth-first-request-'))
const env = { DATA_DIR: dataDir, PORT: '0', DRAIN_MS: '0', DEMO_PROJECTS: '30' }
const npm = runProgram('npm', ['start'], env)
const browser = await startBrowser()
const [, url] = await npm.prints(/open: +(\S+)\/\n/)

afterAll(async () => {
  await browser.close()
  npm.child.kill('SIGTERM')
  await npm.exited
  rmSync(dataDir, { recursive: true, force: true })
})

async function answerOf(command: string) {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command])
  return JSON.parse(stdout)
}

const FOUND = { data: [{ project_id: expect.any(Number) }], meta: { recommended_action: 'accept' } }

it('takes three clicks and one field on the portal', async () => {
  const { page, open, faults } = await visit(browser, { url } as TestServer)
  let clicks = 0
  const click = async (button: Locator) => {
    await button.click()
    clicks += 1
  }
  await open('/')
  await click(page.getByRole('link', { name: 'Get a key' }))
  await page.getByLabel('Email address').fill('ann@example.com')
  await click(page.getByRole('button', { name: 'Create key' }))
  const command = page.locator('.code').filter({ hasText: 'PLINTH_API_KEY' })
  await click(command.getByRole('button', { name: 'Copy' }))
  expect(await answerOf((await page.evaluate('navigator.clipboard.readText()')) as string)).toMatchObject(FOUND)
  expect([clicks, faults]).toEqual([3, []])
})

it('takes one command for a live key, which prints a request that finds a building', async () => {
  while ((await fetch(`${url}/readyz?dataset=production`)).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 100))
  const create = runPlinth(['keys', 'create', '--plan', 'pro'], env)
  expect(await create.exited, create.output()).toBe(0)
  const [, command] = /Try it:\n\n([\s\S]+)$/.exec(create.output())!
  expect(command).toMatch(/export PLINTH_API_KEY='pl_live_\w+'/)
  expect(await answerOf(command!)).toMatchObject(FOUND)
})
