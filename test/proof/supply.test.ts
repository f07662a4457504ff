// The dependencies: pinned, with hashes, allowed licences and no install scripts. Without network.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { advisoryFigure, advisoryProblems, parseAdvisories } from '../../tools/proof/supply/advisories.ts'
import { isAllowed, licenceCounts, licenceProblems } from '../../tools/proof/supply/licences.ts'
import {
  addressProblems,
  BUNDLED,
  integrityProblems,
  parseLock,
  rangeProblems,
  readLock,
  refusesScripts,
  scriptProblems,
  shippedPackages,
} from '../../tools/proof/supply/lock-file.ts'
import type { Sbom } from '../../tools/proof/supply/sbom.ts'
import { onlyShipped, sbomProblems } from '../../tools/proof/supply/sbom.ts'
import { sourceFiles } from '../architecture/walls.ts'

const packages = readLock('.')
const shipped = shippedPackages(packages)
const packageFile = JSON.parse(readFileSync('package.json', 'utf8'))
const npmSettings = readFileSync('.npmrc', 'utf8').split('\n')

describe('the lock file', () => {
  it('has a sha512 hash and no download address for every package', () => {
    expect(packages.length).toBeGreaterThan(300)
    expect(integrityProblems(packages)).toEqual([])
    expect(addressProblems(packages)).toEqual([])
  })

  it('fails the check if a package has no hash or has an address', () => {
    const bad = parseLock(
      '{"packages":{"":{},"node_modules/a":{"version":"1.0.0","resolved":"https://registry.example/a.tgz","integrity":"sha1-x"}}}',
    )
    expect(integrityProblems(bad)).toEqual([expect.stringContaining('node_modules/a has no sha512')])
    expect(addressProblems(bad)).toEqual([expect.stringContaining('download address')])
  })

  it('belongs to exact versions in package.json', () => {
    expect(rangeProblems(packageFile)).toEqual([])
    expect(rangeProblems({ dependencies: { a: '^1.0.0' }, devDependencies: { b: 'latest' } })).toHaveLength(2)
  })
})

describe('install scripts', () => {
  it('are refused by default, and the packages that have one are known', () => {
    const isStrict = npmSettings.includes('strict-allow-scripts=true')
    expect(refusesScripts(packageFile, isStrict)).toBe(true)
    expect(refusesScripts({ allowScripts: { esbuild: true } }, true)).toBe(false)
    expect(refusesScripts(packageFile, false)).toBe(false)
    expect(scriptProblems(packages, true)).toEqual([])
  })

  it('of a new package fail the check', () => {
    const bad = parseLock('{"packages":{"node_modules/@a/b":{"version":"1.0.0","hasInstallScript":true}}}')
    expect(scriptProblems(bad, true)).toEqual([expect.stringContaining('@a/b has an install script')])
    expect(scriptProblems([], false)).toEqual([expect.stringContaining('strict-allow-scripts=true')])
  })
})

describe('licences', () => {
  it('are all in the table', () => {
    expect(licenceProblems(packages, new Set(shipped))).toEqual([])
  })

  it('of tools may be ones that shipped packages may not have', () => {
    const [one] = parseLock('{"packages":{"node_modules/a":{"version":"1.0.0","license":"MPL-2.0"}}}')
    expect(licenceProblems([one!], new Set())).toEqual([])
    expect(licenceProblems([one!], new Set([one!]))).toEqual([expect.stringContaining('a 1.0.0 ships with Plinth')])
  })

  it('that are new fail the check', () => {
    for (const license of ['GPL-3.0-only', 'AGPL-3.0', 'SSPL-1.0', 'UNLICENSED', undefined]) {
      const one = { path: 'node_modules/a', name: 'a', version: '1.0.0', ...(license && { license }) }
      expect(licenceProblems([one], new Set())).toHaveLength(1)
    }
  })

  it('are counted, the most frequent first', () => {
    const licences = ['ISC', 'MIT', 'MIT', '0BSD', 'Zlib', 'MIT-0']
    const counted = licences.map((license, i) => ({ path: String(i), name: String(i), version: '1.0.0', license }))
    expect(licenceCounts(counted)).toBe('MIT 2, 0BSD 1, ISC 1, MIT-0 1, others 1')
  })

  it('are read as SPDX expressions', () => {
    expect(isAllowed('(MIT OR GPL-3.0-only)', ['MIT'])).toBe(true)
    expect(isAllowed('MIT AND GPL-3.0-only', ['MIT'])).toBe(false)
  })
})

describe('shipped packages', () => {
  it('are the production dependencies and what the portal imports', () => {
    const imported = sourceFiles('portal').flatMap(({ source }) =>
      [...source.matchAll(/(?:from|import) '((?:@[\w-]+\/)?[\w.-]+)/g)].map((match) => match[1]!),
    )
    const tools = ['vite', 'vitest']
    const fromDevelopment = imported.filter((name) => name in packageFile.devDependencies && !tools.includes(name))
    expect(BUNDLED).toEqual(expect.arrayContaining(fromDevelopment))
    const names = new Set(shipped.map(({ name }) => name))
    const foreign = Object.keys(packageFile.dependencies).filter((name) => !name.startsWith('@plinth/'))
    for (const name of [...foreign, ...BUNDLED]) expect(names).toContain(name)
    expect(names).not.toContain('vitest')
  })
})

describe('the SBOM', () => {
  const hash = { alg: 'SHA-512', content: 'a'.repeat(128) }
  const component = (name: string) => ({
    ...{ 'bom-ref': `${name}@1.0.0`, type: 'library', name, version: '1.0.0', purl: `pkg:npm/${name}@1.0.0` },
    hashes: [hash],
  })
  const sbom: Sbom = {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.5', serialNumber: `urn:uuid:${'0'.repeat(36)}`, version: 1 },
    metadata: { timestamp: '2026-11-16T00:00:00Z', component: component('folder') },
    components: [component('a'), component('tool')],
    dependencies: [{ ref: 'folder@1.0.0', dependsOn: ['a@1.0.0', 'tool@1.0.0'] }, { ref: 'a@1.0.0' }],
  }
  const a = { path: 'node_modules/a', name: 'a', version: '1.0.0' }

  it('lists what ships and leaves out tools', () => {
    const kept = onlyShipped(sbom, [a], 'plinth')
    expect(kept.components.map(({ name }) => name)).toEqual(['a'])
    expect(kept.metadata.component.name).toBe('plinth')
    expect(kept.dependencies[0]).toEqual({ ref: 'folder@1.0.0', dependsOn: ['a@1.0.0'] })
    expect(sbomProblems(kept, [a])).toEqual([])
  })

  it('fails the check without a package, a hash or a required field', () => {
    expect(sbomProblems(sbom, [a, { ...a, name: 'b' }])).toEqual(['The SBOM lacks b 1.0.0.'])
    const bare = { ...component('a'), hashes: [] }
    expect(sbomProblems({ ...sbom, components: [bare, component('tool')] }, [a])).toEqual([
      'The SBOM has no hash of a.',
    ])
    expect(sbomProblems({ ...sbom, serialNumber: '', bomFormat: 'x' }, [a])).toHaveLength(2)
  })
})

describe('known vulnerabilities', () => {
  it('fail the check if they are serious', () => {
    const found = parseAdvisories('{"metadata":{"vulnerabilities":{"low":1,"high":2,"critical":1,"total":4}}}')
    expect(advisoryProblems(found)).toEqual([expect.stringContaining('3 shipped packages')])
    expect(advisoryFigure(found)).toBe('4 (3 high or critical)')
  })

  it('are reported as not checked if the registry does not know them', () => {
    for (const text of ['', '{"message":"405 Method Not Allowed","error":{}}']) {
      expect(advisoryProblems(parseAdvisories(text))).toEqual([])
      expect(advisoryFigure(parseAdvisories(text))).toMatch(/^not checked/)
    }
  })
})
