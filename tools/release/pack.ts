// Packs everything that a release contains, from a clean copy of the repository.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exceptionOf } from '../proof/supply/licences.ts'
import type { LockedPackage } from '../proof/supply/lock-file.ts'
import { readLock, shippedPackages } from '../proof/supply/lock-file.ts'
import type { Sbom } from '../proof/supply/sbom.ts'
import { createSbom } from '../proof/supply/sbom.ts'

/** Seconds since 1970 of the last commit: the date in all archives. */
export function commitTime(): string {
  return execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).trim()
}

/** The wheel and the source archive of the Python client. */
export function packPython(clone: string, output: string, epoch: string): void {
  const program = join(clone, 'tools/release/pack_python.py')
  const env = { ...process.env, SOURCE_DATE_EPOCH: epoch }
  execFileSync('python3', [program, join(clone, 'clients/python'), output], { env, stdio: 'inherit' })
}

/** Installs and builds in a clean copy, and writes the files of the release to `output`. */
export function packRelease(clone: string, output: string, epoch: string): void {
  mkdirSync(output, { recursive: true })
  const npm = (...args: string[]) =>
    execFileSync('npm', args, {
      cwd: clone,
      env: { ...process.env, SOURCE_DATE_EPOCH: epoch },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  npm('ci', '--no-audit', '--no-fund', '--prefer-offline')
  npm('pack', '--loglevel', 'error', '--workspaces', '--include-workspace-root', '--pack-destination', output)
  packPython(clone, output, epoch)
  const shipped = shippedPackages(readLock(clone))
  const { version } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'))
  const sbom = repeatable(createSbom(clone, shipped), epoch)
  writeFileSync(join(output, `plinth-${version}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`)
  writeFileSync(join(output, 'LICENCES.txt'), licenceList(shipped))
}

/** npm writes the time and a random number. Both are optional. */
function repeatable({ serialNumber: _random, metadata, ...sbom }: Sbom, epoch: string): Omit<Sbom, 'serialNumber'> {
  const timestamp = new Date(Number(epoch) * 1000).toISOString()
  return { ...sbom, metadata: { ...metadata, timestamp } }
}

/** One line for each shipped dependency: name, version, licence, and a note on an unusual one. */
export function licenceList(shipped: readonly LockedPackage[]): string {
  const lines = shipped.map((one) => {
    const { name, version, license = 'not stated' } = one
    const note = exceptionOf(one)?.why
    return `${name} ${version}\t${license}${note === undefined ? '' : `\t${note}`}\n`
  })
  return [...new Set(lines)].toSorted().join('')
}
