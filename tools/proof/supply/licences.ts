// Which licences Plinth accepts in what it ships and in its tools. Pure.
import licences from './licences.json' with { type: 'json' }
import type { LockedPackage } from './lock-file.ts'

/** Licences that allow use in a commercial product and ask only for their notice. */
const PERMISSIVE: readonly string[] = licences.permissive
/** Also fine for programs that only build or test Plinth. */
const FOR_TOOLS: readonly string[] = [...PERMISSIVE, ...licences.forTools]

interface Exception {
  /** A pattern of names. */
  readonly name: string
  readonly licence: string | null
  readonly why: string
}

/** Packages with another licence, or without a statement that a program can read. */
const EXCEPTIONS: readonly Exception[] = licences.exceptions

export function licenceProblems(packages: readonly LockedPackage[], shipped: ReadonlySet<LockedPackage>): string[] {
  return packages.flatMap((one) => {
    const allowed = shipped.has(one) ? PERMISSIVE : FOR_TOOLS
    if (exceptionOf(one) || (one.license !== undefined && isAllowed(one.license, allowed))) return []
    const use = shipped.has(one) ? 'ships with Plinth' : 'is used to build and test Plinth'
    return [
      `${one.name} ${one.version} ${use} and has the licence "${one.license ?? 'none'}". ` +
        'Read it, then replace the package or add a row to licences.json.',
    ]
  })
}

/** A package with another licence, and why it may be used. */
export function exceptionOf({ name, license }: LockedPackage): Exception | undefined {
  return EXCEPTIONS.find(
    (exception) => new RegExp(exception.name).test(name) && exception.licence === (license ?? null),
  )
}

/** SPDX expressions without nesting: `MIT OR Apache-2.0`, `(MIT AND Zlib)`. */
export function isAllowed(expression: string, allowed: readonly string[]): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowed.includes(licence.trim())))
}

const SHOWN = 4

/** `MIT 129, Apache-2.0 43, ISC 15, BSD-3-Clause 10, others 23` */
export function licenceCounts(packages: readonly LockedPackage[]): string {
  const counts = new Map<string, number>()
  for (const { license = 'not stated' } of packages) counts.set(license, (counts.get(license) ?? 0) + 1)
  const rows = [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
  const others = rows.slice(SHOWN).reduce((sum, [, count]) => sum + count, 0)
  const shown: [string, number][] = others > 0 ? [...rows.slice(0, SHOWN), ['others', others]] : rows
  return shown.map(([licence, count]) => `${licence} ${count}`).join(', ')
}
