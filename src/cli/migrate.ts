// plinth migrate: the schema of this version, and nothing else.
import { openFoundation } from '../app.ts'
import type { Config } from '../kernel/config.ts'
import { EXIT } from '../kernel/fault.ts'

export async function migrateCommand(config: Config): Promise<number> {
  const { db } = await openFoundation(config, (message) => console.log(message))
  await db.close()
  console.log('the schema is up to date')
  return EXIT.ok
}
