// Finds the messages that the source uses, by syntax, and uses that do not fit.
import { dirname, join } from 'node:path'
import { parseAst } from 'vite'
import { valuesOf } from '../../../src/kernel/texts/fill-message.ts'
import type { Catalogue, Messages } from './catalogues.ts'
import { messagesOf } from './catalogues.ts'

export interface SourceFile {
  readonly file: string
  readonly source: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** A branch of a catalogue: an area and the keys below it. `*` is any key. */
interface Branch {
  readonly area: string
  readonly path: readonly string[]
}

/** The names in a file that stand for a branch; in two functions, one name may stand for two. */
type Names = Map<string, readonly Branch[]>

/** `../../../assets/texts/en/portal/home.json`, and in src `#texts/en/server/pages.json`. */
const CATALOGUE = /texts\/en\/(.+)\.json$/

export function usesOf(files: readonly SourceFile[], english: Catalogue): { used: Set<string>; problems: string[] } {
  const parsed = files.map(({ file, source }) => ({ file, source, tree: parse(file, source) }))
  const areas = new Map(parsed.flatMap(({ file, tree }) => areasOf(tree).map((area) => [file, area] as const)))
  const used = new Set<string>()
  const problems: string[] = []
  for (const { file, source, tree } of parsed) {
    const names = namesIn(file, tree, areas)
    if (names.size === 0) continue
    walk(tree, [], (node, parents) => {
      const branches = branchesOf(node, names)
      if (branches.length === 0) return
      const parent = parents.at(-1)!
      if (parent.type === 'VariableDeclarator' && parent.init === node)
        return addAliases(parent.id as Node, branches, names)
      // The whole table is passed on: what uses it names the messages.
      if (branches.some(({ path }) => path.length === 0) || branchesOf(parent, names).length > 0) return
      const messages = branches.flatMap((branch) => {
        const found = messagesAt(branch, english)
        for (const [path] of found) used.add(`${branch.area} ${path.join('.')}`)
        return found
      })
      const line = source.slice(0, node.start).split('\n').length
      for (const problem of misuseOf(node, parents, messages)) problems.push(`${file}:${line} ${problem}`)
    })
  }
  return { used, problems }
}

/** Of the areas whose keys the source names. */
export function unusedOf(english: Catalogue, used: ReadonlySet<string>): string[] {
  const keys = [...english].flatMap(([area, tree]) => messagesOf(tree).map(([path]) => `${area} ${path.join('.')}`))
  return keys.filter((key) => !used.has(key))
}

/** Translations whose English is no longer in the source. Problems of feeds and files are put together from parts. */
export function unusedTranslations(french: Catalogue, source: string): string[] {
  const rows = [...french].filter(([area]) => /^errors\/(?!advice|titles|feed-problems|file-problems)/.test(area))
  const unescaped = source.replaceAll(/\\(?=['`])/g, '')
  const isUsed = (english: string) => english.split(/\{\d\}/).every((part) => unescaped.includes(part))
  return rows.flatMap(([area, row]) => Object.keys(row).flatMap((key) => (isUsed(key) ? [] : [`${area} ${key}`])))
}

const parse = (file: string, source: string) =>
  parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node

/**
 * A message in `fill` gets exactly its values; one with values is not shown without `fill`. A computed key is enough if
 * one of its messages fits: its type leaves out the others.
 */
function misuseOf(node: Node, parents: readonly Node[], messages: [string[], string][]): string[] {
  const isInner = ({ type }: Node) => /^(Conditional|Logical|TSNonNull)Expression$/.test(type)
  const outer = parents.findLast((parent) => !isInner(parent))!
  const [first, values] = (outer.arguments ?? []) as Node[]
  if (nameOf(outer.callee) === 'fill' && first!.start <= node.start && node.start < first!.end) {
    if (values?.type !== 'ObjectExpression') return []
    const passed = String((values.properties as Node[]).map(({ key }) => nameOf(key)).sort())
    if (messages.length === 0 || messages.some(([, text]) => String(valuesOf(text)) === passed)) return []
    return [`${messages[0]![0].join('.')} has the values ${valuesOf(messages[0]![1])}, not ${passed}`]
  }
  if (!/^(JSXExpressionContainer|TemplateLiteral)$/.test(outer.type)) return []
  const isMissing = messages.length > 0 && messages.every(([, text]) => valuesOf(text).length > 0)
  return isMissing ? [`${messages[0]![0].join('.')} needs fill(…)`] : []
}

/** The area of a module: the one whose JSON it imports. */
function areasOf(tree: Node): string[] {
  return (tree.body as Node[]).flatMap((node) => CATALOGUE.exec(sourceOf(node))?.[1] ?? [])
}

const sourceOf = (node: Node): string =>
  node.type === 'ImportDeclaration' ? (node.source as unknown as { value: string }).value : ''

const isTable = (name: string): boolean => /texts?$/i.test(name)

/** What a file imports from a module of texts. Functions beside such a module of src call its texts `text` or `all`. */
function namesIn(file: string, tree: Node, areas: ReadonlyMap<string, string>): Names {
  const names: Names = new Map()
  const beside = [...areas].find(
    ([module]) => /^src\/.*-text\.ts$/.test(module) && dirname(module) === dirname(file),
  )?.[1]
  const own = areas.get(file) ?? beside
  if (own) for (const name of ['text', 'all']) names.set(name, [{ area: own, path: [] }])
  for (const node of tree.body as Node[]) {
    const { declarations } = ((node.declaration as Node | null) ?? node) as { declarations?: { id: Node }[] }
    for (const { id } of declarations ?? [])
      if (areas.has(file) && isTable(nameOf(id))) names.set(nameOf(id), [{ area: own!, path: [] }])
    const area = areas.get(join(dirname(file), sourceOf(node)))
    if (!area) continue
    for (const { local, imported } of node.specifiers as { local: Node; imported?: Node }[])
      if (isTable(nameOf(imported))) names.set(nameOf(local), [{ area, path: [] }])
  }
  return names
}

/** `const words = text.runs`, `const { title } = text`. */
function addAliases(id: Node, branches: readonly Branch[], names: Names): void {
  const add = (name: string, found: readonly Branch[]) => names.set(name, [...found, ...(names.get(name) ?? [])])
  if (id.type === 'Identifier') add(nameOf(id), branches)
  for (const { key, value } of (id.properties ?? []) as { key: Node; value: Node }[])
    add(nameOf(value), below(branches, nameOf(key)))
}

const below = (branches: readonly Branch[], key: string): Branch[] =>
  branches.map(({ area, path }) => ({ area, path: [...path, key] }))

function branchesOf(node: Node, names: Names): readonly Branch[] {
  if (node.type === 'Identifier') return names.get(nameOf(node)) ?? []
  if (node.type === 'CallExpression') return branchesOf(node.callee as Node, names)
  if (node.type === 'TSAsExpression' || node.type === 'AwaitExpression')
    return branchesOf((node.expression ?? node.argument) as Node, names)
  if (node.type !== 'MemberExpression') return []
  const property = node.property as Node
  const key = !node.computed ? nameOf(property) : property.type === 'Literal' ? String(property.value) : '*'
  return below(branchesOf(node.object as Node, names), key)
}

function messagesAt({ area, path }: Branch, english: Catalogue): [path: string[], text: string][] {
  let found: [string[], Messages | string][] = [[[], english.get(area) ?? {}]]
  for (const key of path)
    found = found.flatMap(([at, tree]) =>
      typeof tree === 'string'
        ? [[at, tree]] // A method of the text.
        : Object.entries(tree).flatMap(([name, value]): [string[], Messages | string][] =>
            key === '*' || key === name || Array.isArray(tree) ? [[[...at, name], value]] : [],
          ),
    )
  return found.flatMap(([at, tree]) => messagesOf(tree, at))
}

const nameOf = (node: unknown): string => (node as { name?: string } | undefined)?.name ?? ''

/** Visits expressions in the order of the source, so that an alias is known before its uses. */
function walk(node: Node, parents: readonly Node[], see: (node: Node, parents: readonly Node[]) => void): void {
  if (/^(ImportDeclaration|TS.*(Type|Query|Annotation|Reference|Alias.*|Interface.*))$/.test(node.type)) return
  if (parents.length > 0) see(node, parents)
  for (const [key, value] of Object.entries(node)) {
    const isName = (key === 'property' || key === 'key') && !node.computed
    if (key === 'parent' || isName) continue
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') walk(child, [...parents, node], see)
  }
}
