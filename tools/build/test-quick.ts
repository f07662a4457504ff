// Runs the pure tests, and tests of the other groups that are about files changed since a commit.
import '../shared/help.ts'
import { execFileSync, spawnSync } from 'node:child_process'
import { groupFiles, TestImports } from '../../test/support/groups.ts'

const [base = 'HEAD'] = process.argv.slice(2)
const listed = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
const changed = [...listed('diff', '--name-only', base), ...listed('ls-files', '--others', '--exclude-standard')]
const imports = new TestImports()
const { pure: all, ...others } = groupFiles('.test.ts', imports)
/** The tests of test/bench measure the matcher, a quarter of the time of all pure tests. */
const isMeasured = changed.some((file) => /^(packages\/matcher|tools\/bench|test\/bench)\//.test(file))
const pure = all.filter((test) => isMeasured || !test.startsWith('test/bench/'))
const related = Object.values(others)
  .flat()
  .filter((test) => imports.isAbout(test, changed))
console.log(`${pure.length} pure test files, ${related.length} about ${changed.length} changed files since ${base}`)
const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...pure, ...related]
process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status ?? 1
