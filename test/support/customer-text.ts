// Finds the error texts in the source that customers can see, by syntax.
import { parseAst } from 'vite'
import { sourceFiles } from '../architecture/walls.ts'

/** Only operators and curators see the errors of these folders; MCP and the command line are in English. */
export const ENGLISH_ONLY =
  /^(ingest|app|mcp|cli|client|db\/(?!database)|demo|matcher|links\/desk|http\/(desk|operator|french)|access\/oauth\/(client-store|provider))(\/|\.ts)|^kernel\/(config|phrase)|^feeds\/read|^catalog\/(files|records)/

export interface SourceText {
  readonly file: string
  /** The text with `{0}` for values. */
  readonly template: string
  /** False for a template literal with values that is not a phrase, so it could not be translated. */
  readonly translatable: boolean
}

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const SENTENCE = /^[A-Z"`].* .*[.?]$/s
/** The end of a sentence about a value: `must be a number`. */
const VERB_PHRASE = /^(must|has|is|does) [a-z]/

export function customerTexts(): SourceText[] {
  return sourceFiles('src')
    .filter(
      ({ file, source }) => !ENGLISH_ONLY.test(file) && /Fault\b|kernel\/phrase|\.refine\(|\.regex\(/.test(source),
    )
    .flatMap(({ file, source }) => textsOf(source, file))
}

export function textsOf(source: string, file: string): SourceText[] {
  const found: SourceText[] = []
  const add = (template: string, translatable = true) => found.push({ file, template, translatable })
  const visit = (value: unknown, parent?: Node, property?: string): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, parent, property)
      return
    }
    if (value === null || typeof value !== 'object') return
    const node = value as Node
    const isOurs = !['summary', 'description', 'describe'].includes(property ?? '')
    if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'say') add(templateOf(node.quasi as Node))
    else if (node.type === 'TemplateLiteral' && parent?.type !== 'TaggedTemplateExpression') {
      const template = templateOf(node)
      if (isOurs && (isErrorText(template) || property === 'detail' || property === 'message'))
        add(template, !template.includes('{0}'))
    } else if (node.type === 'Literal' && typeof node.value === 'string') {
      const isTerm = parent?.type === 'CallExpression' && nameOf(parent.callee) === 'term'
      if (isTerm || (isOurs && (isErrorText(node.value) || property === 'detail'))) add(node.value)
    }
    const own =
      node.type === 'Property' ? nameOf(node.key) : node.type === 'CallExpression' ? nameOf(node.callee) : property
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child, node, own)
  }
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

function isErrorText(text: string): boolean {
  return SENTENCE.test(text) || VERB_PHRASE.test(text)
}

function nameOf(node: unknown): string {
  const { name, property } = node as { name?: string; property?: { name?: string } }
  return name ?? property?.name ?? ''
}

function templateOf(node: Node): string {
  const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  return parts.map((part, i) => (i === 0 ? part : `{${i - 1}}${part}`)).join('')
}
