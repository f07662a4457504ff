// Copies the files of the repository, without what builds and tests leave behind.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Files that git knows or would add. A deleted file is still in its list. */
function repositoryFiles(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\0')
    .filter((file) => file !== '' && existsSync(file))
}

/** A folder with the same content as a fresh clone after `npm ci`. The dependencies are shared. */
export function cleanCopy(folder: string): void {
  for (const file of repositoryFiles()) cpSync(file, join(folder, file))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
}
