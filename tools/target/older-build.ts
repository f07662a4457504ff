// Builds of older releases, from the history of this repository: to upgrade their data, and to measure beside them.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** The commit of each release. */
const COMMITS = { '0.1.0': '2a627fda', '1.0.0': 'ec14b3d8' } as const

export type Release = keyof typeof COMMITS
export const RELEASES = Object.keys(COMMITS) as Release[]

/** Builds a release in a folder of `parent`, if it is not there. Returns the folder. */
export function buildOlderVersion(parent: string, release: Release): string {
  const folder = join(parent, `plinth-${release}`)
  if (existsSync(join(folder, 'dist'))) return folder
  mkdirSync(folder, { recursive: true })
  const archive = `${folder}.tar`
  execFileSync('git', ['archive', '--output', archive, COMMITS[release]], { stdio: ['ignore', 'ignore', 'inherit'] })
  execFileSync('tar', ['-xf', archive, '-C', folder], { stdio: 'inherit' })
  for (const args of [
    ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'],
    ['run', 'build'],
  ])
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return folder
}
