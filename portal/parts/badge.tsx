// A coloured label. The colour adds no information of its own.
import type { ComponentChildren } from 'preact'

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'stone' | 'none'

export function Badge({ tone = 'none', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>
}
