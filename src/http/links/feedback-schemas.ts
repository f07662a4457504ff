// JSON schemas for feedback on a link.
import { z } from 'zod'
import { ADDRESS_MAX, addressField } from '../addresses/address-field.ts'
import { LinkSchema } from './link-schemas.ts'

const note = z.string().trim().min(1).max(2000)
const id = z.int().min(1).max(2_147_483_647)
const hint = (max: number) => z.string().trim().min(1).max(max).nullish()

export const FEEDBACK_VERDICTS = ['confirm', 'correct', 'reject'] as const

export const FeedbackBody = z.strictObject({
  address: addressField(ADDRESS_MAX, 'The address you looked up. Send the same hints as in the lookup').optional(),
  city: hint(100),
  province: hint(40),
  postal_code: hint(16),
  link: LinkSchema.partial()
    .extend({ project_id: z.int() })
    .strict()
    .optional()
    .describe('A link from a lookup response. Send it instead of `address`'),
  verdict: z
    .enum(FEEDBACK_VERDICTS)
    .describe(
      '`confirm` if the result is right, `reject` if it is wrong, `correct` to name the right project in `project_id`',
    ),
  project_id: id.optional(),
  building_id: id.optional(),
  note: note.optional(),
})

export const FeedbackSchema = z.object({
  id: z.string(),
  queued: z.boolean().describe('True if a curator will review this feedback. Always false in the sandbox'),
})
