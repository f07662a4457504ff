// plinth oauth: through the running server when there is one, else on the database itself.
import { rotateSigningKeys } from '../../access/oauth/signing-keys.ts'
import { openFoundation } from '../../app/foundation.ts'
import { SYSTEM } from '../../events/audit-log.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import type { Printing } from '../printing.ts'
import { print } from '../printing.ts'
import { findServer } from '../running-server.ts'

export async function rotateKeysCommand(config: Config, options: Printing = {}): Promise<number> {
  const server = await findServer(config)
  const kid = server
    ? ((await (await server.ask('POST', '/api/v1/operator/oauth/rotate-keys', {})).json()) as Rotated).data.kid
    : await rotateHere(config)
  print(options, { kid }, `${kid} signs from now on; the key before it stays published for a day.`)
  return EXIT.ok
}

interface Rotated {
  readonly data: { readonly kid: string }
}

async function rotateHere(config: Config): Promise<string> {
  const { db, secrets } = await openFoundation(config, () => {})
  try {
    return await db.tx((tx) => rotateSigningKeys(tx, secrets, SYSTEM, new Date()))
  } finally {
    await db.close()
  }
}
