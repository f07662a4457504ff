// What looks wrong in the rows of an import: how often, with examples that lead to their projects.
import type { ImportRun } from '../../../../src/http/api-types.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatNumber, formatPercent, NO_VALUE } from '../../../language/format.ts'
import type { Column } from '../../../tables/data-table.tsx'
import { PlainTable } from '../../../tables/data-table.tsx'
import { text } from './text.ts'

type Quality = NonNullable<ImportRun['quality']>
type Kind = keyof Quality
type Example = Quality[Kind]['examples'][number]

export const QUALITY_KINDS = Object.keys(text.qualityKinds) as readonly Kind[]

const COLUMNS: readonly Column<Example>[] = [
  {
    key: 'key',
    title: text.key,
    heading: true,
    cell: ({ key, project_id }) =>
      project_id === null ? (key ?? NO_VALUE) : <a href={`/desk/projects/${project_id}`}>{key}</a>,
  },
  { key: 'address', title: text.address, cell: ({ address }) => address ?? NO_VALUE },
  { key: 'found', title: text.found, cell: ({ found }) => found },
  { key: 'expected', title: text.expected, cell: ({ expected }) => expected ?? NO_VALUE },
]

export function ImportQuality({ quality }: Pick<ImportRun, 'quality'>) {
  if (quality === null) return <p class="quiet">{text.noQuality}</p>
  const found = QUALITY_KINDS.filter((kind) => quality[kind].count > 0)
  const unchecked = QUALITY_KINDS.filter((kind) => quality[kind].checked === 0)
  return (
    <>
      <p class="quiet">{text.qualityLead}</p>
      {found.length === 0 && <p>{text.nothingWrong}</p>}
      {found.map((kind) => (
        <section key={kind}>
          <h3>{text.qualityKinds[kind]}</h3>
          <p>{shareOf(quality[kind])}</p>
          <PlainTable label={text.qualityKinds[kind]} columns={COLUMNS} rows={quality[kind].examples} look="card" />
        </section>
      ))}
      {unchecked.length > 0 && (
        <p class="quiet">
          {fill(text.unchecked, { kinds: unchecked.map((kind) => text.qualityKinds[kind]).join(' · ') })}
        </p>
      )}
    </>
  )
}

const shareOf = ({ count, checked, examples }: Quality[Kind]) =>
  fill(text.qualityShare, {
    count: formatNumber(count),
    checked: formatNumber(checked),
    share: formatPercent(count / checked),
    examples: formatNumber(examples.length),
  })
