// Reads the records of a flat XML file as a stream: the text of the elements that a table names, and nothing else.
import type { SourceFile } from '../files/source-file.ts'
import type { Notes } from '../record/draft.ts'
import { cleanText, FileRefused } from '../record/draft.ts'
import type { LineBatch, RollLine } from './roll-lines.ts'
import type { RollTable } from './roll-table.ts'

/** A text or tag in characters, and nested elements. Files of rolls need far less. */
const MAX_TOKEN_LENGTH = 64 * 1024
const MAX_DEPTH = 16
const MAX_VALUES = 1000

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export async function* xmlRecords(file: SourceFile, table: RollTable, _: Notes): AsyncGenerator<LineBatch> {
  const reader = new XmlReader(file, table)
  for await (const chunk of file.text('windows-1252')) yield { kind: table, lines: reader.push(chunk) }
  reader.end()
}

/**
 * Document types, entities of their own and CDATA are refused: a roll has none, and they are how an XML file attacks its reader.
 * Attributes are not read.
 */
class XmlReader {
  readonly #file: SourceFile
  readonly #record: string
  readonly #columns: ReadonlySet<string>
  readonly #header = new Map<string, string>()
  readonly #open: string[] = []
  /** How often a group was opened in the record: the second address is under `RL0101Ax 2`. */
  readonly #groups = new Map<string, number>()
  #values: Map<string, string> | null = null
  #text = ''
  #rest = ''
  #line = 1
  #recordLine = 0
  #isClosed = false

  constructor(file: SourceFile, table: RollTable) {
    this.#file = file
    this.#record = table.element!
    this.#columns = new Set(table.columns)
  }

  push(chunk: string): RollLine[] {
    const text = this.#rest + chunk
    const records: RollLine[] = []
    let at = 0
    let newline = text.indexOf('\n')
    for (;;) {
      const start = text.indexOf('<', at)
      const isComment = start >= 0 && text.startsWith('<!--', start)
      const end = start < 0 ? -1 : isComment ? text.indexOf('-->', start + 4) : text.indexOf('>', start)
      if (end < 0) break
      const next = end + (isComment ? 3 : 1)
      if (next - at > MAX_TOKEN_LENGTH) throw this.#refused('a value or tag is too long')
      for (; newline >= 0 && newline < next; newline = text.indexOf('\n', newline + 1)) this.#line++
      this.#text += text.slice(at, start)
      if (!isComment) this.#tag(text.slice(start + 1, end), records)
      at = next
    }
    this.#rest = text.slice(at)
    if (this.#rest.length > MAX_TOKEN_LENGTH) throw this.#refused('a value or tag is too long')
    return records
  }

  end(): void {
    if (this.#open.length > 0 || !this.#isClosed) throw this.#refused('the XML ends in the middle; it is incomplete')
  }

  #tag(tag: string, records: RollLine[]): void {
    if (tag.startsWith('?')) return
    const [, slash, name] = /^(\/?)([A-Za-z_][\w.-]*)(?=[\s/]|$)/.exec(tag) ?? []
    if (name === undefined || tag.includes('<'))
      throw this.#refused('the XML is not valid, or has a document type, an entity or CDATA')
    if (slash === '/') this.#close(name, records)
    else {
      if (this.#open.length >= MAX_DEPTH) throw this.#refused('the XML is nested too deeply')
      if (this.#isClosed) throw this.#refused('there is content after the end of the XML')
      this.#open.push(name)
      this.#text = ''
      if (name === this.#record) {
        this.#values = new Map()
        this.#groups.clear()
        this.#recordLine = this.#line
      } else if (this.#groups.size < MAX_VALUES) this.#groups.set(name, (this.#groups.get(name) ?? 0) + 1)
      if (tag.endsWith('/')) this.#close(name, records)
    }
  }

  #close(name: string, records: RollLine[]): void {
    if (this.#open.pop() !== name) throw this.#refused(`the element ${cleanText(name)} is closed but not open`)
    const values = this.#values
    if (name === this.#record && values) {
      const header = new Map(this.#header)
      const cells = (column: string) => values.get(column) ?? header.get(column) ?? ''
      records.push({ line: this.#recordLine, cells, problem: null })
      this.#values = null
    } else if (this.#columns.has(name)) this.#store(name, values ?? this.#header)
    this.#text = ''
    this.#isClosed = this.#open.length === 0
  }

  #store(name: string, values: Map<string, string>): void {
    const group = values === this.#header ? 1 : (this.#groups.get(this.#open.at(-1) ?? '') ?? 1)
    const text = this.#text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{1,8}));|&/gi, (_, decimal, hex, entity) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null
      const found = code === null ? ENTITIES[entity] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined
      if (found === undefined) throw this.#refused('an entity is unknown')
      return found
    })
    if (values.size < MAX_VALUES) values.set(group === 1 ? name : `${name} ${group}`, text.trim())
  }

  #refused(problem: string): FileRefused {
    return new FileRefused(`${cleanText(this.#file.name)}, line ${this.#line}: ${problem}`)
  }
}
