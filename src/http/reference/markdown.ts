// Converts our own Markdown, guides and error pages, to HTML.
import type { Token, Tokens } from 'marked'
import { Marked } from 'marked'

// Drops HTML and comments.
const marked = new Marked({ renderer: { html: () => '' } })

/** Links between files of docs/ lead to their pages. */
function pagePath(href: string): string {
  return href
    .replace(/^([\w-]+)\.md(?=#|$)/, '/docs/guides/$1')
    .replace(/^(?:\.\.\/)?guides\/([\w-]+)\.md(?=#|$)/, '/docs/guides/$1')
    .replace(/^(?:\.\.\/)?reference\/([\w-]+)\.md(?=#|$)/, '/docs/$1')
}

const LABELS: Readonly<Record<string, string>> = { sh: 'curl', ts: 'TypeScript', python: 'Python' }

export interface CodeOptions {
  /** Renders code blocks that follow each other in different languages. The label is empty, or the name of a file. */
  readonly tabs: (samples: readonly { label: string; source: string }[]) => string
  /** Renders what a program prints: the block after the comment `output`, which may name the operation. */
  readonly output: (source: string, operationId: string | undefined) => string
}

const OUTPUT = /<!-- output(?:: (\w+))? -->/
const FILE = /<!-- file: (\S+) -->/

/** Leaves out the first heading, which is the page title. */
export function renderMarkdown(source: string, { tabs, output }: CodeOptions): string {
  const parts: string[] = []
  let plain: Token[] = []
  let programs: Tokens.Code[] = []
  let mark: RegExpExecArray | null = null
  let fileName = ''
  const flush = () => {
    if (plain.length > 0) parts.push(withAnchors(wrapTables(marked.parser(plain))))
    if (programs.length > 0) parts.push(tabs(programs.map((code) => ({ label: labelOf(code), source: code.text }))))
    plain = []
    programs = []
  }
  for (const token of linked(marked.lexer(source.replace(/^# .+$/m, '')))) {
    if (token.type === 'html') {
      mark ??= OUTPUT.exec(token.raw)
      fileName = FILE.exec(token.raw)?.[1] ?? fileName
    } else if (token.type === 'code') {
      const code = token as Tokens.Code
      const isProgram = code.lang !== undefined && code.lang in LABELS
      if (!isProgram || plain.length > 0 || programs.some(({ lang }) => lang === code.lang)) flush()
      if (isProgram) programs.push(code)
      else parts.push(mark ? output(code.text, mark[1]) : tabs([{ label: fileName, source: code.text }]))
      mark = null
      fileName = ''
    } else if (token.type !== 'space') {
      if (programs.length > 0) flush()
      plain.push(token)
    }
  }
  flush()
  return parts.join('\n')
}

function linked(tokens: Token[]): Token[] {
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'link') token.href = pagePath(token.href)
  })
  return tokens
}

/** A shell sample without curl is a command. */
function labelOf({ lang = '', text }: Tokens.Code): string {
  return lang === 'sh' && !text.includes('curl') ? 'Shell' : LABELS[lang]!
}

function withAnchors(html: string): string {
  return html.replaceAll(/<h([23])>(.*?)<\/h\1>/g, (_, level, text) => {
    const id = text
      .replaceAll(/<[^>]+>|&[^;]+;/g, '')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    return `<h${level} id="${id}">${text}</h${level}>`
  })
}

/** A wide table scrolls by itself. */
function wrapTables(html: string): string {
  return html.replaceAll('<table>', '<div class="scroll" tabindex="0"><table>').replaceAll('</table>', '</table></div>')
}

export function inlineMarkdown(source: string): string {
  return marked.parseInline(source, { async: false })
}
