// A word with a colour. The colour says nothing that the word does not.
import type { ComponentChildren } from 'preact'

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'stone' | 'none'

export function Badge({ tone = 'none', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>
}
