// Facts in a grid; those without a value are named in one sentence.
import type { ComponentChildren } from 'preact'
import { fill, LOCALE } from '../../language/choose-language.ts'
import { NO_VALUE } from '../../language/format.ts'
import { text } from './text.ts'

/** No value: null, or as the formatters write it. */
export type Fact = readonly [name: string, value: ComponentChildren]

const list = new Intl.ListFormat(LOCALE)
const isKnown = ([, value]: Fact) => value !== null && value !== NO_VALUE

export function KnownFacts({ facts }: { facts: readonly Fact[] }) {
  const unknown = facts.filter((fact) => !isKnown(fact)).map(([name]) => name[0]!.toLocaleLowerCase() + name.slice(1))
  return (
    <div class="card below">
      <dl class="facts">
        {facts.filter(isKnown).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {unknown.length > 0 && <p class="quiet flush">{fill(text.unknownFacts, { fields: list.format(unknown) })}</p>}
    </div>
  )
}
