// Runs commands of the image from its root folder.
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { outputOf } from '../../target/processes.ts'
import { freePort, PROOF_SECRET, ServerProcess } from '../../target/server-process.ts'

export interface Place {
  readonly dataDir: string
  /** Without it, the embedded database. */
  readonly databaseUrl?: string | undefined
  readonly env?: Readonly<Record<string, string>>
}

export interface Program {
  readonly version: string
  spawn(args: readonly string[], dataDir: string, env: Readonly<Record<string, string>>): ChildProcess
  /** Ends a server as `docker stop` or a terminal does. */
  stop(server: ServerProcess): Promise<number | null>
}

export interface ImageConfig {
  readonly config: { readonly Env: readonly string[]; readonly Entrypoint: readonly string[]; readonly User: string }
}

const IN_IMAGE = fileURLToPath(new URL('./in-image.sh', import.meta.url))
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const IMAGE_USER = 1000

/** As a container engine runs it, with the network of this machine. */
export function imageProgram(root: string, { config }: ImageConfig): Program {
  const imageEnv = Object.fromEntries(config.Env.map((pair) => pair.split(/=(.*)/s).slice(0, 2)))
  return {
    version: JSON.parse(readFileSync(join(root, 'plinth/package.json'), 'utf8')).version,
    spawn: (args, dataDir, env) => {
      const namespaces = ['--mount', '--pid', '--fork', '--kill-child']
      return spawn('unshare', [...namespaces, IN_IMAGE, root, dataDir, ...config.Entrypoint, ...args], {
        env: { PATH, ...imageEnv, ...env, DATA_DIR: '/data' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    },
    async stop(server) {
      // The first process of the container; unshare waits for it.
      const [, first] = server.pids()
      if (server.isRunning && first) process.kill(first, 'SIGTERM')
      return server.exited
    },
  }
}

const envOf = ({ databaseUrl, env }: Place): Record<string, string> => ({
  SECRET_KEY: PROOF_SECRET,
  LOG_LEVEL: 'warn',
  DRAIN_MS: '0',
  WORKERS: '1',
  DEMO_PROJECTS: '60',
  HOST: '127.0.0.1',
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  ...env,
})

export function makeDataDir(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.getuid?.() === 0) chownSync(folder, IMAGE_USER, IMAGE_USER)
  return folder
}

const running = new Set<ServerProcess>()
process.once('exit', () => {
  // The first process of a container does not end with unshare, because it runs as another user.
  for (const server of running)
    if (server.isRunning) for (const pid of server.pids().reverse()) process.kill(pid, 'SIGKILL')
})

export async function serve(program: Program, place: Place): Promise<ServerProcess> {
  const port = await freePort()
  const child = program.spawn(['serve'], place.dataDir, { ...envOf(place), PORT: String(port) })
  const server = new ServerProcess(child, port, place.dataDir)
  running.add(server)
  server.exited.then(() => running.delete(server))
  return server
}

/** Runs a command to its end and returns its output; throws if it fails. */
export function command(program: Program, place: Place, ...args: readonly string[]): Promise<string> {
  return outputOf(program.spawn(args, place.dataDir, envOf(place)), `plinth ${args.join(' ')}`)
}
