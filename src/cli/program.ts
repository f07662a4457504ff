// The `plinth` command: builds the command tree, runs it and maps errors to exit codes.

import { PlinthError } from '@plinth/client'
import { Command, CommanderError } from 'commander'
import { stopFromDatabaseError } from '../db/damage.ts'
import { VERSION } from '../kernel/config.ts'
import { EXIT, Fault, Stop } from '../kernel/fault.ts'
import { stopFromFileError } from '../kernel/system-errors.ts'
import { addFeedCommands } from './feed-commands.ts'
import { groupCommands, inGroupOrder } from './help-groups.ts'
import { addListingCommands } from './listing-commands.ts'
import { addLogCommands } from './log-commands.ts'
import * as operator from './operator-commands.ts'
import { addSourceCommands } from './source-commands.ts'
import { stopFromClientError } from './terminal/service-connection.ts'
import { addUserCommands } from './user-commands.ts'

const AFTER_HELP = `
Settings come from environment variables. Run "plinth doctor" to list them with their values.
Exit codes: 0 success · 1 failure · 2 wrong usage · 3 data folder in use · 4 incompatible data · 5 server unreachable ·
6 plinth fit found no better model.`

/** Wraps a command so that its result becomes the exit code. */
export type Action = <T extends unknown[]>(
  command: (...args: T) => Promise<number> | number,
) => (...args: T) => Promise<void>

export async function run(argv: readonly string[]): Promise<number> {
  let exitCode: number = EXIT.ok
  const action: Action =
    (command) =>
    async (...args) => {
      exitCode = await command(...args)
    }
  const program = new Command('plinth')
    .description('Find the building that a Canadian listing is in.')
    .version(VERSION)
    // so that `plinth fit --version` names a model's version
    .enablePositionalOptions()
    .showHelpAfterError('(run "plinth --help" to see all commands)')
    .configureHelp({ visibleCommands: inGroupOrder })
    .addHelpText('after', AFTER_HELP)
    .exitOverride()

  // The help shows the groups in this order.
  addUserCommands(program, action)
  addListingCommands(program, action)
  addFeedCommands(program, action)
  addLogCommands(program, action)
  operator.addWebhookCommands(program, action)
  operator.addServerCommands(program, action)
  operator.addBackupCommands(program, action)
  operator.addAccountCommands(program, action)
  operator.addDataCommands(program, action)
  addSourceCommands(program, action)
  operator.addModelCommands(program, action)
  groupCommands(program)

  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    return reportError(error)
  }
}

/** Prints one or two lines for an expected error, and the stack only for a bug. */
function reportError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  if (error instanceof PlinthError) return reportError(stopFromClientError(error))
  if (error instanceof Stop) {
    console.error(`plinth: ${error.message}`)
    if (error.advice) console.error(error.advice)
    return error.exitCode
  }
  if (error instanceof Fault && error.status < 500) {
    console.error(`plinth: ${error.message}`)
    return EXIT.failed
  }
  const stop = stopFromFileError(error) ?? stopFromDatabaseError(error)
  if (stop) return reportError(stop)
  console.error(error)
  return EXIT.failed
}
