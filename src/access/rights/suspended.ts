// The error for a suspended account: says when it is erased, if an owner deleted it.
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import type { Account } from './principal.ts'

export function suspendedFault({ erase_at }: Pick<Account, 'erase_at'>): Fault {
  if (erase_at === null)
    return new Fault('account_suspended', { detail: 'This account is suspended. Contact the operator.' })
  return new Fault('account_suspended', {
    detail: say`This account was deleted and will be erased at ${erase_at}. To restore it, contact the operator.`,
    extra: { erase_at },
  })
}
