// What each SQL engine needs beside its templates: the matcher, its tables and an index, as code or as data.
import { Stop } from '../../kernel/fault.ts'

export type Engine = 'duckdb' | 'bigquery' | 'snowflake' | 'postgres'

export interface FunctionParts {
  /** Defines `plinth`, with the tables in `PLINTH_DATA`. */
  readonly code: string
  /** JSON. */
  readonly tables: string
  /** The index in base64, in pieces that every engine accepts. */
  readonly index: readonly string[]
  /** Lists of streets for an index that has none. */
  readonly streets: readonly string[]
  /** For Node, after the code. */
  readonly program: string
}

interface EngineFiles {
  readonly files: Readonly<Record<string, string>>
  /** What the templates of the engine name as `{{word}}`. */
  readonly words: Readonly<Record<string, string>>
}

/** Per file and per function, as BigQuery documents them. */
const BIGQUERY_FILE_BYTES = 1_000_000
const BIGQUERY_TOTAL_BYTES = 5_000_000

const asScript = ({ code, tables }: FunctionParts): string =>
  `var plinth = (function (PLINTH_DATA) {\n${code}\nreturn plinth\n})(${tables});\n`

const node = (parts: FunctionParts): EngineFiles => {
  const [index, streets] = [parts.index, parts.streets].map((list) => JSON.stringify(list))
  const data = `const INDEX = ${index}\nconst STREETS = ${streets}\n`
  return { files: { 'plinth.mjs': `${asScript(parts)}${data}${parts.program}` }, words: {} }
}

function bigquery(parts: FunctionParts): EngineFiles {
  const pieces = parts.index.map((piece, i): [string, string] => [
    `plinth-index-${i + 1}.js`,
    `var plinthIndex${i + 1} = "${piece}";\n`,
  ])
  const streets = `var plinthStreets = ${JSON.stringify(parts.streets)};\n`
  const files = { 'plinth.js': asScript(parts), 'plinth-streets.js': streets, ...Object.fromEntries(pieces) }
  const sizes = Object.values(files).map((text) => Buffer.byteLength(text))
  const total = sizes.reduce((a, b) => a + b)
  if (Math.max(...sizes) > BIGQUERY_FILE_BYTES || total > BIGQUERY_TOTAL_BYTES)
    throw new Stop(
      'usage',
      `BigQuery accepts ${BIGQUERY_TOTAL_BYTES / 1e6} MB of code per function; this index needs ${(total / 1e6).toFixed(1)} MB`,
      'Use smaller indexes: plinth index --by city.',
    )
  const libraries = Object.keys(files).map((name) => `"gs://BUCKET/${name}"`)
  return {
    files,
    words: { libraries: libraries.join(', '), pieces: pieces.map((_, i) => `plinthIndex${i + 1}`).join(', ') },
  }
}

/** Rows of a table: the tables of the matcher, the lists of streets, and the pieces of the index. */
function snowflake({ code, tables, index, streets }: FunctionParts): EngineFiles {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const rows = [tables, JSON.stringify(streets), ...index].map((text, part) => `${part},${cell(text)}\n`)
  return { files: { 'plinth.csv': rows.join('') }, words: { code } }
}

const FILES_OF: Readonly<Record<Engine, (parts: FunctionParts) => EngineFiles>> = {
  duckdb: node,
  postgres: node,
  bigquery,
  snowflake,
}

/** `templates` by their names; they are files of the engine, too. */
export function engineFiles(
  engine: Engine,
  parts: FunctionParts,
  templates: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { files, words } = FILES_OF[engine](parts)
  const fill = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => words[word]!)
  const filled = Object.entries(templates).map(([name, text]) => [name, fill(text)])
  return { ...files, ...Object.fromEntries(filled) }
}
