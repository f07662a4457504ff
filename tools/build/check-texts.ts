// Part of `npm run check`: fails on texts that one language lacks, that are unused or used wrongly, or badly typeset.
import { readdirSync, readFileSync } from 'node:fs'
import { problemsOf, readCatalogue } from './texts/catalogues.ts'
import { unusedOf, unusedTranslations, usesOf } from './texts/uses.ts'

const english = readCatalogue('en')
const french = readCatalogue('fr')
const files = ['portal', 'src', 'packages/matcher/src'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file: `${folder}/${file}`, source: readFileSync(`${folder}/${file}`, 'utf8') })),
)
const uses = usesOf(files, english)
const source = files.map(({ source }) => source).join('\n')
const problems = [
  ...problemsOf(english, french),
  ...uses.problems,
  ...[...unusedOf(english, uses.used), ...unusedTranslations(french, source)].map((key) => `${key}: unused`),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error(`\n${problems.length} problems in assets/texts; docs/languages.md says how to add a text.`)
  process.exitCode = 1
}
