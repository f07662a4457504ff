// `npm run bench tricks`: what each optimization of the request path saves, by leaving it out.
//   npm run bench tricks [-- --data=FOLDER --write-results]     FOLDER: of a stopped server with the demonstration
import type { ChildProcess } from 'node:child_process'
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from '../bin/build.mjs'
import { resultsMonth, writeResultsSection } from './results-file.ts'
import { startServer } from './running-server.ts'

const ROUNDS = 6
const SECONDS = 2

interface Trick {
  readonly name: string
  readonly file: string
  /** Compiled code, and the simple way that replaces it. */
  readonly replace: readonly (readonly [code: string, simple: string])[]
}

const TRICKS: readonly Trick[] = [
  {
    name: 'micro-batches (`http/server/load/micro-batch.ts`)',
    file: 'http/server/server.js',
    replace: [
      [
        'return microBatch.add(steps, request, reply);',
        '{ const response = steps.run(request, reply); if (response) steps.send(response, request, reply); return; }',
      ],
    ],
  },
  {
    name: 'keys in memory without a promise (`http/server/authenticate.ts`)',
    file: 'http/server/authenticate.js',
    replace: [['return after(authenticated, ', 'return Promise.resolve(authenticated).then(']],
  },
  {
    name: 'the shape of ticks (`app/next-tick.ts`)',
    file: 'app/next-tick.js',
    replace: [['if (retained)', 'if (true)']],
  },
  {
    name: 'ETags of short bodies without crypto (`http/server/etag.ts`)',
    file: 'http/server/etag.js',
    replace: [['body.length <= SHORT_CHARS', 'false']],
  },
  {
    name: 'access log lines without pino (`kernel/log.ts`)',
    file: 'kernel/log.js',
    replace: [
      [
        "    if (!log.isLevelEnabled('info'))",
        '    return Object.assign((entry) => log.info(entry), { flush() { } });\n    if (false)',
      ],
    ],
  },
]

const root = resolve(fileURLToPath(new URL('..', import.meta.url)))

/** A copy of the build without the trick, beside the build, so that it finds its assets. */
function buildWithout({ file, replace }: Trick, folder: string): void {
  cpSync(join(root, 'dist'), folder, { recursive: true })
  const path = join(folder, file)
  let code = readFileSync(path, 'utf8')
  for (const [from, to] of replace) {
    if (!code.includes(from)) throw new Error(`${file} has no "${from}". Adapt bench/http-tricks.ts.`)
    code = code.replace(from, to)
  }
  writeFileSync(path, code)
}

interface Target {
  readonly name: string
  readonly child: ChildProcess
  readonly url: string
  readonly key: string
  readonly address: string
  /** Microseconds of the main thread per request, by round. */
  readonly times: number[]
}

async function start(name: string, dist: string, dataDir: string): Promise<Target> {
  const child = fork(join(root, 'bench/http-server.mjs'), ['plinth', dist], {
    execArgv: [],
    env: { ...process.env, DATA_DIR: dataDir, MAX_DELAY_MS: '60000' },
    stdio: ['ignore', 'inherit', openSync('/dev/null', 'w'), 'ipc'],
  })
  const [message] = (await once(child, 'message')) as [{ url: string; key: string; address: string }]
  return { name, child, times: [], ...message }
}

/** Of the main thread, which other load affects less than requests per second. */
const cpuMicroseconds = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000

function measure({ child, url, key, address, times }: Target): void {
  const path = `/api/v1/building-links?address=${encodeURIComponent(`#1203 - ${address}`)}`
  const before = cpuMicroseconds(child.pid!)
  const header = `authorization: Bearer ${key}`
  const { stdout } = spawnSync('wrk', ['-t1', '-c32', `-d${SECONDS}s`, '-H', header, url + path], { encoding: 'utf8' })
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  // A timeout on a busy machine costs no processor time.
  if (!requests || stdout.includes('Non-2xx')) throw new Error(stdout)
  times.push((cpuMicroseconds(child.pid!) - before) / requests)
}

async function createData(dataDir: string): Promise<string> {
  const server = await startServer({ dataDir })
  await server.ready()
  await server.stop()
  return dataDir
}

export async function benchTricks(): Promise<void> {
  if (spawnSync('wrk', ['-v']).error) throw new Error('Install wrk.')
  await buildIfStale()
  const folder = mkdtempSync(join(tmpdir(), 'plinth-bench-tricks-'))
  const builds = mkdtempSync(join(root, 'dist.bench-'))
  const targets: Target[] = []
  try {
    const option = process.argv.find((argument) => argument.startsWith('--data='))?.slice('--data='.length)
    const data = option ?? (await createData(join(folder, 'data')))
    for (const trick of [undefined, ...TRICKS]) {
      const dataDir = join(folder, String(targets.length))
      cpSync(data, dataDir, { recursive: true })
      const dist = trick ? `${builds}-${targets.length}` : join(root, 'dist')
      if (trick) buildWithout(trick, dist)
      targets.push(await start(trick?.name ?? 'all', dist, dataDir))
    }
    // The first round compiles; rounds alternate, so that other load affects all alike.
    for (let round = 0; round <= ROUNDS; round++) for (const target of targets) measure(target)
    const best = ({ times }: Target) => Math.min(...times.slice(1))
    const [all, ...without] = targets as [Target, ...Target[]]
    const rows = without.map((target) => {
      const share = (100 * (best(target) - best(all))) / best(all)
      return `| ${target.name} | ${best(target).toFixed(0)} µs | ${share.toFixed(0)} % |`
    })
    const table = [
      '| left out | processor time per request | more than with it |',
      '|---|---|---|',
      `| nothing | ${best(all).toFixed(0)} µs | |`,
      ...rows,
    ].join('\n')
    console.log(table)
    if (process.argv.includes('--write-results'))
      writeResultsSection(
        'tricks',
        `${resultsMonth()} · two shared ARM cores · \`npm run bench tricks -- --write-results\` · building links, found; the lowest of ${ROUNDS} rounds\n\n${table}`,
      )
  } finally {
    for (const { child } of targets) child.kill()
    rmSync(folder, { recursive: true, force: true })
    for (let i = 0; i <= TRICKS.length; i++) rmSync(i ? `${builds}-${i}` : builds, { recursive: true, force: true })
  }
}
