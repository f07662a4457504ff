// Converts our own Markdown, guides and error pages, to HTML.
import { Marked } from 'marked'

const marked = new Marked({
  // Drops HTML and comments.
  renderer: { html: () => '' },
  walkTokens(token) {
    if (token.type === 'link') token.href = token.href.replace(/^([\w-]+)\.md$/, '/docs/guides/$1')
  },
})

/** Leaves out the first heading, which is the page title. `tabindex` lets keyboard users scroll code. */
export function renderMarkdown(source: string): string {
  const html = marked.parse(source.replace(/^# .+$/m, ''), { async: false })
  return html.replaceAll('<pre><code', '<pre tabindex="0"><code')
}
