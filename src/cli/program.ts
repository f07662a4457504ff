// The operator's door: every command with its options on one screen.
import { Command, CommanderError } from 'commander'
import { PlinthError } from '../client/client.ts'
import { readConfig, VERSION } from '../kernel/config.ts'
import { EXIT, Fault, Stop } from '../kernel/fault.ts'
import { wholeFrom } from './arguments.ts'
import type { Printing } from './printing.ts'
import { stopOf } from './service/service-connection.ts'
import type { ListenOptions } from './service/webhooks-listen.ts'
import { addUserCommands } from './user-commands.ts'

const AFTER_HELP = `
Settings come from the environment: plinth doctor lists them all, with their defaults.
Exit codes: 0 done · 1 failed · 2 wrong usage · 3 the data folder is in use · 4 incompatible data · 5 unreachable.`

export async function run(argv: readonly string[]): Promise<number> {
  let exitCode: number = EXIT.ok
  const act =
    <T extends unknown[]>(command: (...args: T) => Promise<number> | number) =>
    async (...args: T) => {
      exitCode = await command(...args)
    }
  const program = new Command('plinth')
    .description('Tells a Canadian listing which building it is in.')
    .version(VERSION)
    .showHelpAfterError('(plinth --help shows what there is)')
    .addHelpText('after', AFTER_HELP)
    .exitOverride()

  program
    .command('serve')
    .description('run the service: REST API, docs page and workers')
    .action(act(async () => (await import('./operate/serve-command.ts')).serveCommand(readConfig())))
  program
    .command('migrate')
    .description('bring the database to the schema of this version, and stop')
    .option('--json', 'as JSON')
    .action(
      act(async (options: Printing) =>
        (await import('./operate/migrate-command.ts')).migrateCommand(readConfig(), options),
      ),
    )
  program
    .command('doctor')
    .description('print the settings in force, secrets masked, and whether the parts work')
    .option('--json', 'as JSON')
    .action(
      act(async (options: Printing) => (await import('./operate/doctor.ts')).doctorCommand(readConfig(), options)),
    )

  const keys = program.command('keys').description('API keys')
  keys
    .command('create')
    .description('create a key, with a new account unless one is named; prints it once')
    .requiredOption('--plan <plan>', 'sandbox, starter, pro or elite')
    .option('--email <email>', 'the account holder')
    .option('--account <id>', 'an existing account, which is moved to the plan')
    .option('--name <name>', 'what the key is for')
    .option('--json', 'as JSON')
    .action(act(async (options) => (await import('./operate/keys-command.ts')).createKeyCommand(readConfig(), options)))

  const accounts = program.command('accounts').description('accounts: their plan and standing')
  accounts
    .command('list', { isDefault: true })
    .argument('[text]', 'part of an e-mail address, an id, or the prefix of a key')
    .option('--json', 'as JSON, one a line')
    .action(
      act(async (text: string | undefined, options) =>
        (await import('./operate/accounts-commands.ts')).listAccountsCommand(readConfig(), text, options),
      ),
    )
  accounts
    .command('set')
    .description('change an account, in force everywhere within two seconds')
    .argument('<id>')
    .option('--plan <plan>', 'sandbox, starter, pro or elite')
    .option('--suspend', 'let nobody in with its keys and sessions')
    .option('--reinstate', 'let them in again')
    .option('--json', 'as JSON')
    .action(
      act(async (id: string, options) =>
        (await import('./operate/accounts-commands.ts')).setAccountCommand(readConfig(), id, options),
      ),
    )
  program
    .command('people')
    .description('people who sign in')
    .command('role')
    .description('make somebody a curator or an operator, or neither; ends their sessions')
    .argument('<email>', 'a verified address')
    .argument('<role>', 'curator, operator or none')
    .option('--json', 'as JSON')
    .action(
      act(async (email: string, role: string, options: Printing) =>
        (await import('./operate/accounts-commands.ts')).setRoleCommand(readConfig(), email, role, options),
      ),
    )

  program
    .command('oauth')
    .description('the authorization server')
    .command('rotate-keys')
    .description('a new key signs from now on, on every node within seconds')
    .option('--json', 'as JSON')
    .action(
      act(async (options: Printing) =>
        (await import('./operate/oauth-command.ts')).rotateKeysCommand(readConfig(), options),
      ),
    )

  addUserCommands(program, act)

  program
    .command('import')
    .description('bring a file into the catalogue: validated, compared, stopped by the gates when too much is odd')
    .argument('<file>', 'NDJSON, CSV, GeoJSON, Overpass JSON or the Toronto registration; gzip is fine')
    .requiredOption('--source <name>', 'whose data this is; only projects of this source can disappear by it')
    .option('--format <format>', 'when the content does not tell it')
    .option('--map <file>', 'mapping file: which column is which field')
    .option('--approve', 'publish although a gate says no')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--note <text>', 'kept with the version, and as the reason of corrections')
    .option('--json', 'as JSON')
    .action(
      act(async (file: string, options) =>
        (await import('./operate/import-command.ts')).importCommand(readConfig(), file, options),
      ),
    )
  program
    .command('refresh')
    .description('read every source again now, as the server does daily')
    .option('--json', 'as JSON')
    .action(
      act(async (options: Printing) =>
        (await import('./operate/data-commands.ts')).refreshCommand(readConfig(), options),
      ),
    )
  program
    .command('rollback')
    .description('publish an older version again')
    .argument('<version>', 'such as 2026-11-14.2')
    .option('--reason <text>', 'kept with the new version and in the audit log')
    .option('--json', 'as JSON')
    .action(
      act(async (version: string, options: Printing & { reason?: string }) =>
        (await import('./operate/data-commands.ts')).rollbackCommand(readConfig(), version, options),
      ),
    )
  program
    .command('demo')
    .description('publish the demonstration dataset, where there is no other data')
    .option('--json', 'as JSON')
    .action(
      act(async (options: Printing) => (await import('./operate/data-commands.ts')).demoCommand(readConfig(), options)),
    )

  const sources = program.command('sources').description('the files that the daily refresh reads')
  sources
    .command('list', { isDefault: true })
    .option('--json', 'as JSON')
    .action(
      act(async (options: Printing) =>
        (await import('./operate/sources-command.ts')).listSourcesCommand(readConfig(), options),
      ),
    )
  sources
    .command('add')
    .description('add a source, or change the one of that name')
    .argument('<name>')
    .argument('<file>')
    .option('--format <format>', 'when the content does not tell it')
    .option('--map <file>', 'mapping file: which column is which field')
    .option('--off', 'keep it, but leave it out of the refresh')
    .option('--json', 'as JSON')
    .action(
      act(async (name: string, file: string, options) =>
        (await import('./operate/sources-command.ts')).addSourceCommand(readConfig(), name, file, options),
      ),
    )
  sources
    .command('remove')
    .description('take a source out of the refresh; its projects stay')
    .argument('<name>')
    .option('--json', 'as JSON')
    .action(
      act(async (name: string, options: Printing) =>
        (await import('./operate/sources-command.ts')).removeSourceCommand(readConfig(), name, options),
      ),
    )
  sources
    .command('runs')
    .description('the last imports and what became of them')
    .option('--json', 'as JSON')
    .action(
      act(async (options: Printing) =>
        (await import('./operate/sources-command.ts')).listRunsCommand(readConfig(), options),
      ),
    )

  const webhooks = program.command('webhooks').description('webhooks, seen from the receiving side')
  webhooks
    .command('listen')
    .description('print deliveries as they come, and whether their signatures are good')
    .option('--port <port>', 'port to listen on; 0 takes a free one', wholeFrom(0, 65535), 8787)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--secret <secret...>', 'the secret of the endpoint, whsec_…; several while one is rotated')
    .option('--status <code>', 'what to answer; 500 shows how deliveries are tried again', wholeFrom(200, 599), 200)
    .option('--json', 'one JSON object a delivery')
    .action(
      act(async (options: ListenOptions) => (await import('./service/webhooks-listen.ts')).listenCommand(options)),
    )

  program
    .command('backup')
    .description('write the whole database into one file, also while the server runs')
    .argument('<file>', 'such as plinth-2026-11-14.backup')
    .option('--json', 'as JSON')
    .action(
      act(async (file: string, options: Printing) =>
        (await import('./operate/backup-commands.ts')).backupCommand(readConfig(), file, options),
      ),
    )
  program
    .command('restore')
    .description('fill an empty database from a backup; the server must not run')
    .argument('<file>')
    .option('--json', 'as JSON')
    .action(
      act(async (file: string, options: Printing) =>
        (await import('./operate/backup-commands.ts')).restoreCommand(readConfig(), file, options),
      ),
    )

  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    return explain(error)
  }
}

/** Says what stopped us in one or two lines; a stack is shown only for our own mistakes. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  if (error instanceof PlinthError) return explain(stopOf(error))
  if (error instanceof Stop) {
    console.error(`plinth: ${error.message}`)
    if (error.advice) console.error(error.advice)
    return error.exitCode
  }
  if (error instanceof Fault && error.status < 500) {
    console.error(`plinth: ${error.message}`)
    return EXIT.failed
  }
  console.error(error)
  return EXIT.failed
}
