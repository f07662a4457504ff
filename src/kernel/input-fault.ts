// The fault of one value of a request.
import { Fault } from './fault.ts'
import type { Text } from './phrase.ts'

/** A parameter of the query, or a field of the body. */
type Place = { readonly parameter: string } | { readonly pointer: string }

/** `detail` is for a message that does not name the value. */
export function inputFault(place: Place, message: Text, detail: Text = message): Fault {
  return new Fault('invalid_parameter', { detail, errors: [{ ...place, code: 'invalid_parameter', message }] })
}

export function missingInputFault(place: Place, message: Text): Fault {
  return new Fault('missing_parameter', { detail: message, errors: [{ ...place, code: 'missing_parameter', message }] })
}
