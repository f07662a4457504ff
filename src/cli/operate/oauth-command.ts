// plinth oauth rotate-keys
import { rotateSigningKeys } from '../../access/oauth/signing-keys.ts'
import { SYSTEM } from '../../events/audit-log.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import type { OutputOptions } from '../terminal/output.ts'
import { print } from '../terminal/output.ts'
import { serverOrLocal } from '../terminal/running-server.ts'

export async function rotateKeysCommand(config: Config, options: OutputOptions = {}): Promise<number> {
  const { kid } = await serverOrLocal<{ kid: string }>(config, {
    server: (server) => server.requestData('POST', '/api/v1/operator/oauth/rotate-keys', {}),
    local: async ({ db, secrets }) => ({
      kid: await db.tx((tx) => rotateSigningKeys(tx, secrets, SYSTEM, new Date())),
    }),
  })
  print(options, { kid }, `New tokens are signed with ${kid}. The previous key stays published for one day.`)
  return EXIT.ok
}
