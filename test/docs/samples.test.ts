// Runs the code samples of the API reference against a server.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { codeSamples } from '../../src/http/reference/code-samples.ts'
import { routes } from '../../src/http/routes.ts'
import { startServer } from '../support/server.ts'
import { newProject, runSnippet, typeErrors, withoutTypes } from '../support/snippets.ts'

/** Samples for operators are compiled but not run. */
const documented = routes.filter(({ operation }) => !operation.hidden)
const executed = documented.filter(
  ({ operation, path }) =>
    (operation.policy.who === 'credential' || path === '/api/v1/accounts') &&
    // It would end the account of the other samples.
    operation.id !== 'deleteAccount',
)
const sampleOf = (route: (typeof routes)[number], lang: string) =>
  codeSamples(route).find((sample) => sample.lang === lang)!.source

const folder = newProject()
const server = await startServer()
writeFileSync(join(folder, 'file'), 'key,address\n')
writeFileSync(join(folder, 'listings.csv'), 'address\n#1203 -77 huntley\n')
const env = { PLINTH_SERVER: server.url, PLINTH_API_KEY: server.keys.elite }
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Errors a correct sample may return, because its ids do not exist or it needs a test key. */
const expectedError =
  /"code": ?"((project|building|floor_plan|media|file|listing|home|feed|key|application|endpoint|delivery)_not_found|(webhook|feed)_url_rejected|precondition_failed|state_conflict)"/

it('runs every curl sample', async () => {
  const script = executed.map((route) => `${sampleOf(route, 'Shell')}\nprintf '\\n--next--\\n'`).join('\n')
  const answers = (await runSnippet({ language: 'sh', code: script }, folder, env)).split('\n--next--\n').slice(0, -1)
  expect(answers).toHaveLength(executed.length)
  const refused = executed.filter(
    (_, i) => /"code":"\w+"/.test(answers[i]!.slice(0, 2000)) && !expectedError.test(answers[i]!),
  )
  expect(refused.map(({ operation }) => operation.id)).toEqual([])
})

it('runs every Python sample', async () => {
  const programs = executed.map((route) => JSON.stringify(sampleOf(route, 'Python'))).join(',\n')
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
  expect(lines).toHaveLength(executed.length)
  expect(lines.filter((line) => line !== 'ok' && !expectedError.test(line))).toEqual([])
})

it('compiles and runs every TypeScript sample', async () => {
  const sources = Object.fromEntries(
    documented.map((route) => [`sample-${route.operation.id}`, sampleOf(route, 'TypeScript')]),
  )
  expect(await typeErrors(sources, folder)).toBe('')
  for (const [name, code] of Object.entries(sources))
    writeFileSync(join(folder, `${name}.mjs`), await withoutTypes(code))
  const names = executed.map(({ operation }) => `./sample-${operation.id}.mjs`)
  const code = `const print = console.log
console.log = () => {}
for (const name of ${JSON.stringify(names)}) print(await import(name).then(() => 'ok', (error) => JSON.stringify({ code: error.code ?? String(error) })))
`
  const lines = (await runSnippet({ language: 'ts', code }, folder, env)).trim().split('\n')
  expect(lines).toHaveLength(executed.length)
  expect(lines.filter((line) => line !== 'ok' && !expectedError.test(line))).toEqual([])
})
