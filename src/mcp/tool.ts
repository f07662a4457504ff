// What a tool is: a row that names an operation of the API, what it takes and gives, and how the answer is told.
import type { z } from 'zod'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import type { OperationRequest, StringValues } from './mcp-api.ts'

interface Common<Answer> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The operation behind it: its policy decides which plan and scope the call needs. */
  readonly operation: string
  readonly output: z.ZodType
  /** From what the operation answered to what the tool gives. */
  readonly shape?: (body: unknown, given: StringValues) => Answer
  /** A few lines that a model can go on with. */
  readonly toText: (answer: Answer, snapshot: Snapshot) => string
  readonly writes?: true
}

/** Takes parameters, as a query string has them. */
export interface QueryTool<Answer> extends Common<Answer> {
  readonly input: z.ZodObject
  readonly toRequest: (given: StringValues) => OperationRequest
}

/** Takes a body. */
export interface BodyTool<Answer> extends Common<Answer> {
  readonly input: z.ZodType
  readonly toRequest: 'body'
}

export type Tool = QueryTool<unknown> | BodyTool<unknown>

/** Ties the type of the answer together, then forgets it: the table holds tools of any shape. */
export function tool<Answer>(row: QueryTool<Answer> | BodyTool<Answer>): Tool {
  return row as Tool
}
