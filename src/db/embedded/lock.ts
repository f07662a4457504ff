// Locks a data folder with a Unix socket, which the kernel frees when the process dies.
//
// The lock is the file `lock.N` with the highest N. A process listens on a socket with a random name and, if `lock.N` is
// dead, links it as `lock.N+1`. Linking fails when the name exists, so one process wins. The highest N never decreases
// (only lower files are removed), so a slow process that links an old number sees the higher one and withdraws. A released
// lock stays as an empty file, which counts as dead, because tools that copy folders fail on sockets.
import { randomBytes } from 'node:crypto'
import { link, readdir, rename, unlink, writeFile } from 'node:fs/promises'
import type { Server } from 'node:net'
import { connect, createServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Stop } from '../../kernel/fault.ts'
import type { ShortFolder } from './short-path.ts'
import { shortFolder } from './short-path.ts'

export interface Lock {
  release(): Promise<void>
}

type Probe = { readonly state: 'dead' | 'gone' } | { readonly state: 'alive'; readonly holder: string }

const LOCK = /^lock\.(\d+)$/
const CANDIDATE = /^lock-/
const ANSWER_TIMEOUT_MS = 1000

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

async function highest(folder: string): Promise<number> {
  const numbers = (await readdir(folder)).map((name) => Number(LOCK.exec(name)?.[1] ?? 0))
  return Math.max(0, ...numbers)
}

/** A successful connection proves that the holder lives; its response is only for the message. */
function probe(path: string): Promise<Probe> {
  return new Promise((resolve) => {
    const socket = connect(path)
    let holder = ''
    const alive = () => {
      socket.destroy()
      resolve({ state: 'alive', holder: holder || 'another process' })
    }
    socket.setEncoding('utf8').setTimeout(ANSWER_TIMEOUT_MS, alive)
    socket.on('data', (text) => {
      holder += text
    })
    socket.on('end', alive)
    socket.on('error', (error) => {
      const code = codeOf(error)
      if (code === 'ECONNREFUSED') resolve({ state: 'dead' })
      else if (code === 'ENOENT') resolve({ state: 'gone' })
      else alive()
    })
  })
}

function listen(path: string): Promise<Server> {
  const since = new Date().toISOString()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(`process ${process.pid} on ${hostname()} since ${since}`)
  })
  server.unref()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => resolve(server))
  })
}

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))

async function removeIfThere(path: string): Promise<void> {
  await unlink(path).catch((error) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
}

/** Links the candidate as the next lock; false when another process was faster. */
async function claim(folder: string, candidate: string, next: number): Promise<boolean> {
  const path = join(folder, `lock.${next}`)
  try {
    await link(join(folder, candidate), path)
  } catch (error) {
    // ENOENT: the winner removed our candidate.
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') return false
    throw error
  }
  if ((await highest(folder)) === next) return true
  await removeIfThere(path)
  return false
}

/** Removes files of dead processes: older locks, and candidates, whose owners notice and retry. */
async function sweep(folder: string, own: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const number = Number(LOCK.exec(name)?.[1] ?? 0)
    if (CANDIDATE.test(name) || (number > 0 && number < own)) await removeIfThere(join(folder, name))
  }
}

async function release(folder: string, own: number, server: Server): Promise<void> {
  const path = join(folder, `lock.${own}`)
  await writeFile(`${path}.released`, '')
  await rename(`${path}.released`, path)
  await close(server)
}

async function attempt(folder: string, short: ShortFolder): Promise<Lock | undefined> {
  const candidate = `lock-${randomBytes(6).toString('hex')}`
  const server = await listen(join(short.path, candidate))
  try {
    const current = await highest(folder)
    const found: Probe = current === 0 ? { state: 'dead' } : await probe(join(short.path, `lock.${current}`))
    if (found.state === 'alive') {
      throw new Stop(
        'locked',
        `The data folder ${folder} is in use by ${found.holder}.`,
        'Only one process can use the embedded database. Stop that process, choose another DATA_DIR, or use PostgreSQL (DATABASE_URL).',
      )
    }
    if (found.state === 'dead' && (await claim(folder, candidate, current + 1))) {
      await sweep(folder, current + 1)
      return { release: () => release(folder, current + 1, server) }
    }
  } catch (error) {
    await close(server)
    throw error
  }
  await close(server)
  return undefined
}

export async function takeLock(folder: string): Promise<Lock> {
  const short = await shortFolder(folder, 'lock-000000000000')
  try {
    for (;;) {
      const lock = await attempt(folder, short)
      if (lock) return lock
    }
  } finally {
    await short.remove()
  }
}
