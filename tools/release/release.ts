// `npm run release`: builds the files of a release twice and writes them if both are the same.
import '../shared/help.ts'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { licenceProblems } from '../proof/supply/licences.ts'
import { readLock, shippedPackages } from '../proof/supply/lock-file.ts'
import { cleanCopy } from './clean-copy.ts'
import { checksums, differences } from './files.ts'
import { commitTime, packRelease } from './pack.ts'
import { versionOf, versionProblems } from './versions.ts'

function treeProblems(): string[] {
  const changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).trim()
  return changed === '' ? [] : [`Files are not committed:\n${changed}`]
}

function release(): number {
  const version = versionOf()
  const packages = readLock('.')
  const licences = licenceProblems(packages, new Set(shippedPackages(packages)))
  const problems = [...treeProblems(), ...versionProblems(), ...licences]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) return 1

  const folder = mkdtempSync(join(tmpdir(), 'plinth-release-'))
  const epoch = commitTime()
  // At paths of different length, because a path must not get into a file.
  const builds = [join(folder, 'one'), join(folder, 'another', 'one')] as const
  // Both before the first build, so that they are equal if a file changes meanwhile.
  for (const build of builds) cleanCopy(build)
  const outputs = builds.map((build, i) => {
    console.log(`Building ${version}, ${i + 1} of ${builds.length} …`)
    const output = join(folder, `output-${i + 1}`)
    packRelease(build, output, epoch)
    return output
  })
  const [first = '', second = ''] = outputs
  const differing = differences(first, second)
  if (differing.length > 0) {
    console.error(`The two builds differ: ${differing.join(', ')}.\nCompare ${first} and ${second}.`)
    return 1
  }
  const target = join('release', version)
  rmSync(target, { recursive: true, force: true })
  cpSync(first, target, { recursive: true })
  const sums = checksums(target)
  writeFileSync(join(target, 'SHA256SUMS'), sums)
  rmSync(folder, { recursive: true, force: true })
  console.log(`${sums}\nBoth builds are the same. Wrote ${target}.`)
  return 0
}

process.exitCode = release()
