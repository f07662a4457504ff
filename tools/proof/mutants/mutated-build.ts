// Writes a sabotaged copy of a build.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mutant } from './mutants.ts'
import { mutatedText } from './mutants.ts'

/** Without src/, the copy is never built again. */
const LEFT_OUT = new Set(['src', '.git'])
/** Modules find others from where they are. */
const COPIED = new Set(['dist', 'bin'])

/** The folder of the copy. Only what may change is copied; the rest are links. */
export function buildMutant(own: string, mutant: Mutant): string {
  const text = mutatedText(own, mutant)
  const folder = mkdtempSync(join(tmpdir(), `plinth-mutant-${mutant.name}-`))
  for (const entry of readdirSync(own, { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name)) continue
    const [from, to] = [join(own, entry.name), join(folder, entry.name)]
    if (COPIED.has(entry.name) || entry.isFile()) cpSync(from, to, { recursive: true })
    else symlinkSync(from, to)
  }
  writeFileSync(join(folder, mutant.file), text)
  if (mutant.file.startsWith('dist/')) {
    const dist = join(folder, 'dist')
    rmSync(join(dist, 'bundle'), { recursive: true })
    execFileSync(process.execPath, [join(own, 'bin/bundle.mjs'), dist], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return folder
}
