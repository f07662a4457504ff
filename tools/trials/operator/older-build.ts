// The build of 0.1.0 whose data is upgraded.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** The commit of release 0.1.0. */
const COMMIT = '2a627fda'

/** Builds 0.1.0 from the history of this repository. */
export function buildOlderVersion(parent: string): string {
  const folder = join(parent, 'plinth-0.1.0')
  mkdirSync(folder)
  const archive = join(parent, 'plinth-0.1.0.tar')
  execFileSync('git', ['archive', '--output', archive, COMMIT], { stdio: ['ignore', 'ignore', 'inherit'] })
  execFileSync('tar', ['-xf', archive, '-C', folder], { stdio: 'inherit' })
  for (const args of [
    ['ci', '--no-audit', '--no-fund', '--prefer-offline'],
    ['run', 'build'],
  ])
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return folder
}
