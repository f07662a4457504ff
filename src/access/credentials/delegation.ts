// A credential can only create or renew credentials with rights it has itself.
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import type { Scope } from '../rights/plans.ts'
import type { Credential, KeyMode } from '../rights/principal.ts'
import { limitedKey } from '../rights/principal.ts'

export interface Delegated {
  /** Of the credential that is renewed. */
  readonly id?: string
  readonly scopes: readonly Scope[]
  readonly mode?: KeyMode
}

export function requireDelegable(credential: Credential, { id, scopes, mode }: Delegated): void {
  // Another credential would not have its limits. Its own replacement shares them.
  if (limitedKey(credential) && id !== credential.id)
    throw new Fault('insufficient_scope', {
      detail: 'A key with a monthly limit of its own cannot create or change credentials. Sign in, or use another key.',
    })
  const missing = scopes.filter((scope) => !credential.scopes.includes(scope))
  if (missing.length > 0)
    throw new Fault('insufficient_scope', {
      detail: say`This credential cannot grant scopes it does not have: ${missing.join(', ')}.`,
    })
  if (mode === 'live' && credential.mode === 'test')
    throw new Fault('insufficient_scope', {
      detail: 'A test credential cannot grant access to live data. Sign in, use a live key, or contact the operator.',
    })
}
