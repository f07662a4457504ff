// An endpoint as a form: where to send, what to send of, and where that must be.
import { useState } from 'preact/hooks'
import type { EndpointChange, WebhookEndpoint, WebhookEventType } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { text as map } from '../../../map/map-text.ts'
import { CheckList, Field, Form } from '../../../parts/form.tsx'
import { WhenLoaded } from '../../../parts/notice.tsx'
import { splitList } from '../parts/split-list.ts'
import type { Action } from '../parts/use-account.ts'
import { useAccountLoad } from '../parts/use-account.ts'
import { text } from './text.ts'

/** All that can be chosen, as the API takes it. */
type Wish = Required<Pick<EndpointChange, 'event_types' | 'filters' | 'description'>> & { readonly url: string }

interface EndpointFormProps {
  readonly endpoint?: WebhookEndpoint
  readonly act: Action
  readonly send: string
  readonly onSend: (wish: Wish) => Promise<unknown>
  readonly onCancel: () => void
}

interface TypesProps {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** Descriptions are written for documents, where backticks make code. */
const plain = (description: string) => description.replaceAll('`', '')

/** `project.created`, `project.updated`, … with `project.*` before them. */
function choicesOf(types: readonly WebhookEventType[]) {
  const known = types.filter(({ type }) => type !== 'ping')
  const resources = [...new Set(known.map(({ type }) => type.split('.')[0]!))]
  return resources.flatMap((resource) => {
    const members = known.filter(({ type }) => type.startsWith(`${resource}.`))
    const all = { value: `${resource}.*`, label: `${resource}.*`, hint: text.allOfThem }
    const each = members.map(({ type, description }) => ({
      value: type as string,
      label: type,
      hint: plain(description),
    }))
    return members.length > 1 ? [all, ...each] : each
  })
}

function Hears({ chosen, onChange }: TypesProps) {
  return (
    <CheckList
      one
      legend={text.hears}
      choices={[
        { value: '*', label: text.everything, hint: text.everythingHint },
        { value: 'some', label: text.some },
      ]}
      chosen={[chosen.includes('*') ? '*' : 'some']}
      onChange={([wanted]) => onChange(wanted === '*' ? ['*'] : [])}
    />
  )
}

function Types({ chosen, onChange }: TypesProps) {
  const loaded = useAccountLoad('event types', (signal) => plinth.webhooks.eventTypes({ signal }))
  return (
    <div class="types">
      <WhenLoaded result={loaded}>
        {(types) => <CheckList legend={text.types} choices={choicesOf(types)} chosen={chosen} onChange={onChange} />}
      </WhenLoaded>
    </div>
  )
}

const COMMAS = /[,\n]/

function numbersIn(typed: string): number[] {
  return splitList(typed, COMMAS).map((part) => {
    if (!/^\d{1,10}$/.test(part)) throw new Error(text.notNumbers)
    return Number(part)
  })
}

export function EndpointForm({ endpoint, act, send, onSend, onCancel }: EndpointFormProps) {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [types, setTypes] = useState<readonly string[]>(endpoint?.event_types ?? ['*'])
  const [provinces, setProvinces] = useState<readonly string[]>(endpoint?.filters.province ?? [])
  const [cities, setCities] = useState((endpoint?.filters.city ?? []).join(', '))
  const [projects, setProjects] = useState((endpoint?.filters.project_ids ?? []).join(', '))
  const submit = async () => {
    if (types.length === 0) throw new Error(text.noTypes)
    const filters = { province: provinces, city: splitList(cities, COMMAS), project_ids: numbersIn(projects) }
    await onSend({
      url,
      description: description.trim() || null,
      event_types: types as Wish['event_types'],
      filters: filters as Wish['filters'],
    })
  }
  const choices = Object.entries(map.provinces).map(([value, label]) => ({ value, label }))
  return (
    <Form act={act} send={send} onSend={submit} onCancel={onCancel}>
      <div class="beside">
        <div>
          <Field
            label={text.url}
            hint={endpoint ? `${text.urlHint} ${text.urlNote}` : text.urlHint}
            type="url"
            required
            placeholder="https://"
            value={url}
            onChange={setUrl}
          />
          <Field
            label={text.description}
            hint={text.descriptionHint}
            maxLength={500}
            value={description}
            onChange={setDescription}
          />
          <Hears chosen={types} onChange={setTypes} />
        </div>
        <div>
          <h3>{text.onlyWhere}</h3>
          <p class="quiet">{text.filtersHint}</p>
          <CheckList compact legend={text.provinces} choices={choices} chosen={provinces} onChange={setProvinces} />
          <Field label={text.cities} hint={text.citiesHint} value={cities} onChange={setCities} />
          <Field label={text.projects} hint={text.projectsHint} value={projects} onChange={setProjects} />
        </div>
      </div>
      {!types.includes('*') && <Types chosen={types} onChange={setTypes} />}
    </Form>
  )
}
