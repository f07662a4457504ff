// Code in several languages as tabs. Radio buttons switch them, so no script is needed.
import { at } from '../../kernel/at.ts'
import type { DocsText } from './docs-text.ts'

export interface Sample {
  /** As a reader calls it: curl, TypeScript, Python. */
  readonly label: string
  readonly source: string
}

export function CodeBlock({ source, label, text }: { source: string; label?: string; text: DocsText }) {
  return (
    <div class="code" data-copy={text.copy} data-copied={text.copied}>
      {label && <p class="caption">{label}</p>}
      <pre tabIndex={0}>
        <code>{source}</code>
      </pre>
    </div>
  )
}

/** `name` is unique on the page. */
export function SampleTabs({ name, samples, text }: { name: string; samples: readonly Sample[]; text: DocsText }) {
  if (samples.length === 1) return <CodeBlock {...at(samples, 0)} text={text} />
  return (
    <fieldset class="samples">
      <legend class="hidden">{text.sample}</legend>
      {samples.map(({ label }, i) => (
        <>
          <input
            type="radio"
            name={`sample-${name}`}
            id={`sample-${name}-${i}`}
            value={label}
            checked={i === 0}
            // Browsers would restore the choice of the last visit, which the script does better.
            autocomplete="off"
          />
          <label for={`sample-${name}-${i}`}>{label}</label>
        </>
      ))}
      {samples.map(({ label, source }) => (
        <CodeBlock key={label} source={source} text={text} />
      ))}
    </fieldset>
  )
}
