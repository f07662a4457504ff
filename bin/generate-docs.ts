// Writes the documents that are made from code, or with --check says which of them are out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { openApiDocument } from '../src/http/openapi.ts'
import { routes } from '../src/http/routes.ts'
import { configTable } from '../src/kernel/config.ts'

/** Replaces what stands between the two markers of a hand-written page. */
function between(file: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const page = readFileSync(file, 'utf8')
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < 0) throw new Error(`${file} lacks the markers ${start} and ${end}`)
  return `${page.slice(0, from + start.length)}\n${content}\n${page.slice(to)}`
}

const documents: Readonly<Record<string, () => string>> = {
  'docs/openapi.json': () => `${JSON.stringify(openApiDocument(routes), null, 2)}\n`,
  'docs/operations.md': () => between('docs/operations.md', 'settings', configTable()),
}

const check = process.argv.includes('--check')
const stale: string[] = []
for (const [file, make] of Object.entries(documents)) {
  const text = make()
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  stale.push(file)
  if (!check) writeFileSync(file, text)
}
if (stale.length > 0) console.log(`${check ? 'out of date' : 'written'}: ${stale.join(', ')}`)
if (check && stale.length > 0) {
  console.log('run "npm run openapi"')
  process.exitCode = 1
}
