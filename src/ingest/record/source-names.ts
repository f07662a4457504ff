// Source names reserved for Plinth, and the check for all others.
import { Fault } from '../../kernel/fault.ts'

export const DEMO_SOURCE = 'demo'
/** The source of manual edits. */
export const DESK_SOURCE = 'desk'
const RESERVED_NAMES = [DEMO_SOURCE, 'sandbox', 'rollback', DESK_SOURCE]
const SOURCE_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/

export function requireSourceName(name: string): void {
  const detail = !SOURCE_NAME.test(name)
    ? 'A source name must be 1 to 40 lowercase letters, digits and hyphens, starting with a letter or digit.'
    : RESERVED_NAMES.includes(name)
      ? `The source name "${name}" is reserved. Choose another name.`
      : null
  if (detail !== null) throw new Fault('invalid_parameter', { detail })
}
