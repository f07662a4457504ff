// Paging parameters for lists that have no total count.
import { z } from 'zod'
import { integerParam, textParam } from './request-params.ts'

export const PageMeta = z
  .object({ count: z.int(), has_more: z.boolean(), next_cursor: z.string().nullable() })
  .meta({ id: 'PageMeta' })

export const paging = {
  limit: integerParam(1, 200, 'Maximum number of records per page. Default: 50').optional(),
  cursor: textParam(2048, '`meta.next_cursor` from the previous page').optional(),
}
