// The commands of `plinth feeds`: names, options and help.
import type { Command } from 'commander'
import { Option } from 'commander'
import { readConfig } from '../kernel/config.ts'
import type { Action } from './program.ts'
import type { FeedOptions, NewFeedOptions } from './service/feeds-command.ts'
import { integerBetween } from './terminal/arguments.ts'

const SERVER = ['--server <url>', 'send requests to this server; default: PLINTH_SERVER'] as const
const KEY = ['--key <key>', 'API key; prefer PLINTH_API_KEY, because process lists show options'] as const
const JSON_OPTION = ['--json', 'print JSON'] as const

const load = () => import('./service/feeds-command.ts')
const withService = (command: Command) =>
  command
    .option(...SERVER)
    .option(...KEY)
    .option(...JSON_OPTION)

export function addFeedCommands(program: Command, action: Action): void {
  const feeds = program.command('feeds').description('manage feeds: sources of listings that Plinth reads by itself')
  withService(feeds.command('list', { isDefault: true }))
    .description('list the feeds and their state')
    .action(action(async (options: FeedOptions) => (await load()).listFeedsCommand(readConfig(), options)))
  for (const [name, text] of [
    ['add', 'add a feed; its first run begins at once'],
    ['try', 'read the first rows of a feed and show the mapping, without storing anything'],
  ] as const)
    withService(addSettings(feeds.command(name)))
      .description(text)
      .action(
        action(async (kind: string, options: NewFeedOptions) =>
          (await load())[name === 'add' ? 'addFeedCommand' : 'tryFeedCommand'](readConfig(), kind, options),
        ),
      )
  withService(feeds.command('run'))
    .description('run a feed now')
    .argument('<id>')
    .option('--sweep', 'also look for listings that left the feed')
    .action(
      action(async (id: string, options: FeedOptions & { sweep?: boolean }) =>
        (await load()).runFeedCommand(readConfig(), id, options),
      ),
    )
  for (const [name, text] of [
    ['pause', 'stop reading a feed; its listings stay'],
    ['resume', 'read a paused feed again, or retry a failing one now'],
    ['approve', 'mark the listings gone that a held sweep did not find'],
  ] as const)
    withService(feeds.command(name))
      .description(text)
      .argument('<id>')
      .action(
        action(async (id: string, options: FeedOptions) =>
          (await load()).changeFeedCommand(readConfig(), name, id, options),
        ),
      )
  withService(feeds.command('remove'))
    .description('delete a feed, its listings and their history')
    .argument('<id>')
    .requiredOption('--yes', 'confirm: this cannot be undone')
    .action(
      action(async (id: string, options: FeedOptions) => (await load()).removeFeedCommand(readConfig(), id, options)),
    )
  withService(feeds.command('runs'))
    .description('list the runs of a feed that changed something or failed')
    .argument('<id>')
    .action(
      action(async (id: string, options: FeedOptions) => (await load()).listRunsCommand(readConfig(), id, options)),
    )
  withService(feeds.command('upload'))
    .description('read a CSV or NDJSON file with all listings into a feed without a URL')
    .argument('<id>')
    .argument('<file>')
    .action(
      action(async (id: string, file: string, options: FeedOptions) =>
        (await load()).uploadCommand(readConfig(), id, file, options),
      ),
    )
}

function addSettings(command: Command): Command {
  return command
    .argument('<kind>', 'reso, csv or ndjson')
    .option('--url <url>', 'service root of a RESO server, or a file; without it, you upload files')
    .option('--name <name>', 'name to show; default: the host of the URL')
    .option('--secret-file <file>', 'file with the bearer token, or with the client secret')
    .addOption(new Option('--secret <text>', 'the same as text; process lists show it').conflicts('secretFile'))
    .option('--client-id <id>', 'use OAuth 2.0 client credentials with this client')
    .option('--token-url <url>', 'where client credentials get a token')
    .option('--scope <scope>', 'scope of the token, such as DDFApi_Read')
    .option('--resource <name>', 'OData resource; default: Property')
    .option('--filter <condition>', 'your own OData condition')
    .option('--field <target=name...>', 'field of the feed that fills a field of a listing; "target=" leaves it out')
    .option('--every <seconds>', 'seconds between runs', integerBetween(30, 86_400))
    .option('--page-size <rows>', 'rows to ask for at a time', integerBetween(10, 1000))
    .option('--key-prefix <text>', 'put before the keys of the feed')
}
