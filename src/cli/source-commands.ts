// Commands for sources: names, options and help. Each loads its code when it runs.
import type { Command } from 'commander'
import { readConfig } from '../kernel/config.ts'
import type { Action } from './program.ts'
import { integerBetween, MIN_UNITS_OPTION } from './terminal/arguments.ts'
import type { OutputOptions } from './terminal/output.ts'

const JSON_OPTION = ['--json', 'print JSON'] as const

export function addSourceCommands(program: Command, action: Action): void {
  const sources = program.command('sources').description('manage sources: licence, trust and daily refresh')
  sources
    .command('list', { isDefault: true })
    .description('list sources with licence, rows and freshness, most trusted first')
    .option(...JSON_OPTION)
    .action(
      action(async (options: OutputOptions) =>
        (await import('./operate/sources-command.ts')).listSourcesCommand(readConfig(), options),
      ),
    )
  sources
    .command('add')
    .description('add a source, or update the source with that name')
    .argument('<name>')
    .argument('<file>')
    .option('--format <format>', 'file format, if it cannot be detected')
    .option('--map <file>', 'mapping file from columns to fields')
    .option(...MIN_UNITS_OPTION)
    .option('--off', 'save it, but exclude it from the refresh')
    .option(...JSON_OPTION)
    .action(
      action(async (name: string, file: string, options) =>
        (await import('./operate/sources-command.ts')).addSourceCommand(readConfig(), name, file, options),
      ),
    )
  sources
    .command('set')
    .description('change what is known about a source')
    .argument('<name>')
    .option('--trust <number>', 'when sources disagree, the lowest number wins', integerBetween(1, 999))
    .option('--licence <text>', 'name of the licence')
    .option('--licence-url <url>', 'address of the licence')
    .option('--attribution <text>', 'statement to show with the data')
    .option('--title <text>', 'name of the data')
    .option('--publisher <text>', 'who publishes the data')
    .option('--creates-projects', 'rows without a building create one')
    .option('--no-creates-projects', 'rows only add to buildings of other sources')
    .option(...JSON_OPTION)
    .action(
      action(async (name: string, options) =>
        (await import('./operate/sources-command.ts')).setSourceCommand(readConfig(), name, options),
      ),
    )
  sources
    .command('allow')
    .description('allow imports of a source whose licence the dataset must then carry')
    .argument('<name>')
    .option('--share-alike', 'allow a share-alike licence, such as that of OpenStreetMap')
    .option(...JSON_OPTION)
    .action(
      action(async (name: string, options) =>
        (await import('./operate/sources-command.ts')).allowSourceCommand(readConfig(), name, options),
      ),
    )
  sources
    .command('remove')
    .description('remove a source from the refresh; its projects stay')
    .argument('<name>')
    .option(...JSON_OPTION)
    .action(
      action(async (name: string, options: OutputOptions) =>
        (await import('./operate/sources-command.ts')).removeSourceCommand(readConfig(), name, options),
      ),
    )
  sources
    .command('runs')
    .description('list recent imports and their outcomes')
    .option(...JSON_OPTION)
    .action(
      action(async (options: OutputOptions) =>
        (await import('./operate/sources-command.ts')).listRunsCommand(readConfig(), options),
      ),
    )
}
