// Loaded by node before the attacked server: tells whoever connects to the socket which branches ran.
import { rmSync, writeFileSync } from 'node:fs'
import { register } from 'node:module'
import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'

/** @type {Map<string, Uint8Array>} */
const modules = new Map()

Object.assign(globalThis, {
  /** @param {string} url @param {number} count */
  branchesOf(url, count) {
    const ran = new Uint8Array(count)
    modules.set(url, ran)
    return ran
  },
})

register('./coverage-hooks.mjs', import.meta.url)

// Threads load this file, too.
if (isMainThread) {
  const socket = process.env.COVERAGE_SOCKET ?? ''
  const marks = () =>
    JSON.stringify([...modules].map(([url, all]) => [url, [...all.keys()].filter((place) => all[place])]))
  /** Each connection gets what ran since the one before it. */
  const server = createServer((connection) => {
    connection.on('error', () => connection.destroy())
    connection.end(marks())
    for (const all of modules.values()) all.fill(0)
  })
  // A process that was killed leaves its socket.
  rmSync(socket, { force: true })
  server.listen(socket)
  server.unref()
  process.on('exit', () => writeFileSync(`${socket}.last`, marks()))
}
