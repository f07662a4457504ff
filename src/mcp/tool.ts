// The definition of an MCP tool: an API operation with input, output and text.
import type { z } from 'zod'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import type { OperationRequest, StringValues } from './mcp-api.ts'

interface ToolBase<Result> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The API operation. Its policy sets the required plan and scope. */
  readonly operation: string
  readonly output: z.ZodType
  /** Converts the response of the operation to the result of the tool. */
  readonly shape?: (body: unknown, input: StringValues) => Result
  /** A short description of the result for the model. */
  readonly toText: (result: Result, snapshot: Snapshot) => string
  readonly writes?: true
}

/** A tool whose input becomes path and query parameters. */
export interface QueryTool<Result> extends ToolBase<Result> {
  readonly input: z.ZodObject
  readonly toRequest: (input: StringValues) => OperationRequest
}

/** A tool whose input becomes the request body. */
export interface BodyTool<Result> extends ToolBase<Result> {
  readonly input: z.ZodType
  readonly toRequest: 'body'
}

export type Tool = QueryTool<unknown> | BodyTool<unknown>

/** Checks that `shape` and `toText` agree on the result type, then erases it for the table. */
export function tool<Result>(row: QueryTool<Result> | BodyTool<Result>): Tool {
  return row as Tool
}
