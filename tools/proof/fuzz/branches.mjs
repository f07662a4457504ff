// Marks the branches of a module: each sets a place of an array when it runs.
import { parseAst } from 'rolldown/parseAst'

/** The parts of a node that run only sometimes, by its type. */
const PARTS = {
  IfStatement: ['consequent', 'alternate'],
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['right'],
  SwitchCase: ['consequent'],
  CatchClause: ['body'],
  FunctionDeclaration: ['body'],
  FunctionExpression: ['body'],
  ArrowFunctionExpression: ['body'],
  ForStatement: ['body'],
  ForOfStatement: ['body'],
  ForInStatement: ['body'],
  WhileStatement: ['body'],
}

/**
 * @param {string} code
 * @returns {{ marked: string, starts: number[] }} The code with its marks on the same lines, and where its branches begin.
 */
export function markBranches(code) {
  /** @type {number[]} */
  const starts = []
  /** @type {Map<number, string>} */
  const opened = new Map()
  /** @type {Map<number, string>} */
  const closed = new Map()

  /** @param {any} part */
  function mark(part) {
    if (!part || (Array.isArray(part) && part.length === 0)) return
    const { type, start, end } = Array.isArray(part) ? { ...part[0], type: 'SwitchCase' } : part
    const set = `ran$[${starts.length}]=1`
    const isBlock = type === 'BlockStatement'
    const isStatement = !isBlock && type.endsWith('Statement')
    const [before, after] =
      isBlock || type === 'SwitchCase' ? [`${set};`, ''] : isStatement ? [`{${set};`, '}'] : [`(${set},(`, '))']
    const from = isBlock ? start + 1 : start
    starts.push(from)
    opened.set(from, (opened.get(from) ?? '') + before)
    // What was opened last is closed first.
    closed.set(end, after + (closed.get(end) ?? ''))
  }

  /** @param {any} node */
  function visit(node) {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    for (const part of PARTS[/** @type {keyof typeof PARTS} */ (node.type)] ?? []) mark(node[part])
    for (const field of Object.values(node)) visit(field)
  }
  visit(parseAst(code))

  let marked = `const ran$=globalThis.branchesOf(import.meta.url,${starts.length});`
  let from = 0
  for (const at of [...new Set([...opened.keys(), ...closed.keys()])].sort((a, b) => a - b)) {
    marked += code.slice(from, at) + (closed.get(at) ?? '') + (opened.get(at) ?? '')
    from = at
  }
  return { marked: marked + code.slice(from), starts }
}
