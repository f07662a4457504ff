// plinth migrate
import { openFoundation } from '../../app/foundation.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import type { OutputOptions } from '../terminal/output.ts'
import { print } from '../terminal/output.ts'

export interface MigrateOptions extends OutputOptions {
  readonly backup?: boolean
}

export async function migrateCommand(config: Config, options: MigrateOptions = {}): Promise<number> {
  const log = (message: string) => (options.json ? undefined : console.log(message))
  const { db } = await openFoundation(config, log, { backup: options.backup ?? true })
  await db.close()
  print(options, { up_to_date: true }, 'The schema is up to date.')
  return EXIT.ok
}
