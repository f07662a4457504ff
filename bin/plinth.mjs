#!/usr/bin/env node
// The `plinth` command: builds if needed, then runs the command line.
import cluster from 'node:cluster'
import { buildIfStale } from './build.mjs'
import { buildReporter } from './build-reporter.mjs'

const PARENT_CHECK_MS = 250

// The reader may go while Plinth builds: `plinth match … 2>&1 | head`. The command ends when it writes.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code !== 'EPIPE') throw error
  })

// Workers run the code of the process that started them.
if (cluster.isPrimary) {
  const { LOG_FORMAT, npm_lifecycle_event } = process.env
  // npm and its shell end on a signal without ending their command, which would keep the data folder.
  if (npm_lifecycle_event) stopWithParent(process.ppid)
  const isServing = process.argv[2] === 'serve'
  await buildIfStale(
    buildReporter(process.stderr, LOG_FORMAT ?? (isServing && !process.stderr.isTTY ? 'json' : 'text')),
  )
}
const { main } = await import('../dist/bundle/main.js')
process.exitCode = await main(process.argv.slice(2))

/** @param {number} parent */
function stopWithParent(parent) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MS).unref()
}
