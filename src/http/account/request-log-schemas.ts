// JSON schemas of the request log.
import { z } from 'zod'
import type { CallerName } from '../../access/credentials/credential-names.ts'
import type { FaultCode } from '../../kernel/fault.ts'
import { FAULTS } from '../../kernel/fault.ts'
import type { LoggedRequest } from '../../requests/find-requests.ts'
import { PageMeta, paging } from '../rest/paging-params.ts'
import { enumParam, statusParam, textParam, timestampParam } from '../rest/request-params.ts'
import { callerFields, toCallerJson } from './access-schemas.ts'

const CODES = Object.keys(FAULTS) as [FaultCode, ...FaultCode[]]

export const LoggedRequestSchema = z
  .object({
    request_id: z.string().describe('The `X-Request-Id` header of the response'),
    at: z.iso.datetime().describe('When the response was sent'),
    ...callerFields,
    route: z
      .string()
      .nullable()
      .describe('Method and path with placeholders, such as `GET /api/v1/projects/{id}`. Null for an unknown path'),
    tool: z.string().nullable().describe('The MCP tool that was called through `POST /mcp`'),
    status: z.int(),
    code: z.enum(CODES).nullable().describe('The error code. See /docs/errors/{code}'),
    duration_ms: z.number(),
  })
  .meta({ id: 'LoggedRequest' })

export const RequestLogPage = z.object({
  data: z.array(LoggedRequestSchema),
  meta: PageMeta.extend({
    retention_days: z.int().describe('Older requests are deleted'),
    omitted: z
      .int()
      .describe('Requests of the time of this page that are not stored. Above 4,000 per minute, one in 100 is stored'),
  }),
})

export const RequestLogQuery = z.object({
  key_id: textParam(200, 'Return only requests with this API key, or of the application with this id').optional(),
  status: statusParam('Return only responses with this status, such as 404, or class, such as 4xx').optional(),
  code: enumParam(CODES, 'Return only requests with this error code').optional(),
  route: textParam(200, 'Return only requests of this route, such as `GET /api/v1/projects/{id}`').optional(),
  request_id: textParam(60, 'Return only the request with this id').optional(),
  since: timestampParam('Return requests at or after this time').optional(),
  until: timestampParam('Return requests before this time').optional(),
  ...paging,
})

export function toLoggedRequestJson(
  { id, at, caller, route, tool, status, code, durationMs }: LoggedRequest,
  nameOf: (id: string) => CallerName,
): z.input<typeof LoggedRequestSchema> {
  return { request_id: id, at, ...toCallerJson(nameOf(caller)), route, tool, status, code, duration_ms: durationMs }
}
