// Errors of signing in.
import { Fault, fieldFault } from '../../kernel/fault.ts'

export function missingParameter(pointer: string, message: string): never {
  throw fieldFault('missing_parameter', pointer, message)
}

export function personSuspended(): Fault {
  return new Fault('account_suspended', { detail: 'This person is suspended. Contact the operator.' })
}

export function invalidCredentials(): Fault {
  return new Fault('invalid_credentials', { detail: 'Wrong email address or password.' })
}

export function alreadyVerified(): Fault {
  return new Fault('link_expired', { detail: 'Your email address is already verified. Sign in.' })
}
