// Converts our own Markdown, written pages and error pages, to HTML.
import type { Token, Tokens } from 'marked'
import { Marked } from 'marked'
import { hrefOf } from './written-pages.ts'

// Drops HTML and comments, and keeps the text of a link that leads nowhere.
const marked = new Marked({
  renderer: {
    html: () => '',
    link({ href, tokens }) {
      return href === NOWHERE && this.parser.parseInline(tokens)
    },
  },
})

const NOWHERE = ''
/** Stands for the folder of the files, so that `../` can lead out of docs/. */
const ROOT = 'file:///root/docs/'

/** Links between files lead to their pages. A file that is not served is only for readers of the repository. */
function pagePath(href: string, file: string): string {
  if (/^(?:[a-z]+:|[/#])/.test(href)) return href
  const { pathname, hash } = new URL(href, ROOT + file)
  if (pathname === '/root/docs/openapi.json') return '/openapi.json'
  const page = hrefOf(pathname.replace('/root/docs/', '').replace('/root/', '../'))
  return page === undefined ? NOWHERE : page + hash
}

const LABELS: Readonly<Record<string, string>> = { sh: 'curl', ts: 'TypeScript', python: 'Python' }

export interface CodeOptions {
  /** The path of the source below docs/. */
  readonly file: string
  /** Renders code blocks that follow each other in different languages. The label is empty, or the name of a file. */
  readonly tabs: (samples: readonly { label: string; source: string }[]) => string
  /** Renders what a program prints: the block after the comment `output`, which may name the operation. */
  readonly output: (source: string, operationId: string | undefined) => string
}

const OUTPUT = /<!-- output(?:: (\w+))? -->/
const FILE = /<!-- file: (\S+) -->/

/** Leaves out the first heading, which is the page title. */
export function renderMarkdown(source: string, { file, tabs, output }: CodeOptions): string {
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
  for (const token of linked(marked.lexer(source.replace(/^# .+$/m, '')), file)) {
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

function linked(tokens: Token[], file: string): Token[] {
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'link') token.href = pagePath(token.href, file)
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
      // As on GitHub, where the same files are read.
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    return `<h${level} id="${id}">${text}</h${level}>`
  })
}

/** The second-level headings of a rendered page. */
export function headingsOf(html: string): readonly { readonly id: string; readonly html: string }[] {
  return [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)].map(([, id = '', text = '']) => ({ id, html: text }))
}

/** A wide table scrolls by itself. */
function wrapTables(html: string): string {
  return html.replaceAll('<table>', '<div class="scroll" tabindex="0"><table>').replaceAll('</table>', '</table></div>')
}

export function inlineMarkdown(source: string): string {
  return marked.parseInline(source, { async: false })
}
