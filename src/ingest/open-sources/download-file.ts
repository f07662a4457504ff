// Downloads one file: resumes after an interruption, and refuses what is not complete or not the file.
import { mkdir, open, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOfFileError } from '../../kernel/system-errors.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { GuardedReader } from '../../webhooks/sender/guarded-sender.ts'
import { hashFile } from '../files/source-file.ts'
import { DownloadProblem, digestOf, isPage, problemOfFailure, problemOfStatus, wholeSizeOf } from './download-answer.ts'

export interface RemoteFile {
  readonly address: string
  /** Where it goes. Its state is beside it, and what has arrived so far. Nothing that a server sends names a file. */
  readonly path: string
  /** A longer file is refused. */
  readonly maxBytes: number
  /** In hexadecimal, if it is known beforehand. */
  readonly sha256?: string | undefined
  /** Asks only for a file that differs from the last one. */
  readonly onlyIfChanged: boolean
}

/** What identifies a state of the file on the server. */
interface Validators {
  readonly address: string
  readonly etag: string | null
  readonly last_modified: string | null
}

/** Stays when the file itself is deleted after its import. */
export interface FileState extends Validators {
  readonly bytes: number
  readonly sha256: string
  readonly downloaded_at: string
}

export interface DownloadOptions {
  readonly reader: GuardedReader
  readonly userAgent: string
  readonly now: () => Date
  readonly signal?: AbortSignal | undefined
  /** Bytes of this file that have arrived, and all of them or 0. */
  readonly onBytes?: (done: number, total: number) => void
  readonly wait?: (ms: number) => Promise<unknown>
}

interface Attempt {
  readonly result: 'complete' | 'unchanged' | 'again' | { readonly redirect: string }
  readonly problem?: DownloadProblem
}

/** Tries in a row that bring nothing new, and tries in all. */
const MAX_IDLE_TRIES = 5
const MAX_TRIES = 100
const MAX_REDIRECTS = 5
const STALL_MS = 2 * MINUTE_MS

export async function readFileState(path: string): Promise<FileState | null> {
  return readJson(`${path}.json`)
}

/** Resolves when the file is complete, or is the one that was downloaded last. */
export async function downloadFile(file: RemoteFile, options: DownloadOptions): Promise<FileState> {
  const { wait = sleep } = options
  await mkdir(dirname(file.path), { recursive: true, mode: 0o700 })
  const known = await readFileState(file.path)
  const last = known?.address === file.address ? known : null
  let idle = 0
  for (let tries = 1; ; tries += 1) {
    const before = await sizeOf(`${file.path}.part`)
    const { result, problem } = await attempt(file, last, options).catch((error) => {
      const reason = reasonOfFileError(error)
      throw reason === undefined
        ? error
        : new DownloadProblem(
            `Cannot write ${file.path}: ${reason}. Run the command again afterwards: it continues where it stopped.`,
          )
    })
    if (result === 'unchanged') return last!
    if (result === 'complete') return finish(file, options)
    options.signal?.throwIfAborted()
    const hasProgress = (await sizeOf(`${file.path}.part`)) > before
    idle = hasProgress ? 0 : idle + 1
    if (idle >= MAX_IDLE_TRIES || tries >= MAX_TRIES) throw problem ?? new DownloadProblem(CUT)
    if (!hasProgress) await wait(problem?.retryAfterMs ?? 1000 * 2 ** (idle - 1))
  }
}

const FREE_SPACE = 'Make room and run the command again: it continues where it stopped.'
const CUT = 'The server ended the connection before the file was complete. Run the command again to continue.'

/** One request, with its redirects. Each goes through the guard. */
async function attempt(file: RemoteFile, last: FileState | null, options: DownloadOptions): Promise<Attempt> {
  const { reader, userAgent, signal } = options
  const part = await readPart(file)
  const headers = {
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': userAgent,
    ...(part ? { range: `bytes=${part.size}-`, 'if-range': part.validator } : {}),
    ...(!part && last && file.onlyIfChanged ? conditionsOf(last) : {}),
  }
  let url = file.address
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const request = { method: 'GET', url, headers, maxBytes: file.maxBytes, timeoutMs: STALL_MS } as const
    const outcome = await reader.stream(
      request,
      (response) => receive(file, part?.size ?? 0, response, options, last),
      signal,
    )
    if (outcome.kind === 'failed') {
      const problem = problemOfFailure(outcome.code, new URL(url).host, file.maxBytes)
      if (outcome.code === 'too_large') await rm(`${file.path}.part`, { force: true })
      if (!problem.canRetry) throw problem
      return { result: 'again', problem }
    }
    const { result } = outcome.value
    if (typeof result === 'string') return outcome.value
    if (!URL.canParse(result.redirect, url)) break
    url = new URL(result.redirect, url).href
  }
  throw new DownloadProblem(
    `${file.address} redirects too often or to nowhere. Download the file yourself and use --from.`,
  )
}

type Response = Parameters<Parameters<GuardedReader['stream']>[1]>[0]

async function receive(
  file: RemoteFile,
  have: number,
  { status, headers, body }: Response,
  { onBytes, now }: DownloadOptions,
  last: FileState | null,
): Promise<Attempt> {
  const part = `${file.path}.part`
  if (status === 304 && last) return { result: 'unchanged' }
  if (status >= 300 && status < 400) return { result: { redirect: headers.location ?? '' } }
  if (status === 416) {
    // Everything had arrived when the process was killed.
    if (have > 0 && headers['content-range'] === `bytes */${have}`) return { result: 'complete' }
    await rm(part, { force: true })
    return { result: 'again', problem: new DownloadProblem(CUT) }
  }
  if (status !== 200 && status !== 206) {
    const problem = problemOfStatus(status, headers, new URL(file.address).host, now().getTime())
    if (!problem.canRetry) throw problem
    return { result: 'again', problem }
  }
  const start = status === 206 ? have : 0
  const total = wholeSizeOf(status, headers, start)
  await requireRoom(file, start, total)
  if (start === 0) {
    const { etag = null, 'last-modified': last_modified = null } = headers
    await rm(part, { force: true })
    await writeJson(`${part}.json`, { address: file.address, etag, last_modified, digest: digestOf(headers) })
  }
  const handle = await open(part, 'a', 0o600)
  let size = start
  try {
    onBytes?.(size, total)
    for await (const chunk of body) {
      await handle.writeFile(chunk)
      size += chunk.length
      onBytes?.(size, total)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return total > 0 && size < total ? { result: 'again', problem: new DownloadProblem(CUT) } : { result: 'complete' }
}

async function requireRoom({ path, maxBytes }: RemoteFile, start: number, total: number): Promise<void> {
  if (Math.max(start, total) > maxBytes) throw problemOfFailure('too_large', '', maxBytes)
  const { bavail, bsize } = await statfs(dirname(path))
  const [needed, free] = [total - start, bavail * bsize]
  if (needed > free)
    throw new DownloadProblem(`The file needs ${needed} bytes, and the disk has ${free}. ${FREE_SPACE}`)
}

/** Checks the complete file, then puts it into its place together with its state. */
async function finish({ path, address, sha256: expected }: RemoteFile, { now }: DownloadOptions): Promise<FileState> {
  const part = `${path}.part`
  const { digest, ...validators } = (await readJson<Validators & { digest?: string | null }>(`${part}.json`))!
  const sha256 = (await hashFile(part)) ?? ''
  const refuse = async (message: string) => {
    await rm(part, { force: true })
    throw new DownloadProblem(message)
  }
  const bytes = await sizeOf(part)
  if (bytes === 0) await refuse(`${address} is empty. Try again later, or download the file yourself and use --from.`)
  if (await isPage(part))
    await refuse(
      `${address} sent a web page, not the file. Look at it in a browser, then use --from or OPEN_DATA_MIRROR.`,
    )
  const stated = expected ?? digest ?? null
  if (stated !== null && stated !== sha256)
    await refuse(`The checksum of ${address} is ${sha256}, but it should be ${stated}. Run the command again.`)
  const state = { ...validators, bytes, sha256, downloaded_at: now().toISOString() }
  await rename(part, path)
  await writeJson(`${path}.json`, state)
  await rm(`${part}.json`, { force: true })
  return state
}

/** What arrived of a state of the file that the server can recognize. Anything else starts again. */
async function readPart({ path, address }: RemoteFile): Promise<{ size: number; validator: string } | null> {
  const size = await sizeOf(`${path}.part`)
  const facts = await readJson<Validators>(`${path}.part.json`)
  // A weak tag does not promise the same bytes.
  const validator = facts?.etag && !facts.etag.startsWith('W/') ? facts.etag : facts?.last_modified
  return size > 0 && facts?.address === address && validator ? { size, validator } : null
}

function conditionsOf({ etag, last_modified }: FileState): Record<string, string> {
  if (etag !== null) return { 'if-none-match': etag }
  return last_modified === null ? {} : { 'if-modified-since': last_modified }
}

const sizeOf = async (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

async function readJson<T>(path: string): Promise<T | null> {
  // A missing or damaged state means that the file is downloaded again.
  return readFile(path, 'utf8')
    .then(JSON.parse, () => null)
    .catch(() => null)
}

async function writeJson(path: string, value: object): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(value), { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
}
