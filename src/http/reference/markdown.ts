// The guides as pages: as much of Markdown as we write, and nothing from anybody else.

import { html, Markup } from '../pages/html.ts'

const escaped = (text: string) => html`${text}`.text

/** Code, bold and links; links between our own documents lead to their pages. */
function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.length > 2 && part.startsWith('`')
        ? `<code>${escaped(part.slice(1, -1))}</code>`
        : escaped(part).replaceAll(
            /\[([^\]]+)\]\(([\w./#-]+)\)/g,
            (_, label, to) => `<a href="${pageOf(to)}">${label}</a>`,
          ),
    )
    .join('')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
}

const pageOf = (link: string) => link.replace(/^([\w-]+)\.md$/, '/docs/guides/$1')

function table(lines: readonly string[]): string {
  const cells = (line: string, tag: string) =>
    line
      .replaceAll(/^\||\|$/g, '')
      .split('|')
      .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`)
      .join('')
  const [head = '', , ...rows] = lines
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n')
  return `<table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>\n${body}\n</tbody></table>`
}

function block(text: string): string {
  const lines = text.split('\n')
  const heading = /^(#{1,3}) (.+)$/.exec(text)
  if (heading) return `<h${heading[1]!.length}>${inline(heading[2]!)}</h${heading[1]!.length}>`
  if (lines.every((line) => line.startsWith('|'))) return table(lines)
  if (/^(-|\d+\.) /.test(text)) {
    const items = text.split(/\n(?=(?:-|\d+\.) )/).map((item) => inline(item.replace(/^(-|\d+\.) /, '')))
    const tag = text.startsWith('-') ? 'ul' : 'ol'
    return `<${tag}>${items.map((item) => `<li>${item}</li>`).join('\n')}</${tag}>`
  }
  return `<p>${inline(text)}</p>`
}

/** The first heading is the page's title, and stands above it already. */
export function renderMarkdown(source: string): Markup {
  const text = source
    .replace(/^# .+$/m, '')
    .replaceAll(/<!--[\s\S]*?-->\n?/g, '')
    .split(/(^```[^\n]*\n[\s\S]*?^```$)/m)
    .flatMap((part) => {
      const code = /^```([^\n]*)\n([\s\S]*?)```$/.exec(part)
      if (code)
        return [`<pre tabindex="0"><code class="language-${escaped(code[1]!)}">${escaped(code[2]!)}</code></pre>`]
      return part
        .split(/\n{2,}/)
        .map((text) => text.trim())
        .filter(Boolean)
        .map(block)
    })
    .join('\n')
  return new Markup(text)
}
