// Runs the receivers in docs/webhooks.md: they accept only genuine requests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeAll, expect, it } from 'vitest'
import { eventTypeCatalogue } from '../../src/http/webhooks/event-schemas.ts'
import { createGuardedSender } from '../../src/webhooks/sender/guarded-sender.ts'
import { newWebhookSecret, signatureHeaders } from '../../src/webhooks/signature.ts'
import { PYTHON } from '../support/python.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const folder = suiteFolder()
const page = readFileSync('docs/webhooks.md', 'utf8')
const secret = newWebhookSecret()
const event = eventTypeCatalogue().find(({ type }) => type === 'building_link.verified')!.example as { id: string }
const body = JSON.stringify({ ...event, note: 'Montréal' })
const sender = createGuardedSender({ allowPrivate: true })

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(resolve('node_modules/@plinth'), join(folder, 'node_modules', '@plinth'))
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

it.each([
  ['js', process.execPath, 'receiver.mjs'],
  ['python', PYTHON, 'receiver.py'],
])('the receiver in %s accepts only genuine requests', async (language, program, file) => {
  const [, source] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)!
  writeFileSync(join(folder, file), source!)
  const port = await freePort()
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), WEBHOOK_SECRET: secret }
  const child = spawn(program, [join(folder, file)], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const printed = createInterface(child.stdout)[Symbol.asyncIterator]()
  try {
    expect((await printed.next()).value).toBe('listening')
    const seconds = Math.floor(Date.now() / 1000)
    const answer = async (headers: Record<string, string>, text = body) => {
      const outcome = await sender.send({ url: `http://127.0.0.1:${port}/`, headers, body: text })
      return outcome.kind === 'response' ? outcome.status : outcome.code
    }
    const headers = signatureHeaders(event.id, seconds, body, [newWebhookSecret(), secret])
    expect(await answer(headers)).toBe(204)
    expect((await printed.next()).value).toContain(`${event.id} building_link.verified`)
    expect(await answer(headers, body.replace('1480', '1481'))).toBe(400)
    expect(await answer({ ...headers, 'webhook-id': 'evt_other' })).toBe(400)
    expect(await answer(signatureHeaders(event.id, seconds, body, [newWebhookSecret()]))).toBe(400)
    expect(await answer(signatureHeaders(event.id, seconds - 400, body, [secret]))).toBe(400)
    expect(await answer({})).toBe(400)
  } finally {
    child.kill('SIGKILL')
  }
})
