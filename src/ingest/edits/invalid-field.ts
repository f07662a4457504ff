// The fault for a correction with an invalid value.
import { Fault } from '../../kernel/fault.ts'

export function invalidField(pointer: string, message: string): Fault {
  return new Fault('invalid_parameter', {
    detail: message,
    errors: [{ pointer, code: 'invalid_parameter', message }],
  })
}
