// Copies the files of the repository, without what builds and tests leave behind.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'

/** Files that git knows or would add. A deleted file is still in its list. */
function repositoryFiles(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\0')
    .filter((file) => file !== '' && existsSync(file))
}

/** The same content as a fresh clone. */
export function cleanCopy(folder: string): void {
  for (const file of repositoryFiles()) cpSync(file, join(folder, file))
}
