// The `plinth` command: builds the command tree, runs it and maps errors to exit codes.

import { PlinthError } from '@plinth/client'
import { Command, CommanderError } from 'commander'
import { stopFromDatabaseError } from '../db/damage.ts'
import { VERSION } from '../kernel/config.ts'
import { EXIT, Fault, Stop } from '../kernel/fault.ts'
import { stopFromFileError } from '../kernel/system-errors.ts'
import { addCommands, inGroupOrder } from './command-tree.ts'
import { stopFromClientError } from './terminal/service-connection.ts'

const AFTER_HELP = `
Settings come from environment variables. Run "plinth doctor" to list them with their values.
Exit codes: 0 success · 1 failure · 2 wrong usage · 3 data folder in use · 4 incompatible data · 5 server unreachable ·
6 plinth fit found no better model.`

export async function run(argv: readonly string[]): Promise<number> {
  let exitCode: number = EXIT.ok
  const program = new Command('plinth')
    .description('Find the building that a Canadian listing is in.')
    .version(VERSION)
    // so that `plinth fit --version` names a model's version
    .enablePositionalOptions()
    .showHelpAfterError('(run "plinth --help" to see all commands)')
    .configureHelp({ visibleCommands: inGroupOrder })
    .addHelpText('after', AFTER_HELP)
    .exitOverride()

  addCommands(program, (command) => async (...values) => {
    exitCode = await command(...values)
  })
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
