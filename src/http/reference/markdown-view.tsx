// Shows a line or paragraph of our own Markdown.
import { inlineMarkdown } from './markdown.ts'

/** Safe: the source is our own text, and HTML in it is dropped. */
export function Markdown({ source }: { source: string }) {
  return <p dangerouslySetInnerHTML={{ __html: inlineMarkdown(source) }} />
}
