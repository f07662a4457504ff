// plinth migrate: the schema of this version, and nothing else.
import { openFoundation } from '../../app/foundation.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import type { Printing } from '../printing.ts'
import { print } from '../printing.ts'

export async function migrateCommand(config: Config, options: Printing = {}): Promise<number> {
  const { db } = await openFoundation(config, (message) => (options.json ? undefined : console.log(message)))
  await db.close()
  print(options, { up_to_date: true }, 'the schema is up to date')
  return EXIT.ok
}
