// Reads package-lock.json: which packages are installed, and which of them customers get.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LockedPackage {
  /** `node_modules/a/node_modules/b` */
  readonly path: string
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly integrity?: string
  /** A download address. */
  readonly resolved?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly overrides?: Readonly<Record<string, string>>
  /** Which packages may run install scripts. */
  readonly allowScripts?: Readonly<Record<string, boolean>>
}

export function readLock(folder: string): LockedPackage[] {
  return parseLock(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
}

export function parseLock(text: string): LockedPackage[] {
  const { packages } = JSON.parse(text) as { packages: Record<string, Omit<LockedPackage, 'path' | 'name'>> }
  return (
    Object.entries(packages)
      // The others are Plinth's own packages and the links to them.
      .filter(([path, entry]) => path.startsWith('node_modules/') && !('link' in entry))
      .map(([path, entry]) => ({ ...entry, path, name: path.slice(path.lastIndexOf('node_modules/') + 13) }))
  )
}

/** Development dependencies that the build puts into the portal's files, with all that they depend on. */
export const BUNDLED: readonly string[] = [
  ...['@fontsource-variable/inter', '@protomaps/basemaps', 'maplibre-gl', 'pmtiles', 'preact-iso', 'uplot'],
]

/** What customers get: production dependencies, and what is in the portal's files. */
export function shippedPackages(
  packages: readonly LockedPackage[],
  bundled: readonly string[] = BUNDLED,
): LockedPackage[] {
  const byPath = new Map(packages.map((one) => [one.path, one]))
  const shipped = new Set(packages.filter(({ dev }) => !dev))
  const visit = (from: string, name: string) => {
    const found = resolvePackage(byPath, from, name)
    if (!found || shipped.has(found)) return
    shipped.add(found)
    for (const next of Object.keys({ ...found.dependencies, ...found.optionalDependencies })) visit(found.path, next)
  }
  for (const name of bundled) visit('', name)
  return packages.filter((one) => shipped.has(one))
}

/** As Node looks for it: in the package's own folder first, then outwards. */
function resolvePackage(byPath: ReadonlyMap<string, LockedPackage>, from: string, name: string) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = byPath.get(`${folder === '' ? '' : `${folder}/`}node_modules/${name}`)
    if (found || folder === '') return found
  }
}

export function integrityProblems(packages: readonly LockedPackage[]): string[] {
  return packages
    .filter(({ integrity = '' }) => !integrity.startsWith('sha512-'))
    .map(({ path }) => `${path} has no sha512 integrity in package-lock.json. Run npm install again.`)
}

/** Addresses would bind every installation to the registry that wrote the file. */
export function addressProblems(packages: readonly LockedPackage[]): string[] {
  return packages
    .filter(({ resolved }) => resolved !== undefined)
    .map(
      ({ path }) => `${path} has a download address in package-lock.json. Keep omit-lockfile-registry-resolved=true.`,
    )
}

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/

export function rangeProblems({ dependencies, devDependencies, overrides }: PackageFile): string[] {
  return Object.entries({ ...dependencies, ...devDependencies, ...overrides })
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `${name} is "${version}" in package.json. Pin an exact version.`)
}

/** Packages that want to run a program when they are installed, and why Plinth works without it. */
const KNOWN_SCRIPTS: Readonly<Record<string, string>> = {
  esbuild: 'replaces its launcher by the program, to start a little faster',
}

export function packagesWithScripts(packages: readonly LockedPackage[]): string[] {
  return packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name, version }) => `${name} ${version}`)
}

/** A package that is missing in the list stops the installation, because of strict-allow-scripts=true in .npmrc. */
export function refusesScripts({ allowScripts = {} }: PackageFile, isStrict: boolean): boolean {
  return isStrict && Object.values(allowScripts).every((isAllowed) => !isAllowed)
}

export function scriptProblems(packages: readonly LockedPackage[], isRefusedByDefault: boolean): string[] {
  const unknown = packages.filter(({ name, hasInstallScript }) => hasInstallScript && !(name in KNOWN_SCRIPTS))
  return [
    ...unknown.map(
      ({ name }) => `${name} has an install script. Check that it works without, then list it in KNOWN_SCRIPTS`,
    ),
    ...(isRefusedByDefault
      ? []
      : [
          'npm runs install scripts. Set strict-allow-scripts=true in .npmrc, and false for each package in allowScripts of package.json.',
        ]),
  ]
}
