// Replaces a marked section of bench/RESULTS.md, or of another document.

import { readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

const FILE = fileURLToPath(new URL('../../bench/RESULTS.md', import.meta.url))

function findSection(text: string, name: string, file = 'bench/RESULTS.md'): [from: number, to: number] {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`]
  const from = text.indexOf(start)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${file} has no section "${name}". Add the lines ${start} and ${end}.`)
  return [from + start.length, to]
}

export function readResultsSection(name: string): string {
  const text = readFileSync(FILE, 'utf8')
  return text.slice(...findSection(text, name)).trim()
}

/** Replaces the text between `<!-- name:start -->` and `<!-- name:end -->`. */
export function writeSection(file: string, name: string, markdown: string): void {
  const text = readFileSync(file, 'utf8')
  const [from, to] = findSection(text, name, file)
  writeFileSync(file, `${text.slice(0, from)}\n\n${markdown.trim()}\n\n${text.slice(to)}`)
}

export function writeResultsSection(name: string, markdown: string): void {
  writeSection(FILE, name, markdown)
}

/** Absolute figures belong to the machine they were measured on. */
export const machine = (): string =>
  `${cpus().length} cores, ${cpus()[0]?.model ?? arch()}, Node ${process.versions.node}`

/** `2026-11`, the date that results are published with. */
export const resultsMonth = (): string => new Date().toISOString().slice(0, 7)
