// Paging of lists that have no total: how many, and from where on.
import { z } from 'zod'
import { integerParam, textParam } from './request-params.ts'

export const PageMeta = z.object({ count: z.int(), has_more: z.boolean(), next_cursor: z.string().nullable() })

export const paging = {
  limit: integerParam(1, 200, 'Default 50').optional(),
  cursor: textParam(2048, 'From the page before').optional(),
}
