// Collects what looks wrong in the rows of an import: remarks with examples, never a reason to refuse.
import { cleanText } from '../record/draft.ts'

export const QUALITY_KINDS = [
  'doubles',
  'impossible_year',
  'impossible_storeys',
  'impossible_units',
  'unknown_street',
  'moved_point',
  'far_point',
] as const
export type QualityKind = (typeof QUALITY_KINDS)[number]

export interface QualityExample {
  /** Null for a rejected row without a readable key. */
  readonly key: string | null
  readonly address: string | null
  readonly found: string
  /** Of a double, the key of the other row. Null when nothing better is known. */
  readonly expected: string | null
  /** Null when the row made no project, or none yet. */
  readonly project_id: number | null
}

export interface QualityFinding {
  readonly count: number
  /** Rows that could be checked: those that have the value, or whose city has a complete list of streets. */
  readonly checked: number
  readonly examples: readonly QualityExample[]
}

export type QualityReport = Readonly<Record<QualityKind, QualityFinding>>

const MAX_EXAMPLES = 10

export class QualityFindings {
  readonly #found = new Map(
    QUALITY_KINDS.map((kind) => [kind, { count: 0, checked: 0, examples: [] as QualityExample[] }]),
  )

  checked(kind: QualityKind): void {
    this.#found.get(kind)!.checked++
  }

  /** `expected` is called for examples only. */
  add(
    kind: QualityKind,
    row: { readonly key: string | null; readonly address?: string },
    found: string,
    expected: () => string | null,
  ): void {
    const finding = this.#found.get(kind)!
    finding.count++
    if (finding.examples.length === MAX_EXAMPLES) return
    const clean = (text: string | null | undefined) => (text == null ? null : cleanText(text))
    finding.examples.push({
      ...{ key: clean(row.key), address: clean(row.address), found: cleanText(found), expected: clean(expected()) },
      project_id: null,
    })
  }

  /** `projects` has the projects of row keys. A double that made none leads to that of the other row. */
  report(projects: ReadonlyMap<string, number>): QualityReport {
    const findings = Array.from(this.#found, ([kind, { count, checked, examples }]): [QualityKind, QualityFinding] => {
      const projectOf = ({ key, expected }: QualityExample) =>
        projects.get(key ?? '') ?? (kind === 'doubles' ? projects.get(expected!) : undefined) ?? null
      const linked = examples.map((one) => ({ ...one, project_id: projectOf(one) }))
      return [kind, { count, checked, examples: linked }]
    })
    return Object.fromEntries(findings) as QualityReport
  }

  /** The keys of all examples, and those of the rows that they double. */
  keys(): string[] {
    return [...this.#found.values()].flatMap(({ examples }) =>
      examples.flatMap(({ key, expected }) => [key ?? [], expected ?? []].flat()),
    )
  }
}
