// Checks that every file names the same version.
import { readFileSync } from 'node:fs'

/** Reads a file of the repository. */
export type ReadFile = (path: string) => string

const fromDisk: ReadFile = (path) => readFileSync(path, 'utf8')

/** `1.0.0-dev` is `1.0.0.dev0` in Python. */
export const pythonVersion = (version: string): string => version.replace(/-dev$/, '.dev0')

export function versionOf(read: ReadFile = fromDisk): string {
  return JSON.parse(read('package.json')).version
}

export function versionProblems(read: ReadFile = fromDisk): string[] {
  const version = versionOf(read)
  const { dependencies } = JSON.parse(read('package.json'))
  const python = pythonVersion(version)
  const wanted: [where: string, found: string | undefined, wanted: string][] = [
    ...['client', 'matcher'].flatMap((name): [string, string | undefined, string][] => [
      [`packages/${name}/package.json`, JSON.parse(read(`packages/${name}/package.json`)).version, version],
      [`package.json: the dependency @plinth/${name}`, dependencies[`@plinth/${name}`], version],
    ]),
    ['package-lock.json', JSON.parse(read('package-lock.json')).version, version],
    ['docs/openapi.json', JSON.parse(read('docs/openapi.json')).info.version, version],
    ['clients/python/pyproject.toml', /^version = "(.+)"$/m.exec(read('clients/python/pyproject.toml'))?.[1], python],
    [
      'clients/python/plinth/__init__.py',
      /^__version__ = "(.+)"$/m.exec(read('clients/python/plinth/__init__.py'))?.[1],
      python,
    ],
  ]
  const problems = wanted
    .filter(([, found, right]) => found !== right)
    .map(([where, found, right]) => `${where} has the version ${found}; it must be ${right}.`)
  const isDraft = version.endsWith('-dev')
  if (!isDraft && !read('CHANGELOG.md').includes(`\n## [${version}]`))
    problems.push(`CHANGELOG.md has no section [${version}].`)
  return problems
}
