// The samples of the reference run: all of a language in one program, each against the started service.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeSamples } from '../../src/http/reference/code-samples.ts'
import { routes } from '../../src/http/routes.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { newProject, runSnippet, typeErrors } from '../support/snippets.ts'

/** What an operator's sample would do to the service is not tried; what it would write is compiled. */
const shown = routes.filter(({ operation }) => !operation.hidden)
const tried = shown.filter(
  ({ operation, path }) => operation.policy.who === 'credential' || path === '/api/v1/accounts',
)
const sampleOf = (route: (typeof routes)[number], lang: string) =>
  codeSamples(route).find((sample) => sample.lang === lang)!.source

const folder = newProject()
let server: TestServer
let env: Record<string, string>
beforeAll(async () => {
  server = await startServer()
  env = { PLINTH_SERVER: server.url, PLINTH_API_KEY: server.keys.elite }
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A request that is understood, and is about a thing that is not there, has done what a sample can do. */
const understood =
  /"code": ?"((project|floor_plan|media|key|application|endpoint|delivery)_not_found|webhook_url_rejected|precondition_failed)"/

it('in curl', async () => {
  const script = tried.map((route) => `${sampleOf(route, 'Shell')}\nprintf '\\n--next--\\n'`).join('\n')
  const answers = (await runSnippet({ language: 'sh', code: script }, folder, env)).split('\n--next--\n').slice(0, -1)
  expect(answers).toHaveLength(tried.length)
  const refused = tried.filter(
    (_, i) => /"code":"\w+"/.test(answers[i]!.slice(0, 2000)) && !understood.test(answers[i]!),
  )
  expect(refused.map(({ operation }) => operation.id)).toEqual([])
})

it('in Python', async () => {
  const programs = tried.map((route) => JSON.stringify(sampleOf(route, 'Python'))).join(',\n')
  const code = `import contextlib, io, urllib.error
for program in [${programs}]:
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(program, {})
        print("ok")
    except urllib.error.HTTPError as error:
        print(error.read().decode())
`
  const lines = (await runSnippet({ language: 'python', code }, folder, env)).trim().split('\n')
  expect(lines).toHaveLength(tried.length)
  expect(lines.filter((line) => line !== 'ok' && !understood.test(line))).toEqual([])
})

it('in TypeScript, and compile against the published package', async () => {
  const sources = Object.fromEntries(
    shown.map((route) => [`sample-${route.operation.id}`, sampleOf(route, 'TypeScript')]),
  )
  expect(await typeErrors(sources, folder)).toBe('')
  for (const [name, code] of Object.entries(sources)) writeFileSync(join(folder, `${name}.ts`), code)
  const names = tried.map(({ operation }) => `./sample-${operation.id}.ts`)
  const code = `const print = console.log
console.log = () => {}
for (const name of ${JSON.stringify(names)}) print(await import(name).then(() => 'ok', (error) => JSON.stringify({ code: error.code ?? String(error) })))
`
  const lines = (await runSnippet({ language: 'ts', code }, folder, env)).trim().split('\n')
  expect(lines).toHaveLength(tried.length)
  expect(lines.filter((line) => line !== 'ok' && !understood.test(line))).toEqual([])
})
