// plinth logs: the account's requests on a server.
import type { Command } from 'commander'
import { readConfig } from '../kernel/config.ts'
import type { Action } from './program.ts'
import type { LogsOptions } from './service/logs-command.ts'
import { integerBetween } from './terminal/arguments.ts'

const OPTIONS = [
  ['--key-id <id>', 'only requests of this API key or application'],
  ['--status <status>', 'only this status, such as 404, or class, such as 4xx'],
  ['--code <code>', 'only this error code, such as rate_limited'],
  ['--route <route>', 'only this route, such as "GET /api/v1/projects/{id}"'],
  ['--request-id <id>', 'only the request with this id'],
  ['--since <time>', 'only requests at or after this time, such as 2026-11-16T12:00:00Z'],
  ['--until <time>', 'only requests before this time'],
  ['--server <url>', 'send requests to this server; default: PLINTH_SERVER'],
  ['--key <key>', 'API key; prefer PLINTH_API_KEY, because process lists show options'],
  ['--json', 'print JSON, one object per line'],
] as const

export function addLogCommands(program: Command, action: Action): void {
  const logs = program
    .command('logs')
    .description('show the requests of your account')
    .option('-f, --follow', 'keep running and print new requests as they appear')
    .option('--limit <n>', 'maximum number of requests (default: 50)', integerBetween(1, 10_000))
  for (const [flag, text] of OPTIONS) logs.option(flag, text)
  logs.action(
    action(async (options: LogsOptions) =>
      (await import('./service/logs-command.ts')).logsCommand(readConfig(), options),
    ),
  )
}
