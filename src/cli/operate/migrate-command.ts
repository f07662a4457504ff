// plinth migrate
import { openFoundation } from '../../app/foundation.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import type { OutputOptions } from '../output.ts'
import { print } from '../output.ts'

export async function migrateCommand(config: Config, options: OutputOptions = {}): Promise<number> {
  const { db } = await openFoundation(config, (message) => (options.json ? undefined : console.log(message)))
  await db.close()
  print(options, { up_to_date: true }, 'The schema is up to date.')
  return EXIT.ok
}
