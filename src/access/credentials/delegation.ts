// Nobody hands on more than they have: what a credential may give to a key or an application that it makes or renews.
import { Fault } from '../../kernel/fault.ts'
import type { Scope } from '../plans.ts'
import type { Credential, KeyMode } from '../principal.ts'

export interface Delegated {
  readonly scopes: readonly Scope[]
  readonly mode?: KeyMode
}

export function requireDelegable(credential: Credential, { scopes, mode }: Delegated): void {
  const foreign = scopes.filter((scope) => !credential.scopes.includes(scope))
  if (foreign.length > 0)
    throw new Fault('insufficient_scope', {
      detail: `A credential can hand on only scopes it has, not ${foreign.join(', ')}.`,
    })
  if (mode === 'live' && credential.mode === 'test')
    throw new Fault('insufficient_scope', {
      detail: 'A test credential cannot hand on live data; sign in, use a live key, or ask the operator for one.',
    })
}
