// Programs besides Node that tests use. Tests whose program is missing are left out, and the run says which.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const isCommand = (name: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))

/** The same engine without a window; it opens a page in a quarter of the time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
export const CHROMIUM = existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '/usr/bin/chromium'

const POSTGRES = '/usr/lib/postgresql'

/** The newest installed PostgreSQL, if any. */
export function postgresPrograms(): string | undefined {
  try {
    const newest = readdirSync(POSTGRES)
      .sort((a, b) => Number(b) - Number(a))
      .find((version) => readdirSync(join(POSTGRES, version, 'bin')).includes('initdb'))
    return newest && join(POSTGRES, newest, 'bin')
  } catch {
    return undefined
  }
}

/** The first Python that has httpx and pandas; on a machine with several, Debian's packages are only in its own. */
export function findPython(): string | undefined {
  const debian = '/usr/lib/python3/dist-packages'
  if (existsSync(join(debian, 'httpx')) && existsSync(join(debian, 'pandas'))) return '/usr/bin/python3'
  try {
    const find = 'from importlib.util import find_spec as f; exit(not (f("httpx") and f("pandas")))'
    execFileSync('python3', ['-c', find], { stdio: 'ignore' })
    return 'python3'
  } catch {
    return undefined
  }
}

interface Tool {
  readonly tests: string
  readonly isThere: () => boolean
  /** Debian's packages. */
  readonly packages: readonly string[]
  /** Tests that import this file need the tool. Suites that use PostgreSQL leave themselves out. */
  readonly usedBy?: string
}

const TOOLS: readonly Tool[] = [
  { tests: 'tests on PostgreSQL', isThere: () => postgresPrograms() !== undefined, packages: ['postgresql'] },
  {
    tests: 'browser tests',
    isThere: () => existsSync(CHROMIUM),
    packages: ['chromium', 'chromium-headless-shell'],
    usedBy: 'test/support/browser.ts',
  },
  {
    tests: 'tests of the Python client and of Python in the docs',
    isThere: () => findPython() !== undefined,
    packages: ['python3', 'python3-httpx', 'python3-pandas'],
    usedBy: 'test/support/python.ts',
  },
  {
    tests: 'long tests of the Python client',
    isThere: () => existsSync('/usr/lib/python3/dist-packages/distributed') && isCommand('mypy'),
    packages: ['python3-distributed', 'mypy'],
    usedBy: 'test/long/python.long.ts',
  },
  {
    tests: 'tests of snippets in the docs',
    isThere: () => isCommand('bash') && isCommand('curl'),
    packages: ['bash', 'curl'],
    usedBy: 'test/support/snippets.ts',
  },
  {
    tests: 'tests of power cuts',
    isThere: () => isCommand('cc'),
    packages: ['gcc', 'libc6-dev'],
    usedBy: 'tools/proof/power/recording.ts',
  },
  {
    tests: 'tests of hostile webhook URLs',
    isThere: () => ['unshare', 'ip', 'openssl'].every(isCommand),
    packages: ['util-linux', 'iproute2', 'openssl'],
    usedBy: 'test/webhooks/sealed-network.ts',
  },
  {
    tests: 'tests of packages',
    isThere: () => isCommand('git'),
    packages: ['git'],
    usedBy: 'tools/release/clean-copy.ts',
  },
  {
    tests: 'tests of two workers',
    isThere: () => isCommand('ps'),
    packages: ['procps'],
    usedBy: 'test/flows/two-workers.ts',
  },
]

export const missingTools = (): readonly Tool[] => TOOLS.filter(({ isThere }) => !isThere())

export const leftOutLine = ({ tests, packages }: Tool): string =>
  `left out: ${tests} (not installed: apt-get install ${packages.join(' ')})`

/** Its lines are the last ones of a run, except of a single file. */
export class LeftOutReporter {
  readonly #lines: readonly string[]
  #count = 0

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  onTestRunStart(files: readonly unknown[]): void {
    this.#count = files.length
  }

  onTestRunEnd(): void {
    if (this.#count > 1) for (const line of this.#lines) console.log(line)
  }
}
