// The inputs of the fuzz: repeatable, of every kind, and harmless to this machine.
import { describe, expect, it } from 'vitest'
import { operationWeights } from '../../tools/proof/fuzz/api-inputs.ts'
import { choiceCount } from '../../tools/proof/fuzz/choices.ts'
import type { Answer } from '../../tools/proof/fuzz/connection.ts'
import type { Expectations } from '../../tools/proof/fuzz/findings.ts'
import { byteFindings, findingsOf } from '../../tools/proof/fuzz/findings.ts'
import type { HttpInput, Input } from '../../tools/proof/fuzz/input.ts'
import { isHttp, requestBytes } from '../../tools/proof/fuzz/input.ts'
import { keepValues, knownCount, knownRequest } from '../../tools/proof/fuzz/known-requests.ts'
import { makeInput } from '../../tools/proof/fuzz/make-input.ts'
import { mutateJson } from '../../tools/proof/fuzz/mutate.ts'
import { readApiDocument } from '../../tools/proof/fuzz/openapi.ts'
import type { Surroundings } from '../../tools/proof/fuzz/surroundings.ts'
import { Random } from '../../tools/shared/random.ts'

const document = readApiDocument('.')
const world = {
  document,
  weights: operationWeights(document.operations),
  tools: [{ name: 'find', inputSchema: { type: 'object', properties: { address: { type: 'string' } } } }],
  links: ['/docs'],
  credentials: { application: { id: 'app_1', secret: 'pl_cs_1' }, owners: new Map(), all: () => [] },
  signInForm: { path: '/sign-in', headers: [['Cookie', 'form=1']], token: '1' },
  consents: [],
  nextPages: [],
  known: () => undefined,
  idKinds: () => ['projects'],
  id: (kind: string, dice: { next(): number }) => (dice.next() < 0.5 && kind === 'projects' ? '12' : undefined),
  holder: (id: string) => (id === '12' ? [['Authorization', 'Bearer holder']] : undefined),
  version: (id: string) => (id === '12' ? 7 : undefined),
  authorization: () => [['Authorization', 'Bearer x']],
  fill: (text: string) => text.replaceAll('{port}', '1').replaceAll('{folder}', '/folder'),
  resolve: document.resolve,
} as unknown as Surroundings

const bytesOf = (input: Input) => (isHttp(input) ? requestBytes(input) : input.bytes)

describe('the inputs of the fuzz', () => {
  const changed = Array.from({ length: 4000 }, (_, n) => [2 * n + 1, n + 50_000, n + 90_000, n + 70_000])
  const inputs = [...Array.from({ length: 9000 }, (_, seed) => [seed]), ...changed].map((one) => makeInput(one, world))

  it('are the same for the same seed', () => {
    for (const seed of [0, 1, 77, 2999]) expect(bytesOf(makeInput([seed], world))).toEqual(bytesOf(inputs[seed]!))
  })

  it('change with each step of their recipe', () => {
    const steps = changed
      .slice(0, 1000)
      .map((recipe) => [makeInput(recipe, world), makeInput(recipe.slice(0, -1), world)])
    const sent = (input: Input) =>
      bytesOf(input)
        .toString('latin1')
        .replace(/X-Forwarded-For.*/, '')
    const same = steps.filter(([one, other]) => sent(one!) === sent(other!))
    // What may name another machine stays as it is.
    expect(same.length).toBeLessThan(500)
  })

  it('stay short enough to be written, also lists of lists', () => {
    const elements = (value: unknown): number => (Array.isArray(value) ? value.length * elements(value[0]) : 1)
    const sizes = Array.from({ length: 3000 }, (_, seed) => elements(mutateJson([[[1]]], Random.mixed(seed))))
    expect(Math.max(...sizes)).toBeGreaterThan(1000)
    expect(Math.max(...sizes)).toBeLessThan(2_000_000)
  })

  it('are of every kind and call every operation', () => {
    const kinds = new Set(inputs.map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual(['api', 'bytes', 'mcp', 'oauth', 'pages', 'paths'])
    const called = new Set(inputs.map((input) => (isHttp(input) ? input.operation : undefined)))
    const usual = document.operations.filter(({ id }) => world.weights[id]! >= 0.3).map(({ id }) => id)
    expect(usual.filter((id) => !called.has(id))).toEqual([])
  })

  it('include every value of a field with few of them', () => {
    const choices = Array.from({ length: choiceCount(world) }, (_, n) => makeInput([-1 - n], world)).filter(isHttp)
    const sent = (value: string) => choices.some(({ path, body }) => `${path} ${body}`.includes(value))
    expect(
      ['floor_plan.price_changed', 'availability=on_hold', '"kind":"reso"', '"dry_run":true'].filter(sent),
    ).toHaveLength(4)
    expect(new Set(choices.map(({ operation }) => operation)).size).toBeGreaterThan(100)
  })

  it('of a known row name what an earlier answer had', () => {
    const kept = new Map<string, string>()
    const keep = (name: string, value: string) => kept.set(name, value)
    const own: Surroundings = { ...world, known: (name) => kept.get(name), keep }
    const [body, headers] = [Buffer.from('{"data":{"id":"file_1"}}'), new Map()]
    keepValues([-1], { status: 201, headers, body, broken: '', end: 'complete' }, own)
    const paths = Array.from({ length: knownCount }, (_, n) => knownRequest(n, Random.mixed(n), own).path)
    expect(paths).toContain('/api/v1/files/file_1/result?format=ndjson')
  })

  it('mostly have the credential that sees what they name, and its version', () => {
    const named = inputs.filter(isHttp).filter(({ operation, path }) => operation && /\/projects\/12\b/.test(path))
    const seen = named.filter(({ authorization }) => authorization.some(([, value]) => value === 'Bearer holder'))
    expect(seen.length / named.length).toBeGreaterThan(0.4)
    expect(named.some(({ headers }) => headers.some(([name, value]) => name === 'If-Match' && value === '"7"'))).toBe(
      true,
    )
  })

  it('have no empty path segment in place of an id, which would be another operation', () => {
    const empty = inputs.filter((input) => isHttp(input) && input.operation && /\/(\?|$)/.test(input.path))
    expect(empty.map((input) => isHttp(input) && `${input.operation} ${input.path}`)).toEqual([])
  })

  it('are one request each: no line break gets into the request line or a header', () => {
    for (const input of inputs.filter(isHttp)) {
      const head = requestBytes({ ...input, body: undefined }).toString('latin1')
      expect(head.endsWith('\r\n\r\n') && !head.slice(0, -4).includes('\r\n\r\n')).toBe(true)
      expect(head.split('\r\n')[0]).toMatch(/^[A-Z]+ [^ ]+ HTTP\/1\.1$/)
      expect(head.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    }
  })

  it('name no other machine in a URL that the server may call', () => {
    const hosts = inputs
      .filter(isHttp)
      .flatMap(({ path, body }) => [
        ...`${decodeURIComponent(path.replaceAll(/%(?![0-7][0-9a-f])/gi, '_'))} ${body?.toString() ?? ''}`.matchAll(
          /https?:\/\/(?:[^@/"\s]*@)?([\w.:[\]-]*)/g,
        ),
      ])
    const own = /^(127\.0\.0\.1|localhost|\[::|0x7f|0$|0\/|evil\.example|$)/
    expect([...new Set(hosts.map(([, host]) => host!))].filter((host) => !own.test(host))).toEqual([])
  })
})

describe('a finding', () => {
  const expected: Expectations = {
    document,
    folders: ['/srv/plinth'],
    owners: new Map([[`pl_live_${'a'.repeat(38)}`, 'pro 1']]),
  }
  const input: HttpInput = {
    kind: 'api',
    method: 'GET',
    path: '/api/v1/plans',
    headers: [],
    body: undefined,
    credential: 'none',
    authorization: [],
    operation: 'listPlans',
  }
  const answer = (status: number, body: string, type = 'application/problem+json'): Answer => ({
    status,
    headers: new Map([
      ['content-type', type],
      ['retry-after', '1'],
    ]),
    body: Buffer.from(body),
    broken: '',
    end: 'complete',
  })
  const kinds = (one: Answer) => findingsOf(input, one, expected).map(({ kind }) => kind)

  it.each([
    ['a 500', answer(500, '{"status":500,"code":"internal_error"}'), ['server error']],
    [
      'a 503 for another reason than load',
      answer(503, '{"status":503,"code":"temporarily_unavailable"}'),
      ['server error'],
    ],
    [
      'an internal error in a stream',
      answer(200, '{"code":"internal_error"}\n', 'application/x-ndjson'),
      ['server error'],
    ],
    ['a hang', { ...answer(200, ''), end: 'timeout' as const }, ['hang']],
    ['a stack frame', answer(400, '{"status":400,"code":"x","detail":"at run (/a/b.js:1:2)"}'), ['leak']],
    ['SQL', answer(400, '{"status":400,"code":"x","detail":"relation \\"keys\\" does not exist"}'), ['leak']],
    ['a folder of the server', answer(400, '{"status":400,"code":"x","detail":"/srv/plinth/var"}'), ['leak']],
    [
      'a secret of another account',
      answer(400, `{"status":400,"code":"x","detail":"pl_live_${'a'.repeat(38)}"}`),
      ['leak'],
    ],
    ['JSON that does not parse', answer(400, '{"status":400'), ['wrong body']],
    ['a problem with another status', answer(404, '{"status":400,"code":"x"}'), ['wrong body']],
    ['a body unlike its schema', answer(200, '{"data":1}', 'application/json'), ['wrong body']],
    [
      'a 429 without Retry-After',
      { ...answer(429, '{"status":429,"code":"x"}'), headers: new Map([['content-type', 'application/problem+json']]) },
      ['broken HTTP'],
    ],
    ['a response that breaks HTTP', { ...answer(400, '{"status":400,"code":"x"}'), broken: 'x' }, ['broken HTTP']],
  ])('is %s', (_, one, found) => {
    expect(kinds(one)).toEqual(found)
  })

  it.each([
    ['a refusal', answer(400, '{"status":400,"code":"invalid_parameter"}')],
    ['503 for load', answer(503, '{"status":503,"code":"overloaded"}')],
  ])('is not %s', (_, one) => {
    expect(kinds(one)).toEqual([])
  })

  it('is not what a server does that lacks its database or stops', () => {
    const found = [
      answer(503, '{"status":503,"code":"temporarily_unavailable"}'),
      { ...answer(0, ''), end: 'closed' as const },
    ].map((one) => findingsOf(input, one, { ...expected, mayFail: true }))
    expect(found).toEqual([[], []])
    expect(
      findingsOf(input, answer(500, '{"status":500,"code":"internal_error"}'), { ...expected, mayFail: true }),
    ).toHaveLength(1)
  })

  it('is a connection that stays open after its client has ended it', () => {
    expect(byteFindings(Buffer.alloc(0), false, expected).map(({ kind }) => kind)).toEqual(['hang'])
    expect(byteFindings(Buffer.from('HTTP/1.1 400 Bad Request\r\nA: b\r\n\r\n'), true, expected)).toEqual([])
  })
})
