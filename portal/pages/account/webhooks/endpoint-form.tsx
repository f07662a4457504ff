// A form to create or edit an endpoint: URL, event types and filters.

import { useState } from 'preact/hooks'
import type { EndpointChange, WebhookEndpoint, WebhookEventType } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import type { Action } from '../../../api/use-action.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { compareText } from '../../../language/format.ts'
import { text as map } from '../../../map/base/map-text.ts'
import type { FormValues } from '../../../parts/form.tsx'
import { CheckList, Field, Form } from '../../../parts/form.tsx'
import { WhenLoaded } from '../../../parts/notice.tsx'
import { splitList } from '../parts/split-list.ts'
import { text } from './text.ts'

export type EndpointInput = Required<Pick<EndpointChange, 'event_types' | 'filters' | 'description' | 'max_batch'>> & {
  readonly url: string
}

interface EndpointFormProps {
  readonly endpoint?: WebhookEndpoint
  readonly action: Action
  readonly submit: string
  readonly onSubmit: (input: EndpointInput) => Promise<unknown>
  readonly onCancel: () => void
}

interface TypesProps {
  readonly selected: readonly string[]
  readonly onChange: (selected: readonly string[]) => void
}

/** Descriptions are Markdown, with code in backticks. */
const withoutBackticks = (description: string) => description.replaceAll('`', '')

/** The types of each resource, after a choice for all of them: `project.*`, `project.created`, … */
function typeChoices(types: readonly WebhookEventType[]) {
  const known = types.filter(({ type }) => type !== 'ping' && type !== 'batch')
  const resources = [...new Set(known.map(({ type }) => type.split('.')[0]!))]
  return resources.flatMap((resource) => {
    const members = known.filter(({ type }) => type.startsWith(`${resource}.`))
    const all = { value: `${resource}.*`, label: `${resource}.*`, hint: text.allOfResource }
    const each = members.map(({ type, description }) => ({
      value: type as string,
      label: type,
      hint: withoutBackticks(description),
    }))
    return members.length > 1 ? [all, ...each] : each
  })
}

function EventsField({ selected, onChange }: TypesProps) {
  return (
    <CheckList
      single
      legend={text.events}
      choices={[
        { value: '*', label: text.everything, hint: text.everythingHint },
        { value: 'some', label: text.some },
      ]}
      selected={[selected.includes('*') ? '*' : 'some']}
      onChange={([value]) => onChange(value === '*' ? ['*'] : [])}
    />
  )
}

function TypesField({ selected, onChange }: TypesProps) {
  const loaded = useLoad('event types', (signal) => plinth.webhooks.eventTypes({ signal }))
  return (
    <div class="types">
      <WhenLoaded result={loaded}>
        {(types) => (
          <CheckList
            field="event_types"
            legend={text.types}
            choices={typeChoices(types)}
            selected={selected}
            onChange={onChange}
          />
        )}
      </WhenLoaded>
    </div>
  )
}

const COMMAS = /[,\n]/

function parseIds(value: string): number[] {
  return splitList(value, COMMAS).map((part) => {
    if (!/^\d{1,10}$/.test(part)) throw new Error(fill(text.notNumbers, { value: part }))
    return Number(part)
  })
}

export function EndpointForm({ endpoint, action, submit, onSubmit, onCancel }: EndpointFormProps) {
  const [types, setTypes] = useState<readonly string[]>(endpoint?.event_types ?? ['*'])
  const [provinces, setProvinces] = useState<readonly string[]>(endpoint?.filters.province ?? [])
  const { city = [], project_ids: ids = [] } = endpoint?.filters ?? {}
  const save = async ({ url = '', description = '', cities = '', projects = '', maxBatch }: FormValues) => {
    if (types.length === 0) throw new Error(text.noTypes)
    const filters = { province: provinces, city: splitList(cities, COMMAS), project_ids: parseIds(projects) }
    await onSubmit({
      url,
      description: description.trim() || null,
      event_types: types as EndpointInput['event_types'],
      filters: filters as EndpointInput['filters'],
      max_batch: Number(maxBatch),
    })
  }
  const choices = Object.entries(map.provinces)
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => compareText(a.label, b.label))
  return (
    <Form action={action} submit={submit} onSubmit={save} onCancel={onCancel}>
      <div class="beside">
        <div>
          <Field
            label={text.url}
            hint={endpoint ? `${text.urlHint} ${text.urlNote}` : text.urlHint}
            type="url"
            required
            placeholder="https://"
            name="url"
            defaultValue={endpoint?.url ?? ''}
          />
          <Field
            label={text.description}
            hint={text.descriptionHint}
            maxLength={500}
            name="description"
            defaultValue={endpoint?.description ?? ''}
          />
          <Field
            label={text.maxBatch}
            hint={text.maxBatchHint}
            type="number"
            min="1"
            required
            name="maxBatch"
            field="max_batch"
            defaultValue={String(endpoint?.max_batch ?? 1)}
          />
          <EventsField selected={types} onChange={setTypes} />
        </div>
        <div>
          <h3>{text.filters}</h3>
          <p class="quiet">{text.filtersHint}</p>
          <CheckList compact legend={text.provinces} choices={choices} selected={provinces} onChange={setProvinces} />
          <Field
            name="cities"
            field="filters.city"
            label={text.cities}
            hint={text.citiesHint}
            defaultValue={city.join(', ')}
          />
          <Field
            name="projects"
            field="filters.project_ids"
            label={text.projects}
            hint={text.projectsHint}
            defaultValue={ids.join(', ')}
          />
        </div>
      </div>
      {!types.includes('*') && <TypesField selected={types} onChange={setTypes} />}
    </Form>
  )
}
