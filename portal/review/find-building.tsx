// Searches for the right building with the keyboard.
import { useEffect, useRef, useState } from 'preact/hooks'
import './find-building.css'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/notice.tsx'
import type { FindProjects, FoundProject } from './find-projects.ts'
import { text } from './text.ts'

export interface Target {
  readonly project_id: number
  readonly building_id: number | null
}

interface Option extends Target {
  readonly name: string
  readonly address: string
}

const MIN_LENGTH = 2
const DEBOUNCE_MS = 120

/** One option per tower. With several towers, the project alone is an option too. */
function optionsOf(projects: readonly FoundProject[]): Option[] {
  return projects.flatMap(({ id: project_id, name, address: line, city_name, buildings }) => {
    const address = line.includes(city_name) ? line : `${line}, ${city_name}`
    const [only] = buildings
    if (buildings.length <= 1) return [{ project_id, building_id: only?.id ?? null, name, address }]
    const towers = buildings.map((tower) => ({
      project_id,
      building_id: tower.id,
      name: `${name} · ${tower.name}`,
      address,
    }))
    return [...towers, { project_id, building_id: null, name: `${name} · ${text.wholeProject}`, address }]
  })
}

interface Results {
  readonly query: string
  readonly options: readonly Option[]
  readonly error?: Error
}

function useResults(find: FindProjects, query: string) {
  const [results, setResults] = useState<Results | null>(null)
  useEffect(() => {
    if (query.length < MIN_LENGTH) return setResults(null)
    const control = new AbortController()
    const timer = setTimeout(() => {
      find(query, control.signal).then(
        (projects) => control.signal.aborted || setResults({ query, options: optionsOf(projects) }),
        (error) => control.signal.aborted || setResults({ query, options: [], error }),
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [query])
  return results
}

interface FindBuildingProps {
  readonly find: FindProjects
  /** Names what the search looks at. */
  readonly label: string
  readonly onChoose: (target: Target) => void
  readonly onClose: () => void
}

export function FindBuilding({ find, label, onChoose, onClose }: FindBuildingProps) {
  const field = useRef<HTMLInputElement>(null)
  const [input, setInput] = useState('')
  const [index, setIndex] = useState(0)
  const query = input.trim()
  const results = useResults(find, query)
  const options = results?.options ?? []
  /** Results of an earlier query cannot be chosen with Enter: they may be replaced at any moment. */
  const isCurrent = results?.query === query
  useEffect(() => field.current?.focus(), [])
  useEffect(() => setIndex(0), [results])
  useEffect(() => document.getElementById(`found-${index}`)?.scrollIntoView({ block: 'nearest' }), [index])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setIndex(Math.max(0, Math.min(options.length - 1, index + step)))
    }
    const option = isCurrent ? options[index] : undefined
    if (event.key === 'Enter') {
      event.preventDefault()
      if (option) onChoose(option)
    }
  }
  return (
    <Dialog title={text.findTitle} onClose={onClose}>
      <label for="find-building">{label}</label>
      <input
        id="find-building"
        ref={field}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls="found-buildings"
        aria-activedescendant={options.length > 0 ? `found-${index}` : undefined}
        autocomplete="off"
        value={input}
        onInput={(event) => setInput(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p class="quiet">{text.findHint}</p>
      {results?.error && <Problem error={results.error} />}
      <div id="found-buildings" role="listbox" aria-label={text.findTitle} aria-busy={!isCurrent} class="found">
        {options.map((option, i) => (
          <div
            key={`${option.project_id} ${option.building_id}`}
            id={`found-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === index}
            onClick={() => onChoose(option)}
            onKeyDown={onKeyDown}
          >
            <strong>{option.name}</strong>
            <small>{option.address}</small>
          </div>
        ))}
      </div>
      <p class="quiet" aria-live="polite">
        {query.length < MIN_LENGTH ? text.findMore : results && options.length === 0 ? text.findNothing : ''}
      </p>
    </Dialog>
  )
}
