// What each column of a table means: its name, two of its values, and the choice. A phone stacks them.
import './column-mapper.css'
import { fill } from '../language/choose-language.ts'
import { text } from './text.ts'

export interface MapperColumn<F extends string> {
  readonly name: string
  readonly samples: readonly string[]
  readonly meaning: F | ''
}

interface ColumnMapperProps<F extends string> {
  readonly columns: readonly MapperColumn<F>[]
  /** Labels of the meanings, in order. */
  readonly meanings: Readonly<Record<F, string>>
  readonly onChoose: (column: number, meaning: F | '') => void
}

const SAMPLES = 2

export function ColumnMapper<F extends string>({ columns, meanings, onChoose }: ColumnMapperProps<F>) {
  const choices = Object.entries(meanings) as [F, string][]
  return (
    <table class="column-mapper">
      <caption>{text.mapping}</caption>
      <thead>
        <tr>
          <th scope="col">{text.columnName}</th>
          <th scope="col">{text.samples}</th>
          <th scope="col">{text.meaning}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ name, samples, meaning }, at) => (
          <tr key={at} class={meaning === '' ? undefined : 'used'}>
            <th scope="row">{name}</th>
            <td>
              {samples.slice(0, SAMPLES).map((sample, i) => (
                <span class="one-line" key={i}>
                  {sample}
                </span>
              ))}
            </td>
            <td>
              <select
                aria-label={fill(text.useAs, { column: name })}
                value={meaning}
                onChange={({ currentTarget }) => onChoose(at, currentTarget.value as F | '')}
              >
                <option value="">{text.unused}</option>
                {choices.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface HeaderQuestionProps {
  readonly header: boolean
  readonly firstLine: readonly string[]
  readonly onHeader: (header: boolean) => void
}

/** The guess is chosen, and the line is there to judge it by. */
export function HeaderQuestion({ header, firstLine, onHeader }: HeaderQuestionProps) {
  const choice = (value: boolean, label: string) => (
    <label class="inline">
      <input type="radio" name="header" checked={header === value} onChange={() => onHeader(value)} /> {label}
    </label>
  )
  return (
    <fieldset class="header-question">
      <legend>{text.header}</legend>
      <p class="one-line mono">{firstLine.join(' · ')}</p>
      <div class="row">
        {choice(true, text.headerYes)}
        {choice(false, text.headerNo)}
      </div>
    </fieldset>
  )
}
