// A server per test file, and a browser shared by all files of a worker.
import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { startBrowser } from './browser.ts'
import type { TestServer } from './server.ts'
import { startServer } from './server.ts'

/** Runs until the worker ends; each file closes what it opened. */
let shared: Promise<Browser> | undefined

export interface Portal {
  readonly server: TestServer
  readonly browser: Browser
}

/** Await at the top of a test file. Closes both after the tests. */
export async function startPortal(env: Record<string, string> = {}): Promise<Portal> {
  const server = await startServer({ TRUST_PROXY: '1', ...env })
  shared ??= startBrowser()
  const browser = await shared
  afterAll(async () => {
    for (const context of browser.contexts()) await context.close()
    await server.stop()
  })
  return { server, browser }
}
