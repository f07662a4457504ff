// Encodes facet values as numbers for fast counting.
import type { ProjectRecord } from '../records/record-types.ts'

/** Codes of row r are codes[start[r]] … codes[start[r + 1] - 1]. */
export interface Coded {
  readonly labels: readonly string[]
  readonly start: Uint32Array
  readonly codes: Uint32Array
}

export function encode(
  projects: readonly ProjectRecord[],
  read: (project: ProjectRecord) => readonly (string | null)[],
): Coded {
  const codeOf = new Map<string, number>()
  const codes: number[] = []
  const start = new Uint32Array(projects.length + 1)
  projects.forEach((project, row) => {
    for (const value of new Set(read(project))) {
      if (value === null) continue
      const code = codeOf.get(value) ?? codeOf.size
      codeOf.set(value, code)
      codes.push(code)
    }
    start[row + 1] = codes.length
  })
  return { labels: [...codeOf.keys()], start, codes: Uint32Array.from(codes) }
}

export function countCodes({ labels, start, codes }: Coded, rows: Uint32Array | null): Uint32Array {
  const counts = new Uint32Array(labels.length)
  if (rows === null) for (let i = 0; i < codes.length; i++) counts[codes[i]!]!++
  else {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!
      for (let at = start[row]!; at < start[row + 1]!; at++) counts[codes[at]!]!++
    }
  }
  return counts
}
