// The right building by search: type, arrows, Enter.
import { useEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '../../../parts/dialog.tsx'
import { Problem } from '../../../parts/notice.tsx'
import type { FoundProject } from './review-api.ts'
import { reviewApi } from './review-api.ts'
import { text } from './text.ts'

export interface Target {
  readonly project_id: number
  readonly building_id: number | null
}

interface Option extends Target {
  readonly name: string
  readonly where: string
}

const FEWEST_LETTERS = 2
const PAUSE_MS = 120

/** A project of one tower is that tower; of several, each can be chosen, or the project alone. */
function optionsOf(projects: readonly FoundProject[]): Option[] {
  return projects.flatMap(({ id: project_id, name, address, city_name, buildings }) => {
    const where = address.includes(city_name) ? address : `${address}, ${city_name}`
    const [only] = buildings
    if (buildings.length <= 1) return [{ project_id, building_id: only?.id ?? null, name, where }]
    const towers = buildings.map((tower, i) => ({
      project_id,
      building_id: tower.id,
      name: `${name} · ${tower.name ?? `#${i + 1}`}`,
      where,
    }))
    return [...towers, { project_id, building_id: null, name: `${name} · ${text.wholeProject}`, where }]
  })
}

function useFound(asked: string) {
  const [found, setFound] = useState<{ asked: string; options: Option[]; error?: Error } | null>(null)
  useEffect(() => {
    if (asked.length < FEWEST_LETTERS) return setFound(null)
    const control = new AbortController()
    const timer = setTimeout(() => {
      reviewApi.find(asked, control.signal).then(
        (projects) => control.signal.aborted || setFound({ asked, options: optionsOf(projects) }),
        (error) => control.signal.aborted || setFound({ asked, options: [], error }),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [asked])
  return found
}

interface FindBuildingProps {
  readonly onChoose: (target: Target) => void
  readonly onClose: () => void
}

export function FindBuilding({ onChoose, onClose }: FindBuildingProps) {
  const field = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState('')
  const [place, setPlace] = useState(0)
  const found = useFound(asked.trim())
  const options = found?.options ?? []
  useEffect(() => field.current?.focus(), [])
  useEffect(() => setPlace(0), [found])
  useEffect(() => document.getElementById(`found-${place}`)?.scrollIntoView({ block: 'nearest' }), [place])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setPlace(Math.max(0, Math.min(options.length - 1, place + step)))
    }
    // Only what was found for the words that stand there now can be meant.
    const chosen = found?.asked === asked.trim() ? options[place] : undefined
    if (event.key === 'Enter') {
      event.preventDefault()
      if (chosen) onChoose(chosen)
    }
  }
  return (
    <Dialog title={text.findTitle} onClose={onClose}>
      <label for="find-building">{text.findLabel}</label>
      <input
        id="find-building"
        ref={field}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls="found-buildings"
        aria-activedescendant={options.length > 0 ? `found-${place}` : undefined}
        autocomplete="off"
        value={asked}
        onInput={(event) => setAsked(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p class="quiet">{text.findHint}</p>
      {found?.error && <Problem error={found.error} />}
      <div id="found-buildings" role="listbox" aria-label={text.findTitle} class="found">
        {options.map((option, i) => (
          <div
            key={`${option.project_id} ${option.building_id}`}
            id={`found-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === place}
            onClick={() => onChoose(option)}
            onKeyDown={onKeyDown}
          >
            <strong>{option.name}</strong>
            <small>{option.where}</small>
          </div>
        ))}
      </div>
      <p class="quiet" aria-live="polite">
        {asked.trim().length < FEWEST_LETTERS ? text.findMore : found && options.length === 0 ? text.findNothing : ''}
      </p>
    </Dialog>
  )
}
