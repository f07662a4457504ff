// The field of an address as typed, with its limits.

import { z } from 'zod'
import { SAMPLE_ADDRESS } from '../../catalog/query/sample-address.ts'
import { say } from '../../kernel/phrase.ts'
import { toNfc } from '../../kernel/text.ts'
import { addError, documentedAs } from '../rest/request-params.ts'

/** The longest address in a URL. Longer texts are sent by POST. */
export const URL_ADDRESS_MAX = 512
/** The longest address in a body: a whole listing or post. The same as the matcher's limit. */
export const ADDRESS_MAX = 8000

export const addressField = (max: number, description: string) =>
  z
    .unknown()
    .transform((value, context) => {
      if (value === undefined) return addError(context, { message: 'is required', fault: 'missing_parameter' })
      if (Array.isArray(value)) return addError(context, { message: 'must be sent only once' })
      if (typeof value !== 'string') return addError(context, { message: 'must be text' })
      const text = toNfc(value).trim()
      if (text === '') return addError(context, { message: 'must not be empty' })
      if (text.length <= max) return text
      const message =
        text.length <= ADDRESS_MAX
          ? say`must have at most ${max} characters; got ${text.length}. Use POST for up to ${ADDRESS_MAX}`
          : say`must have at most ${max} characters; got ${text.length}`
      return addError(context, { message, fault: 'address_too_long' })
    })
    .meta({
      description,
      override: documentedAs({ type: 'string', minLength: 1, maxLength: max, examples: [SAMPLE_ADDRESS] }),
    })
