// Runs the server and the portal build in watch mode. The server restarts when a file changes.
import { spawn } from 'node:child_process'
import { buildIfStale } from './build.mjs'

buildIfStale()
const env = { ...process.env, DRAIN_MS: process.env.DRAIN_MS ?? '0' }
const watchers = [
  ['node_modules/vite/bin/vite.js', 'build', '--watch', '--logLevel', 'warn'],
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--include', 'dist/portal/index.html', 'src/main.ts', 'serve'],
].map((args) => spawn(process.execPath, args, { stdio: 'inherit', env }))

const stop = () => {
  for (const watcher of watchers) watcher.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
for (const watcher of watchers) watcher.once('exit', stop)
