// Which licences Plinth accepts in what it ships and in its tools. Pure.
import type { LockedPackage } from './lock-file.ts'

/** Licences that allow use in a commercial product and ask only for their notice. */
const PERMISSIVE: readonly string[] = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0'],
]

/** Also fine for programs that only build or test Plinth. */
const FOR_TOOLS: readonly string[] = [...PERMISSIVE, 'MPL-2.0', 'Unlicense', 'Zlib']

interface Exception {
  readonly name: RegExp
  readonly licence: string | undefined
  readonly why: string
}

/** Packages with another licence, or without a statement that a program can read. */
const EXCEPTIONS: readonly Exception[] = [
  {
    name: /^@img\/sharp-libvips-/,
    licence: 'LGPL-3.0-or-later',
    why: 'a separate, unchanged library file that anyone can replace, as the licence asks',
  },
  { name: /^@img\/sharp-win32-/, licence: 'Apache-2.0 AND LGPL-3.0-or-later', why: 'the same library, on Windows' },
  { name: /^@img\/sharp-wasm32$/, licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT', why: 'the same library' },
  {
    name: /^dejavu-fonts-ttf$/,
    licence: 'SEE LICENSE IN README.md AND LICENSE',
    why: 'Bitstream Vera licence: fonts may be shipped with software',
  },
  {
    name: /^@fontsource-variable\/inter$/,
    licence: 'OFL-1.1',
    why: 'Open Font License: fonts may be shipped with software',
  },
  {
    name: /^@mapbox\/jsonlint-lines-primitives$/,
    licence: undefined,
    why: 'MIT, like the project it is a fork of; its code is not in the portal',
  },
  {
    name: /^(busboy|dicer|streamsearch)$/,
    licence: undefined,
    why: 'MIT, in an old field of package.json; tests only',
  },
  { name: /^(humanize-number|only)$/, licence: undefined, why: 'MIT, in the readme; tests only' },
]

export function licenceProblems(packages: readonly LockedPackage[], shipped: ReadonlySet<LockedPackage>): string[] {
  return packages.flatMap((one) => {
    const allowed = shipped.has(one) ? PERMISSIVE : FOR_TOOLS
    if (exceptionOf(one) || (one.license !== undefined && isAllowed(one.license, allowed))) return []
    const use = shipped.has(one) ? 'ships with Plinth' : 'is used to build and test Plinth'
    return [
      `${one.name} ${one.version} ${use} and has the licence "${one.license ?? 'none'}". ` +
        'Read it, then replace the package or add a row to licences.ts.',
    ]
  })
}

/** A package with another licence, and why it may be used. */
export function exceptionOf({ name, license }: LockedPackage): Exception | undefined {
  return EXCEPTIONS.find((exception) => exception.name.test(name) && exception.licence === license)
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
