// Commands for operators: names, options and help. Each loads its code when it runs.
import type { Command } from 'commander'
import { readConfig } from '../kernel/config.ts'
import type { FitOptions } from './fit/fit-command.ts'
import type { AuditExportOptions } from './operate/audit-command.ts'
import type { MigrateOptions } from './operate/migrate-command.ts'
import type { ServeOptions } from './operate/serve-command.ts'
import type { Action } from './program.ts'
import type { ListenOptions } from './service/webhooks-listen.ts'
import { integerBetween, MIN_UNITS_OPTION } from './terminal/arguments.ts'
import type { OutputOptions } from './terminal/output.ts'

const JSON_OPTION = ['--json', 'print JSON'] as const

export function addServerCommands(program: Command, action: Action): void {
  program
    .command('serve')
    .description('run the service: API, portal, docs and background workers')
    .option('--workers <number>', 'processes that serve requests on one port', integerBetween(1, 64))
    .action(
      action(async (options: ServeOptions) =>
        (await import('./operate/serve-command.ts')).serveCommand(readConfig(), options),
      ),
    )
  program
    .command('migrate')
    .description('back up the database, update its schema to this version, then exit')
    .option('--no-backup', 'update without a backup in DATA_DIR/backups')
    .option(...JSON_OPTION)
    .action(
      action(async (options: MigrateOptions) =>
        (await import('./operate/migrate-command.ts')).migrateCommand(readConfig(), options),
      ),
    )
  program
    .command('doctor')
    .description('print all settings, with secrets masked, and check that everything works')
    .option(...JSON_OPTION)
    .action(
      action(async (options: OutputOptions) =>
        (await import('./operate/doctor.ts')).doctorCommand(readConfig(), options),
      ),
    )
}

export function addAccountCommands(program: Command, action: Action): void {
  const keys = program.command('keys').description('manage API keys')
  keys
    .command('create')
    .description('create a key and print it once; creates an account unless --account is set')
    .requiredOption('--plan <plan>', 'sandbox, starter, pro or elite')
    .option('--email <email>', 'email of the account holder')
    .option('--account <id>', 'existing account; it moves to the plan')
    .option('--name <name>', 'label for the key')
    .option(...JSON_OPTION)
    .action(
      action(async (options) => (await import('./operate/keys-command.ts')).createKeyCommand(readConfig(), options)),
    )

  const accounts = program.command('accounts').description('list, change and erase accounts')
  accounts
    .command('list', { isDefault: true })
    .argument('[text]', 'part of an email address, an account ID, or the start of a key')
    .option('--json', 'print JSON, one account per line')
    .action(
      action(async (text: string | undefined, options) =>
        (await import('./operate/accounts-commands.ts')).listAccountsCommand(readConfig(), text, options),
      ),
    )
  accounts
    .command('set')
    .description('change an account; takes effect on every node within two seconds')
    .argument('<id>')
    .option('--plan <plan>', 'sandbox, starter, pro or elite')
    .option('--suspend', 'block its keys and sessions')
    .option('--reinstate', 'unblock them')
    .option(...JSON_OPTION)
    .action(
      action(async (id: string, options) =>
        (await import('./operate/accounts-commands.ts')).setAccountCommand(readConfig(), id, options),
      ),
    )
  accounts
    .command('erase')
    .description('delete an account with its listings, feeds, events, people and credentials')
    .argument('<id>')
    .option('--yes', 'do not ask for confirmation')
    .option(...JSON_OPTION)
    .action(
      action(async (id: string, options) =>
        (await import('./operate/accounts-commands.ts')).eraseAccountCommand(readConfig(), id, options),
      ),
    )
  program
    .command('audit')
    .description('read the audit log')
    .command('export')
    .description('print all entries as NDJSON, oldest first')
    .option('--account <id>', 'only entries of this account')
    .option('--since <time>', 'only entries at or after this time, such as 2026-11-16T12:00:00Z')
    .option('--until <time>', 'only entries before this time')
    .action(
      action(async (options: AuditExportOptions) =>
        (await import('./operate/audit-command.ts')).auditExportCommand(readConfig(), options),
      ),
    )
  program
    .command('people')
    .description('manage people who sign in')
    .command('role')
    .description('set or remove the role of a person; signs them out')
    .argument('<email>', 'a verified email address')
    .argument('<role>', 'curator, operator or none')
    .option(...JSON_OPTION)
    .action(
      action(async (email: string, role: string, options: OutputOptions) =>
        (await import('./operate/accounts-commands.ts')).setRoleCommand(readConfig(), email, role, options),
      ),
    )
  program
    .command('oauth')
    .description('manage the OAuth authorization server')
    .command('rotate-keys')
    .description('start signing with a new key; every node uses it within seconds')
    .option(...JSON_OPTION)
    .action(
      action(async (options: OutputOptions) =>
        (await import('./operate/oauth-command.ts')).rotateKeysCommand(readConfig(), options),
      ),
    )
}

export function addDataCommands(program: Command, action: Action): void {
  program
    .command('import')
    .description('import a file into the catalogue; gates stop imports that change or reject too much')
    .argument('<files...>', 'files, folders, ZIP archives or files in them (archive.zip/file.csv); may be gzipped')
    .requiredOption('--source <name>', 'source of the data; only projects of this source can be removed')
    .option('--format <format>', 'file format, if it cannot be detected')
    .option('--map <file>', 'mapping file from columns to fields')
    .option(...MIN_UNITS_OPTION)
    .option('--approve', 'publish even if a gate stops the import')
    .option('--confirm <source>', 'with --approve: the source again, if 1,000 projects or more are removed')
    .option('--dry-run', 'show what would change without changing anything')
    .option('--note <text>', 'note stored with the version and as the reason for corrections')
    .option(...JSON_OPTION)
    .action(
      action(async (files: string[], options) =>
        (await import('./operate/import-command.ts')).importCommand(readConfig(), files, options),
      ),
    )
  program
    .command('refresh')
    .description('read every source again now; the server does this daily')
    .option(...JSON_OPTION)
    .action(
      action(async (options: OutputOptions) =>
        (await import('./operate/data-commands.ts')).refreshCommand(readConfig(), options),
      ),
    )
  program
    .command('rollback')
    .description('publish an older version again')
    .argument('<version>', 'for example 2026-11-14.2')
    .option('--reason <text>', 'reason stored with the new version and in the audit log')
    .option(...JSON_OPTION)
    .action(
      action(async (version: string, options: OutputOptions & { reason?: string }) =>
        (await import('./operate/data-commands.ts')).rollbackCommand(readConfig(), version, options),
      ),
    )
  program
    .command('demo')
    .description('publish the demonstration dataset, if there is no other data')
    .option(...JSON_OPTION)
    .action(
      action(async (options: OutputOptions) =>
        (await import('./operate/data-commands.ts')).demoCommand(readConfig(), options),
      ),
    )
}

export function addModelCommands(program: Command, action: Action): void {
  program
    .command('fit')
    .description('fit the matching model on your labels; writes a model only if it is better on held-out labels')
    .option('--buildings <file>', 'NDJSON file with one building per line, as for plinth match')
    .option('--labels <file...>', 'NDJSON files of queries, as for plinth match, each with building_key or null')
    .option('--from-ledger', 'fit on the decisions of the desk and the published buildings')
    .option('--check', 'only report whether a refit would help')
    .option('--out <file>', 'model file to write; load it with MODEL_FILE')
    .option('--version <name>', 'version of the new model; default: the current version and the time')
    .option('--json', 'print the comparison as JSON')
    .action(
      action(async (options: FitOptions) => (await import('./fit/fit-command.ts')).fitCommand(readConfig(), options)),
    )
}

export function addWebhookCommands(program: Command, action: Action): void {
  program
    .command('webhooks')
    .description('receive webhooks on this machine')
    .command('listen')
    .description('print each delivery and whether its signature is valid')
    .option('--port <port>', 'port to listen on; 0 picks a free one', integerBetween(0, 65535), 8787)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--secret <secret...>', 'endpoint secret (whsec_…); give both during a rotation')
    .option('--status <code>', 'HTTP status to respond with; use 500 to test retries', integerBetween(200, 599), 200)
    .option('--json', 'print one JSON object per delivery')
    .action(
      action(async (options: ListenOptions) => (await import('./service/webhooks-listen.ts')).listenCommand(options)),
    )
}

export function addBackupCommands(program: Command, action: Action): void {
  program
    .command('backup')
    .description('write the whole database to one file; works while the server runs')
    .argument('<file>', 'for example plinth-2026-11-14.backup')
    .option(...JSON_OPTION)
    .action(
      action(async (file: string, options: OutputOptions) =>
        (await import('./operate/backup-commands.ts')).backupCommand(readConfig(), file, options),
      ),
    )
  program
    .command('restore')
    .description('restore a backup into an empty database; stop the server first')
    .argument('<file>')
    .option(...JSON_OPTION)
    .action(
      action(async (file: string, options: OutputOptions) =>
        (await import('./operate/backup-commands.ts')).restoreCommand(readConfig(), file, options),
      ),
    )
}
