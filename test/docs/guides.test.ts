// Runs every snippet of the guides against a server and checks its output.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { register as oauthProgram, somebody } from '../support/oauth-flow.ts'
import { operatorKeyOf } from '../support/people.ts'
import { createDatabase, dropDatabase } from '../support/postgres.ts'
import { ResoServer } from '../support/reso-server.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { newProject, planOf, runSnippet, snippetsOf, typeErrors } from '../support/snippets.ts'

const pagesIn = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`)
const GUIDES = pagesIn('docs/guides')
/** The receivers of webhooks on the page about events run until they are stopped; test/webhooks runs the same code. */
const TOPICS = pagesIn('docs/reference').filter((file) => file !== 'docs/reference/events.md')
const OAUTH = readFileSync('docs/oauth.md', 'utf8')
const documents = [...GUIDES, ...TOPICS, 'docs/client.md'].map((file) => ({ file, text: readFileSync(file, 'utf8') }))

let server: TestServer
/** An empty one; '' where PostgreSQL is not installed. */
let databaseUrl = ''
let feed: ResoServer
beforeAll(async () => {
  if (inject('postgresUrl')) databaseUrl = await createDatabase(inject('postgresUrl'), 'empty')
  server = await startServer({ ALLOW_PRIVATE_WEBHOOKS: '1' })
  const projects = server.app.services.catalog.snapshot('production').projects.toArray()
  const { address } = projects.find(({ buildings }) => buildings.length === 1)!
  /** Two listings of one home, an address that is not in the data, and another home. */
  const addresses = [address, `1203 - ${address}`, '10 Forgotten Crescent', `804 - ${address}`]
  const fieldsOf = (index: number) => ({
    UnparsedAddress: addresses[index],
    UnitNumber: index === 0 ? '1203' : null,
    ...(index === 2 && { City: 'Toronto', StateOrProvince: 'ON' }),
  })
  feed = await ResoServer.start({ rows: addresses.length, bearer: 'stand-in', fieldsOf })
})
afterAll(async () => {
  await server.stop()
  await feed.stop()
  if (databaseUrl) await dropDatabase(inject('postgresUrl'), databaseUrl)
})

const environment = (plan: 'sandbox' | 'elite') => ({
  PLINTH_SERVER: server.url,
  PLINTH_API_KEY: server.keys[plan],
  OPERATOR_KEY: operatorKeyOf(server),
  RESO_URL: feed.url,
  RESO_TOKEN: 'stand-in',
})

describe.each(documents.filter(({ text }) => snippetsOf(text).length > 0))('$file', ({ text }) => {
  const folder = newProject()
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const snippets = snippetsOf(text).filter(({ code }) => inject('postgresUrl') || !code.includes('$DATABASE_URL'))
  it.each(snippets.map((snippet) => ({ name: `line ${snippet.line}, ${snippet.language}`, snippet })))(
    '$name',
    async ({ snippet }) => {
      // A variable of the server, too: only where a guide needs it.
      const database = snippet.code.includes('$DATABASE_URL') && { DATABASE_URL: databaseUrl }
      const printed = await runSnippet(snippet, folder, { ...environment(planOf(text)), ...database })
      if (snippet.prints) expect(printed).toContain(snippet.prints)
    },
  )
})

it('runs the TypeScript example of the README', async () => {
  const [snippet] = snippetsOf(readFileSync('README.md', 'utf8')).filter(({ language }) => language === 'ts')
  const folder = newProject()
  const env = { PLINTH_SERVER: server.url, PLINTH_API_KEY: server.keys.sandbox }
  expect(await runSnippet(snippet!, folder, env)).toMatch(/^77 Huntley St\n(.+\n)+$/)
  rmSync(folder, { recursive: true })
})

it('runs the snippets of docs/oauth.md for an application and for a person who gives consent', async () => {
  const [register, grant, program] = snippetsOf(OAUTH)
  const folder = newProject()
  const { accountId, browser } = await somebody(server)
  const env = { PLINTH_SERVER: server.url, PLINTH_API_KEY: server.keys.pro }
  const { data } = JSON.parse(await runSnippet(register!, folder, env))
  const secrets = { CLIENT_ID: data.id, CLIENT_SECRET: data.client_secret }
  expect(await runSnippet(grant!, folder, { ...env, ...secrets })).toContain('"kind":"token"')
  const redirectUris = ['http://127.0.0.1/callback']
  const { id } = await oauthProgram(server, { accountId, confidential: false, redirectUris })
  const person = async (printed: string) => {
    const url = /^open (\S+)/.exec(printed)?.[1]
    if (!url) return
    const last = await browser.decide(await browser.follow(url), 'allow')
    await fetch(last.headers.get('location')!)
  }
  expect(await runSnippet(program!, folder, { PLINTH_SERVER: server.url, CLIENT_ID: id }, person)).toContain(
    'may projects:read building_links:read',
  )
  rmSync(folder, { recursive: true })
})

/** For the command line, so they have no requests in TypeScript and Python. */
const SHELL_GUIDES = ['check-your-buildings', 'link-a-hundred-million', 'match-inside-your-database'].map(
  (name) => `docs/guides/${name}.md`,
)

it('shows every guide of the API in curl, TypeScript and Python', () => {
  expect(GUIDES).toHaveLength(11)
  for (const { file, text } of documents.filter(({ file }) => GUIDES.includes(file) && !SHELL_GUIDES.includes(file)))
    expect(new Set(snippetsOf(text).map(({ language }) => language)), file).toEqual(new Set(['sh', 'ts', 'python']))
})

it('fails on a broken snippet in every language', async () => {
  const folder = newProject()
  for (const [language, code] of [
    ['sh', 'false | cat'],
    ['ts', "import 'plinth/nothing'"],
    ['python', 'raise SystemExit(3)'],
  ] as const)
    await expect(runSnippet({ language, code }, folder, {}), language).rejects.toThrow()
  expect(() => snippetsOf('```ruby\nputs 1\n```')).toThrow('ruby')
  rmSync(folder, { recursive: true })
})

it('compiles the TypeScript of the guides against the published package', async () => {
  const folder = newProject()
  const programs = [...documents, { text: OAUTH }].flatMap(({ text }, d) =>
    snippetsOf(text)
      .filter(({ language }) => language === 'ts')
      .map(({ code, line }) => [`guide-${d}-${line}`, code] as const),
  )
  expect(await typeErrors(Object.fromEntries(programs), folder)).toBe('')
  expect(
    await typeErrors({ wrong: "import { createClient } from '@plinth/client'\ncreateClient({})" }, folder),
  ).toContain('baseUrl')
  rmSync(folder, { recursive: true })
})

describe('the documentation pages', () => {
  it('show every guide without inline scripts and without Markdown syntax', async () => {
    const list = await server.get('/docs/guides')
    for (const file of GUIDES) {
      const text = readFileSync(file, 'utf8')
      const path = `/docs/guides/${file.slice(12, -3)}`
      expect(list.text).toContain(`href="${path}"`)
      const page = await server.get(path)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'self';.* script-src 'self'/,
      )
      expect(page.text).toMatch(/<h1>.+<\/h1>/)
      expect(page.text).toContain('<h2 id="next-step">')
      if (text.includes('<!-- output')) expect(page.text).toContain('<p class="caption">Output</p>')
      expect(page.text.replaceAll(/<pre[^>]*>[\s\S]*?<\/pre>/g, '')).not.toMatch(
        /```|\*\*|<!--|^#|<script(?! type="module" src="\/portal\/docs-pages)/m,
      )
    }
  })

  it('redirect from the old name of a guide', async () => {
    const { status, headers } = await server.get('/docs/guides/link-a-feed-every-night')
    expect([status, headers.get('location')]).toEqual([301, '/docs/guides/link-a-feed'])
  })

  it.each(['..%2Foperations', 'nothing', 'link-one-listing.md'])('return 404 for the guide %s', async (name) => {
    expect((await server.get(`/docs/guides/${name}`)).status).toBe(404)
  })

  it('list every public operation and guide in /llms.txt', async () => {
    const { status, text, headers } = await server.get('/llms.txt')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const { body } = await server.get('/openapi.json')
    const open = Object.keys(body.paths).filter((path) => !/\/(desk|operator)\/|metrics/.test(path))
    for (const path of open) expect(text).toContain(path)
    for (const file of GUIDES) expect(text).toContain(`/docs/guides/${file.slice(12, -3)}`)
    expect(text).not.toMatch(/\/api\/v1\/(desk|operator)/)
  })
})
