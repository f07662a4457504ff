// Fills a data folder with a started and stopped server, once per run.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

import { TEST_SECRET } from './test-settings.ts'

const READY = 'The demonstration dataset is complete.'

/** Runs the build: to load the sources takes the test runner many times as long. */
export async function fillFolder(settings: Record<string, string>): Promise<void> {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, PORT: '0', DRAIN_MS: '0', WORKERS: '1', LOG_FORMAT: 'json', LOG_LEVEL: 'info', ...settings }
  const server = spawn(process.execPath, ['--liftoff-only', 'bin/plinth.mjs', 'serve'], { env, stdio: 'pipe' })
  const exited = once(server, 'exit')
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text) => {
      const wasReady = output.includes(READY)
      output += text
      // A second signal would end it at once.
      if (!wasReady && output.includes(READY)) server.kill('SIGTERM')
    })
  const [code] = await exited
  if (code !== 0 || !output.includes(READY)) throw new Error(`the server for the tests ended with ${code}:\n${output}`)
}

/** A command on a data folder. */
export async function runCommand(args: readonly string[], settings: Record<string, string>): Promise<void> {
  const { PATH = '', HOME = '' } = process.env
  await promisify(execFile)(process.execPath, ['--liftoff-only', 'bin/plinth.mjs', ...args], {
    env: { PATH, HOME, SECRET_KEY: TEST_SECRET, ...settings },
  })
}
