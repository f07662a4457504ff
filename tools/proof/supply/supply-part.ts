// Checks what Plinth is made of: lock file, install scripts, licences, SBOM, known vulnerabilities.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Part, PartReport, PartRun } from '../part.ts'
import { advisoryFigure, advisoryProblems, readAdvisories } from './advisories.ts'
import { licenceCounts, licenceProblems } from './licences.ts'
import {
  addressProblems,
  integrityProblems,
  packagesWithScripts,
  rangeProblems,
  readLock,
  refusesScripts,
  scriptProblems,
  shippedPackages,
} from './lock-file.ts'
import { createSbom, sbomProblems } from './sbom.ts'

/** One for each kind of problem below. */
const CHECKS = 7

export const supplyPart: Part = {
  name: 'supply',
  title: 'Lock file, install scripts, licences, SBOM and known vulnerabilities of the dependencies',
  unit: 'checks',
  count: CHECKS,
  minutes: 5,
  databases: 'once',
  run,
}

async function run({ build, seed, signal, progress }: PartRun): Promise<PartReport> {
  const { folder } = build
  const packages = readLock(folder)
  const shipped = shippedPackages(packages)
  const sbom = createSbom(folder, shipped)
  progress(CHECKS - 1)
  const packageFile = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const isRefused = refusesScripts(packageFile, isStrict(folder))
  const unhashed = integrityProblems(packages)
  const advisories = await readAdvisories(folder, signal)
  const problems = [
    ...unhashed,
    ...addressProblems(packages),
    ...rangeProblems(packageFile),
    ...scriptProblems(packages, isRefused),
    ...licenceProblems(packages, new Set(shipped)),
    ...sbomProblems(sbom, shipped),
    ...advisoryProblems(advisories),
  ]
  return {
    // Without an answer of the registry, one check was not made.
    done: advisories.counts ? CHECKS : CHECKS - 1,
    breaches: problems.map((what) => ({ what, seed })),
    figures: {
      'packages with integrity': String(packages.length - unhashed.length),
      'shipped packages': String(shipped.length),
      'licences of shipped packages': licenceCounts(shipped),
      'install scripts': `${packagesWithScripts(packages).join(', ') || 'none'} (${isRefused ? 'refused' : 'run'} by default)`,
      'components in the SBOM': String(sbom.components.length),
      'known vulnerabilities': advisoryFigure(advisories),
    },
  }
}

/** As npm reads its settings in this folder. */
function isStrict(folder: string): boolean {
  const text = execFileSync('npm', ['config', 'get', 'strict-allow-scripts'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return text.trim() === 'true'
}
