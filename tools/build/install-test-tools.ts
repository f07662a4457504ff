// Installs the programs that tests use on a new Debian machine, as root or in CI. Elsewhere their tests are left out.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { missingTools } from '../../test/support/tools.ts'

const packages = missingTools().flatMap((tool) => tool.packages)
const isRoot = process.getuid?.() === 0
if (packages.length > 0 && (isRoot || process.env.REQUIRE_ALL_TESTS) && existsSync('/usr/bin/apt-get')) {
  console.log(`Installing ${packages.join(', ')} for the tests.`)
  const command = [...(isRoot ? [] : ['sudo', '-n']), 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  const run = (...args: string[]) =>
    spawnSync(command[0]!, [...command.slice(1), ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  run('update', '-qq')
  run('install', '-y', '-qq', '--no-install-recommends', ...packages)
}
