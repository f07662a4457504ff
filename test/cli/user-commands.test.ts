// Commands for users, against a server and against local data, and their error messages.

import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { LoggedRequest } from '@plinth/client'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { runMatch } from '../../src/cli/match/match-command.ts'
import { run } from '../../src/cli/program.ts'
import { newRequests, requestLine } from '../../src/cli/service/logs-command.ts'
import { serviceAt } from '../../src/cli/terminal/service-connection.ts'
import type { Style } from '../../src/cli/terminal/style.ts'
import { styleOf } from '../../src/cli/terminal/style.ts'
import { Collector } from '../support/collector.ts'
import { jsonLines } from '../support/json-lines.ts'
import { startServer } from '../support/server.ts'
import { suiteFolder } from '../support/suite-folder.ts'
import { TEST_SECRET } from '../support/test-settings.ts'
import { workbookOf } from '../support/workbook.ts'

const folder = suiteFolder()
cpSync(inject('filledFolder'), join(folder, 'data'), { recursive: true })
const server = await startServer()
afterAll(() => server.stop())

interface Result {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command in this process, with its own environment, output and exit code. */
async function plinth(args: readonly string[], env: Record<string, string> = {}): Promise<Result> {
  const printed: [string[], string[]] = [[], []]
  for (const name of ['PLINTH_SERVER', 'PLINTH_API_KEY', 'PLINTH_PROFILE', 'BASE_URL']) vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries({
    LOG_LEVEL: 'error',
    DATA_DIR: join(folder, 'none'),
    XDG_CONFIG_HOME: folder,
    ...env,
  }))
    vi.stubEnv(name, value)
  const out = vi.spyOn(console, 'log').mockImplementation((line) => void printed[0].push(`${line}\n`))
  const err = vi.spyOn(console, 'error').mockImplementation((line) => void printed[1].push(`${line}\n`))
  try {
    const code = await run(args)
    return { code, out: printed[0].join(''), err: printed[1].join('') }
  } finally {
    out.mockRestore()
    err.mockRestore()
    vi.unstubAllEnvs()
  }
}

const remote = () => ({ PLINTH_SERVER: server.url, PLINTH_API_KEY: server.keys.sandbox })
const local = { DATA_DIR: join(folder, 'data'), SECRET_KEY: TEST_SECRET }

describe('plinth link', () => {
  it('finds the nearest building of a point, on a server and in local data', async () => {
    const point = ['link', '--near', '49.27575,-123.13092']
    for (const [args, env] of [
      [point, remote()],
      [[...point, '--sandbox'], local],
    ] as const) {
      const found = await plinth(args, env)
      expect(found).toMatchObject({ code: 0, err: '' })
      expect(found.out).toMatch(/project 1, building 1.+The Howe Residences.+nearest/)
    }
    expect((await plinth(['link', '--near', '49.27575'], remote())).code).not.toBe(0)
    expect((await plinth([...point, '1480 Howe'], remote())).err).toContain('--near cannot be combined')
    expect((await plinth(['link'], remote())).err).toContain('an address or --near is missing')
  })

  it('uses the server from the environment or the options, in short, explained and as JSON', async () => {
    const short = await plinth(['link', '#1203 -1480 howe'], remote())
    expect(short).toMatchObject({ code: 0, err: '' })
    expect(short.out).toMatch(
      /^matched\n.+project 1, building 1.+The Howe Residences, 1480 Howe St, Vancouver, BC.+unit 1203/,
    )
    const explained = await plinth([
      'link',
      '#1203 -1480 howe',
      '--explain',
      '--server',
      server.url,
      '--key',
      server.keys.sandbox,
    ])
    expect(explained.out).toMatch(/read as\n[\s\S]+number 1480[\s\S]+score +[\d.]+ +bits/)
    const json = JSON.parse((await plinth(['link', '1480 Howe St', '--json'], remote())).out)
    expect(json.answer.data[0]).toMatchObject({ project_name: 'The Howe Residences', match_method: 'auto' })
  })
})

it('commands with --sandbox work where nothing started, as on a started server, and make no data folder', async () => {
  const fresh = { DATA_DIR: join(folder, 'never-started') }
  for (const command of ['projects', 'buildings', 'link 1480_Howe_St', 'link --near 49.27575,-123.13092', 'near M5T']) {
    const args = [...command.split(' ').map((word) => word.replaceAll('_', ' ')), '--sandbox']
    const [unstarted, started] = [await plinth(args, fresh), await plinth(args, local)]
    expect(unstarted, command).toMatchObject({ code: 0, err: '' })
    expect(unstarted.out).toBe(started.out)
  }
  expect((await plinth(['link', '#1203 -1480 howe', '--sandbox', '--explain'], fresh)).out).toContain(
    'The Howe Residences',
  )
  expect(existsSync(fresh.DATA_DIR)).toBe(false)
})

describe('plinth near and plinth buildings', () => {
  it('list buildings by point, postal code and filters, from a server and from local data', async () => {
    const near = await plinth(['near', '43.6447,-79.3700', '--radius-km', '2'], remote())
    expect(near).toMatchObject({ code: 0, err: '' })
    expect(near.out).toMatch(/Tower A \(invented\) +15 Lower Jarvis St, Toronto, ON +41 .+\d+ m\n/)
    const code = await plinth(['near', 'M5T', '--sandbox', '--json'], local)
    expect(JSON.parse(code.out)).toMatchObject({
      data: [{ name: 'Grange Court', postal_code: 'M5T 2G6' }],
      meta: { total: 1 },
    })
    const tall = await plinth(['buildings', '--sandbox', '--min-storeys', '40', '--sort', '-storeys', '--json'], local)
    expect(JSON.parse(tall.out).data.map(({ storeys }: { storeys: number }) => storeys)).toEqual([55, 46, 41])
    expect((await plinth(['near', '43,-60'], remote())).out).toContain('The nearest is ')
    expect(await plinth(['near', 'D1A', '--sandbox'], local)).toMatchObject({
      code: 2,
      err: expect.stringContaining('postal'),
    })
  })
})

describe('plinth logs', () => {
  it('prints requests oldest first, as text and as JSON, and names a wrong filter', async () => {
    const key = await server.newKey('starter')
    const env = { PLINTH_SERVER: server.url, PLINTH_API_KEY: key }
    await server.get('/api/v1/me', key)
    const { headers } = await server.get('/api/v1/projects/999999999', key)
    const { code, out, err } = await plinth(['logs'], env)
    expect([code, err]).toEqual([0, ''])
    expect(out.split('\n')).toMatchObject([
      expect.stringMatching(/Z +200 .+ ms +GET \/api\/v1\/me /),
      expect.stringMatching(/ 404 .+GET \/api\/v1\/projects\/\{id\} .+project_not_found +req_/),
      '',
    ])
    const json = JSON.parse((await plinth(['logs', '--status', '4xx', '--json'], env)).out)
    expect(json).toMatchObject({ code: 'project_not_found', request_id: headers.get('x-request-id') })
    const wrong = await plinth(['logs', '--status', '9xx'], env)
    expect(wrong).toMatchObject({ code: 1, out: '' })
    expect(wrong.err).toContain('"status" must be a status such as 404 or 4xx; got "9xx"')
    expect((await plinth(['logs'], {})).code).toBe(2)
  })

  it('follows with --follow: each new request once, without its own', async () => {
    const key = await server.newKey('starter')
    const client = serviceAt(server.url, key)
    await server.get('/api/v1/me', key)
    const shown = (await client.requestLogs.list()).data
    const found: string[] = []
    const following = newRequests(client, {}, shown, 20)
    await server.get('/api/v1/projects/999999999', key)
    found.push((await following.next()).value.route!)
    await server.get('/api/v1/dataset', key)
    found.push((await following.next()).value.route!)
    expect(found).toEqual(['GET /api/v1/projects/{id}', 'GET /api/v1/dataset'])
  })

  it('colours statuses on a terminal, and aligns the columns of any output', () => {
    const request = { at: '2026-11-16T12:00:00.000Z', duration_ms: 1.25, application: null, tool: null }
    const known = { ...request, key: { id: 'key_1', name: 'ci', prefix: 'pl_live_ab', last4: 'wxyz' } }
    const lines = (style: Style) =>
      [
        { ...known, status: 200, route: 'GET /api/v1/me', code: null, request_id: 'req_1' },
        { ...known, status: 404, route: 'GET /api/v1/projects/{id}', code: 'project_not_found', request_id: 'req_2' },
        { ...known, status: 503, route: null, code: 'overloaded', request_id: 'req_3' },
      ].map((each) => requestLine(each as unknown as LoggedRequest, style))
    const plain = lines(styleOf({ noColor: true }, { isTTY: true }))
    expect(plain[1]).toBe(
      '2026-11-16T12:00:00.000Z  404      1.3 ms  GET /api/v1/projects/{id}           ci (pl_live_ab…)  project_not_found  req_2',
    )
    expect(new Set(plain.map((line) => line.indexOf('ci (')))).toHaveProperty('size', 1)
    const coloured = lines(styleOf({ noColor: false }, { isTTY: true }))
    expect(coloured.map((line) => /\[(3\d)m(\d+)/.exec(line)?.slice(1))).toEqual([
      ['32', '200'],
      ['33', '404'],
      ['31', '503'],
    ])
  })
})

describe('plinth match', () => {
  it('sends lines to a server and keeps their ids and order, including invalid lines', async () => {
    const lines = [
      '{"id":"a","text":"#1203 -1480 howe"}',
      'not json',
      '{"id":3,"address":"1 Nowhere Cres","city":"Toronto"}',
    ]
    const [output, errors] = [new Collector(), new Collector()]
    const input = Readable.from([`${lines.join('\n')}\n`])
    const service = serviceAt(server.url, server.keys.sandbox)
    expect(await runMatch({ buildings: service, input, output, errors })).toBe(0)
    const answers = jsonLines(output.text)
    expect(answers.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['a', 'matched'],
      [null, 'no_match'],
      [3, 'no_match'],
    ])
    expect(answers[0].data[0]).toMatchObject({ project_id: 1, match_strategy: 'partial_address' })
    expect(answers[1].error).toMatch(/JSON/)
  })

  it('uploads a file to a server and writes its own columns with ours', async () => {
    writeFileSync(join(folder, 'own.tsv'), 'key\tWhere\n 7 \t#1203 -1480 howe\n')
    const output = join(folder, 'own.csv')
    const args = ['match', join(folder, 'own.tsv'), '-o', output]
    const waiting = await plinth(args, remote())
    expect([waiting.code, existsSync(output)]).toEqual([1, false])
    expect(waiting.err).toContain('not certain which column has the address')
    expect(await plinth([...args, '--address-column', 'Where'], remote())).toMatchObject({ code: 0, out: '' })
    expect(readFileSync(output, 'utf8')).toMatch(
      /^key\tWhere\tplinth_outcome.*\n 7 \t#1203 -1480 howe\tmatched\taccept\t/,
    )
  })

  it('reads CSV and Excel files and names of columns for a server, and writes CSV and Parquet', async () => {
    const rows = [
      ['listing', 'Full address', 'city'],
      [1029384756, '#1203 -1480 howe, "rear"', 'Vancouver'],
      [7, '', 'Toronto'],
    ]
    const cell = (text: string | number) => `"${String(text).replaceAll('"', '""')}"`
    writeFileSync(join(folder, 'q.csv'), rows.map((row) => row.map(cell).join(',')).join('\r\n'))
    writeFileSync(join(folder, 'q.xlsx'), workbookOf(rows))
    const service = serviceAt(server.url, server.keys.sandbox)
    const columns = { id: 'listing', address: 'Full address' }
    const matched = async (name: string, outputFile?: string) => {
      const [output, errors] = [new Collector(), new Collector()]
      const options = { buildings: service, file: join(folder, name), columns, input: Readable.from([]), outputFile }
      expect(await runMatch({ ...options, output, errors }), errors.text).toBe(0)
      expect(errors.text).toMatch(/2 queries in [\d.]+ s, \d+ per second\n$/)
      return output.text
    }
    const [head, first, second] = (await matched('q.csv')).split('\n')
    expect(head).toBe(
      'id,outcome,reason,building_id,match_confidence,match_strategy,project_id,match_level,alternatives,error',
    )
    expect(first).toMatch(/^1029384756,matched,,1,0\.\d+,\w+,1,building,,$/)
    expect(second).toMatch(/^7,no_match,unparseable,,,,,,,address is missing|^7,no_match,/)
    expect(await matched('q.xlsx')).toBe([head, first, second, ''].join('\n'))
    await matched('q.xlsx', join(folder, 'a.parquet'))
    const [one] = await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, 'a.parquet')) })
    expect(one).toMatchObject({ id: '1029384756', building_id: '1', outcome: 'matched' })
    const errors = new Collector()
    writeFileSync(join(folder, 'no.xlsx'), 'not a workbook')
    const broken = {
      buildings: service,
      file: join(folder, 'no.xlsx'),
      input: Readable.from([]),
      output: new Collector(),
    }
    expect(await runMatch({ ...broken, errors })).toBe(2)
    expect(errors.text).toContain('not an Excel workbook')
  })

  it('says what the server said, and leaves no file', async () => {
    const wrong = { PLINTH_SERVER: server.url, PLINTH_API_KEY: 'pl_test_wrong' }
    writeFileSync(join(folder, 'q.ndjson'), '{"text":"1480 Howe St"}\n')
    const output = join(folder, 'never.csv')
    const { code, err } = await plinth(['match', join(folder, 'q.ndjson'), '-o', output], wrong)
    expect([code, existsSync(output)]).toEqual([1, false])
    expect(err).toContain('invalid_api_key')
  })
})

describe('plinth projects', () => {
  const names = ({ out }: Result) => JSON.parse(out).data.map(({ name }: { name: string }) => name)

  it('lists the same projects from a server and from local data', async () => {
    const filters = ['projects', '--city', 'Vancouver', '--sort', 'name', '--json']
    const far = await plinth(filters, remote())
    const near = await plinth([...filters, '--sandbox'], local)
    expect(names(far)).toContain('The Howe Residences')
    expect(JSON.parse(near.out)).toEqual(JSON.parse(far.out))
    const lines = (await plinth(['projects', '--limit', '3'], local)).out.trim().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[3]).toMatch(/^3 of \d+; use --limit to show more$/)
  })

  it('lists the sandbox of the running server, and requires a key for other data', async () => {
    const owned = { DATA_DIR: server.dataDir }
    expect(names(await plinth(['projects', '--sandbox', '--json'], owned))).toHaveLength(15)
    const refused = await plinth(['projects'], owned)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('plinth keys create')])
  })
})

describe('error messages', () => {
  const nowhere = 'http://127.0.0.1:9'

  it.each([
    ['no key', ['link', 'x', '--server', nowhere], 2, /no API key[\s\S]+PLINTH_API_KEY[\s\S]+\/api\/v1\/accounts/],
    [
      'unreachable server',
      ['link', 'x', '--server', nowhere, '--key', 'pl_test_x'],
      5,
      /Can't reach the server[\s\S]+plinth serve/,
    ],
    ['invalid URL', ['projects', '--server', 'example'], 2, /must be an http or https URL; got "example"/],
    ['nothing to match against', ['match'], 2, /nothing to match against[\s\S]+--buildings[\s\S]+--server/],
    ['a server and a file', ['link', 'x', '--server', nowhere, '--buildings', 'f'], 2, /cannot be combined with/],
  ] as const)('say what to do: %s', async (_, args, code, words) => {
    const ended = await plinth(args)
    expect([ended.code, ended.out]).toEqual([code, ''])
    expect(ended.err).toMatch(words)
  })

  it('explain a wrong key and a wrong filter', async () => {
    const wrong = await plinth(['link', 'x'], { PLINTH_SERVER: server.url, PLINTH_API_KEY: 'pl_test_wrong' })
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringMatching(/complete key[\s\S]+invalid_api_key, request req_/),
    ])
    const filter = await plinth(['projects', '--status', 'sellling'], remote())
    expect([filter.code, filter.err]).toEqual([1, expect.stringContaining('sellling')])
    const near = await plinth(['projects', '--status', 'sellling'], local)
    expect([near.code, near.err]).toEqual([2, expect.stringContaining('--status has no value "sellling"')])
  })
})

it('operator commands print one JSON document with --json', async () => {
  writeFileSync(join(folder, 'rows.ndjson'), '')
  for (const args of [
    ['migrate'],
    ['sources', 'add', 'feed', join(folder, 'rows.ndjson')],
    ['sources', 'remove', 'feed'],
    ['backup', join(folder, 'a.backup')],
  ]) {
    const { code, out, err } = await plinth([...args, '--json'], local)
    expect({ args, code, err }).toMatchObject({ code: 0 })
    expect(() => JSON.parse(out), `${args.join(' ')}: ${out}`).not.toThrow()
  }
})

describe('plinth feeds', () => {
  const pro = async () => ({ PLINTH_SERVER: server.url, PLINTH_API_KEY: await server.newKey('pro') })

  it('adds a feed without a URL, uploads a file, and lists, pauses and removes it', async () => {
    const env = await pro()
    expect((await plinth(['feeds'], env)).out).toMatch(/^No feeds/)
    const added = await plinth(['feeds', 'add', 'csv', '--name', 'Ours', '--field', 'key=ref', '--json'], env)
    const { id, fields } = JSON.parse(added.out)
    expect(fields).toEqual({ key: ['ref'] })
    const file = join(folder, 'listings.csv')
    writeFileSync(file, 'ref,address\na,1480 Howe St\nb,\n')
    const uploaded = await plinth(['feeds', 'upload', id, file], env)
    expect(uploaded.out).toBe('2 read, 1 created, 0 updated, 0 unchanged, 1 rejected, 0 gone\n')
    expect((await plinth(['feeds', 'runs', id], env)).out).toMatch(
      /done.*1 created.*\n {2}b: The listing has no address\.\n$/,
    )
    expect((await plinth(['feeds', 'pause', id], env)).out).toMatch(/Ours {2}csv {2}paused/)
    expect((await plinth(['feeds', 'remove', id], env)).code).toBe(2)
    expect(await plinth(['feeds', 'remove', id, '--yes'], env)).toMatchObject({ code: 0, err: '' })
    expect((await plinth(['feeds', 'runs', id], env)).err).toMatch(/not found/)
  })

  it('reads the secret from a file and says what is missing', async () => {
    const env = await pro()
    const secret = join(folder, 'secret.txt')
    writeFileSync(secret, 't0ken\n')
    const refused = await plinth(
      ['feeds', 'try', 'reso', '--url', 'https://10.0.0.1/odata', '--secret-file', secret],
      env,
    )
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/must use https/) })
    expect(await plinth(['feeds', 'add', 'reso', '--client-id', 'x'], env)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--client-id needs --token-url/),
    })
    expect((await plinth(['feeds'])).err).toMatch(/Set PLINTH_SERVER/)
  })
})

describe('plinth doctor buildings', () => {
  it('reads a workbook and leaves it as it is', async () => {
    const file = join(folder, 'table.xlsx')
    const bytes = workbookOf([
      ['id', 'address', 'city'],
      ['1', '395 Dundas Street West', 'Toronto'],
    ])
    writeFileSync(file, bytes)
    expect(await plinth(['doctor', 'buildings', file])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^1 buildings/),
    })
    expect(readFileSync(file)).toEqual(bytes)
  })
})
