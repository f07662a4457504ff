// What counts as a finding in a response: server errors, leaks, broken HTTP, answers unlike their schema.
import type { Answer } from './connection.ts'
import { readHead } from './connection.ts'
import type { HttpInput } from './input.ts'
import type { ApiDocument } from './openapi.ts'
import { schemaProblem } from './schema-check.ts'

export interface Finding {
  /** The kind, for counting. */
  readonly kind: 'server error' | 'hang' | 'leak' | 'broken HTTP' | 'wrong body' | 'server exit' | 'memory'
  readonly what: string
}

export interface Expectations {
  readonly document: ApiDocument
  /** Folders of this machine that no response may name. */
  readonly folders: readonly string[]
  /** The owner of each known secret. */
  readonly owners: ReadonlyMap<string, string>
  /** Something is missing, such as the database: 503 is right, and so is a connection that a stopping server closes. */
  readonly mayFail?: boolean
  /** The first data is being made. */
  readonly isLoading?: boolean
}

/** Texts of the program itself: stack frames, modules, SQL, messages of libraries. */
const LEAKS: readonly RegExp[] = [
  /\bat (?:async )?[\w.<>$]+ \([^)]*:\d+:\d+\)/,
  /node_modules|node:internal|file:\/\/\/(?!nothing)/,
  /[\w-]\.(?:tsx?|mjs|cjs|js):\d+/,
  /\b(?:Type|Range|Syntax|Reference|Eval|Assertion|Zod|Aggregate|Database)Error\b/,
  /\bE(?:CONNREFUSED|CONNRESET|NOENT|ACCES|PIPE|MFILE|ISDIR|NOTDIR|EXIST|PERM)\b/,
  /Cannot read propert|is not a function|is not iterable|Cannot convert undefined|Invalid array length/,
  /\[object Object\]/,
  /\b(?:select\s[^<]{1,200}\sfrom|insert\sinto|delete\sfrom|update\s\w+\sset)\s/i,
  /violates [\w-]+ constraint|syntax error at or near|invalid byte sequence|relation \\?"|column \\?"\w+\\?" (?:of|does|must|is of)|out of range for type/,
  /invalid input syntax|unterminated|deadlock detected|PGlite|\bpg_\w+/,
]

const SECRET = /pl_(?:live|test|oper|at|rt|cs|mail|sess)_[0-9A-Za-z]{20,}/g

/** The codes of 503, in the text of an error. */
const UNREADY = /Error (?:dataset_loading|overloaded|temporarily_unavailable):/

/** Pages about the program may name its files and errors. */
const DOCUMENTATION = /^\/(?:docs|llms\.txt|openapi\.json|portal)/

export function findingsOf(input: HttpInput, answer: Answer, expected: Expectations): Finding[] {
  const found: Finding[] = []
  const add = (kind: Finding['kind'], what: string) => found.push({ kind, what })
  const { status, headers } = answer
  if (expected.mayFail && answer.end === 'closed') return found
  // The embedded database lets requests wait for an import, and long work tells its progress until it ends.
  if (answer.end === 'timeout' && !expected.isLoading && !(expected.mayFail && status === 200))
    add('hang', 'no complete answer in time')
  else if (status === 0 && !answer.broken && !mayCloseEarly(input)) add('hang', 'closed without an answer')
  if (answer.broken && !(status === 0 && mayCloseEarly(input))) add('broken HTTP', answer.broken)
  if (status === 0) return found
  const text = isText(headers.get('content-type')) && !headers.has('content-encoding') ? answer.body.toString() : ''
  if ((status === 429 || status === 503) && !/^\d+$/.test(headers.get('retry-after') ?? '') && !isHealth(input.path))
    add('broken HTTP', `${status} without Retry-After`)
  if (isServerError(status, text, input.path) && !(expected.mayFail && status === 503))
    add('server error', `${status} ${codeOf(text)}`)
  else if (/"code":"internal_error"/.test(text) && !mayNameErrors(input.path))
    add('server error', 'internal_error in a body')
  else if (input.kind === 'mcp' && /"code":-32603/.test(text) && !(expected.mayFail && UNREADY.test(text)))
    add('server error', 'JSON-RPC error -32603')
  const leak = leakIn(`${[...headers].map((pair) => pair.join(': ')).join('\n')}\n${text}`, input, expected)
  if (leak) add('leak', leak)
  const body = bodyProblem(input, answer, text, expected.document)
  if (body) add('wrong body', body)
  return found
}

/** The server answers a body that is too large before it has read it; the answer may then be lost. */
function mayCloseEarly({ body }: HttpInput): boolean {
  return (body?.length ?? 0) > 4000
}

function isText(type = ''): boolean {
  return /json|text|javascript|svg|xml/.test(type)
}

/** 503 is allowed for load, and where readiness is the question. */
function isServerError(status: number, text: string, path: string): boolean {
  if (status < 500) return false
  return !(status === 503 && (text.includes('"overloaded"') || isHealth(path)))
}

const isHealth = (path: string): boolean => /^\/(readyz|status)/.test(path)

/** Logs list the codes of earlier responses. */
function mayNameErrors(path: string): boolean {
  return DOCUMENTATION.test(path) || path.startsWith('/api/v1/request-logs')
}

function codeOf(text: string): string {
  return /"code":"(\w+)"/.exec(text)?.[1] ?? JSON.stringify(text.slice(0, 120))
}

export function leakIn(text: string, input: HttpInput, { folders, owners }: Expectations): string | undefined {
  const sent = () => `${input.path} ${decoded(input.path)} ${input.body?.toString() ?? ''}`
  for (const folder of folders)
    if (text.includes(folder) && !sent().includes(folder)) return `the folder ${folder}: ${around(text, folder)}`
  if (!DOCUMENTATION.test(input.path))
    for (const pattern of LEAKS) {
      const hit = pattern.exec(text)?.[0]
      if (hit && !sent().includes(hit)) return `${JSON.stringify(hit)}: ${around(text, hit)}`
    }
  const own = new Set(input.authorization.flatMap(([, value]) => value.match(SECRET) ?? []))
  for (const secret of text.match(SECRET) ?? [])
    if (owners.has(secret) && !own.has(secret)) return `a secret of ${owners.get(secret)}`
  return undefined
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path.replaceAll('+', ' '))
  } catch {
    return ''
  }
}

function around(text: string, hit: string): string {
  const at = text.indexOf(hit)
  return JSON.stringify(text.slice(Math.max(0, at - 60), at + hit.length + 60))
}

/** A larger body is checked now and then only. */
const CHECKED_BYTES = 40_000

function bodyProblem(input: HttpInput, answer: Answer, text: string, document: ApiDocument): string | undefined {
  const { status, headers, body, end } = answer
  const type = headers.get('content-type') ?? ''
  if (end !== 'complete' || input.method === 'HEAD') return undefined
  if (body.length > 0 && type === '') return 'a body without Content-Type'
  if (!/json/.test(type) || /ndjson/.test(type) || headers.has('content-encoding')) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return `${type} that does not parse: ${JSON.stringify(text.slice(0, 80))}`
  }
  if (type.startsWith('application/problem+json')) {
    const problem = value as { status?: unknown; code?: unknown }
    return problem.status === status && typeof problem.code === 'string' ? undefined : 'a problem with another status'
  }
  return status < 300 && body.length <= CHECKED_BYTES ? responseProblem(input, answer, value, document) : undefined
}

function responseProblem(
  { operation: id, path }: HttpInput,
  { status, headers }: Answer,
  value: unknown,
  document: ApiDocument,
): string | undefined {
  const operation = id === undefined ? undefined : document.byId.get(id)
  if (!operation) return undefined
  const declared = operation.responses[String(status)]
  if (!declared) return `${id} returned ${status}, which it does not declare`
  const type = headers.get('content-type')!.split(';')[0]!
  const content = declared.content?.[type]
  if (!content) return declared.content ? `${id} returned ${type}, which it does not declare` : undefined
  // `fields` leaves out required fields.
  if (!content.schema || /[?&]fields=/.test(path)) return undefined
  const problem = schemaProblem(value, content.schema, document)
  return problem && `${id}: ${problem}`
}

/** Findings in what a socket returned for bytes that need not be HTTP. */
export function byteFindings(received: Buffer, closed: boolean, expected: Expectations): Finding[] {
  const found: Finding[] = []
  if (!closed) found.push({ kind: 'hang', what: 'the connection stayed open' })
  if (received.length === 0) return found
  const text = received.toString('latin1')
  const head = readHead(text.slice(0, Math.max(0, text.indexOf('\r\n\r\n'))))
  if (head.broken) found.push({ kind: 'broken HTTP', what: head.broken })
  const error = /^HTTP\/1\.1 (5\d\d)/m.exec(text)?.[1]
  if (error && !text.includes('"overloaded"') && !(expected.mayFail && error === '503'))
    found.push({ kind: 'server error', what: `${error} ${codeOf(text)}` })
  const none = { kind: 'bytes', method: '', path: '', headers: [], body: undefined, credential: 'none' } as const
  const leak = leakIn(text, { ...none, authorization: [] }, expected)
  if (leak) found.push({ kind: 'leak', what: leak })
  return found
}
