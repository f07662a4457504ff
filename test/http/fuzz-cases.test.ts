// Inputs that once broke the server, as the fuzz found them: none may break it again.
import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { Connection } from '../../tools/proof/fuzz/connection.ts'
import { byteFindings, findingsOf } from '../../tools/proof/fuzz/findings.ts'
import { requestBytes } from '../../tools/proof/fuzz/input.ts'
import { readApiDocument } from '../../tools/proof/fuzz/openapi.ts'
import { operatorKeyOf } from '../support/people.ts'
import { startServer } from '../support/server.ts'

interface RequestCase {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly credential: 'none' | 'sandbox' | 'starter' | 'pro' | 'elite' | 'operator'
  readonly operation?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | { readonly repeat: string; readonly times: number }
}

/** For a socket; characters are bytes. */
interface ByteCase {
  readonly name: string
  readonly bytes: string
}

const cases: (RequestCase | ByteCase)[] = JSON.parse(
  readFileSync(new URL('../cases/fuzz.json', import.meta.url), 'utf8'),
)
const document = readApiDocument('.')

const server = await startServer({ TRUST_PROXY: '1' })
afterAll(() => server.stop())

function keyOf(credential: RequestCase['credential']): string | undefined {
  if (credential === 'none') return undefined
  return credential === 'operator' ? operatorKeyOf(server) : server.keys[credential]
}

function bodyOf({ body }: RequestCase): Buffer | undefined {
  if (body === undefined) return undefined
  return Buffer.from(typeof body === 'string' ? body : body.repeat.repeat(body.times))
}

it.each(cases)('$name', async (one) => {
  const expected = { document, folders: [server.dataDir, process.cwd()], owners: new Map() }
  const connection = new Connection(Number(new URL(server.url).port))
  if ('bytes' in one) {
    const { received, closed } = await connection.sendAndEnd(Buffer.from(one.bytes, 'latin1'), 10_000, false)
    expect(byteFindings(received, closed, expected)).toEqual([])
    return
  }
  const { method, path, credential, headers = {}, operation } = one
  const key = keyOf(credential)
  const input = {
    kind: path === '/mcp' ? ('mcp' as const) : ('api' as const),
    method,
    path,
    headers: Object.entries(headers),
    body: bodyOf(one),
    credential,
    authorization: key === undefined ? [] : [['Authorization', `Bearer ${key}`] as const],
    ...(operation === undefined ? {} : { operation }),
  }
  const answer = await connection.send(requestBytes(input), method === 'HEAD', 10_000)
  connection.close()
  expect(answer.status).toBeGreaterThan(0)
  expect(findingsOf(input, answer, expected)).toEqual([])
})
