// The list of everything that ships (SBOM, CycloneDX), and a check of it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LockedPackage } from './lock-file.ts'

interface Component {
  readonly 'bom-ref': string
  readonly type: string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses?: readonly unknown[]
}

export interface Sbom {
  readonly bomFormat: string
  readonly specVersion: string
  readonly serialNumber: string
  readonly version: number
  readonly metadata: { readonly timestamp: string; readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

/** From the lock file alone: what is installed on this machine does not matter. */
export function createSbom(folder: string, shipped: readonly LockedPackage[]): Sbom {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const text = execFileSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return onlyShipped(JSON.parse(text), shipped, name)
}

/** npm can leave out development dependencies, but some of them are in the portal's files. */
export function onlyShipped(sbom: Sbom, shipped: readonly LockedPackage[], productName: string): Sbom {
  const refs = new Set(shipped.map(({ name, version }) => `${name}@${version}`))
  const product = sbom.metadata.component['bom-ref']
  const isKept = (ref: string) => ref === product || refs.has(nameAndVersion(ref))
  return {
    ...sbom,
    // npm names the product after its folder.
    metadata: { ...sbom.metadata, component: { ...sbom.metadata.component, name: productName } },
    components: sbom.components.filter((one) => isKept(one['bom-ref'])),
    dependencies: sbom.dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
  }
}

/** npm adds a path to the reference of a package that is installed twice. */
function nameAndVersion(ref: string): string {
  return ref.replace(/\|.*$/, '')
}

/** The fields that CycloneDX requires, and that every shipped package is there with its hash. */
export function sbomProblems(sbom: Sbom, shipped: readonly LockedPackage[]): string[] {
  const problems: string[] = []
  const require = (isGood: boolean, text: string) => {
    if (!isGood) problems.push(`The SBOM ${text}.`)
  }
  require(sbom.bomFormat === 'CycloneDX', 'has no bomFormat "CycloneDX"')
  require(/^1\.\d+$/.test(sbom.specVersion), 'has no specVersion')
  require(/^urn:uuid:[0-9a-f-]{36}$/.test(sbom.serialNumber), 'has no serialNumber')
  require(Number.isInteger(sbom.version), 'has no version')
  require(!Number.isNaN(Date.parse(sbom.metadata.timestamp)), 'has no timestamp')
  const refs = new Set<string>([sbom.metadata.component['bom-ref']])
  for (const component of sbom.components) {
    const { name, version, purl, type, hashes = [] } = component
    require(!refs.has(component['bom-ref']), `names ${component['bom-ref']} twice`)
    refs.add(component['bom-ref'])
    require(type === 'library' && name !== '' && version !== '', `has a component without name or version`)
    require(purl?.startsWith('pkg:npm/') ?? false, `has no package URL of ${name}`)
    require(hashes.some(
      ({ alg, content }) => alg === 'SHA-512' && /^[0-9a-f]{128}$/.test(content),
    ), `has no hash of ${name}`)
  }
  for (const { ref, dependsOn = [] } of sbom.dependencies)
    for (const one of [ref, ...dependsOn])
      require(refs.has(one), `has a dependency on ${one}, which is not a component`)
  const listed = new Set([...refs].map(nameAndVersion))
  // npm leaves out optional packages of other systems.
  for (const { name, version, optional } of shipped)
    require(optional === true || listed.has(`${name}@${version}`), `lacks ${name} ${version}`)
  return problems
}
