// What the signed-in person is told by email, and when.
import { useState } from 'preact/hooks'
import type { NotificationSettings } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useRecord } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import type { FormValues } from '../../../parts/form.tsx'
import { CheckList, Field, Form, Select } from '../../../parts/form.tsx'
import { Announce, Card, WhenLoaded } from '../../../parts/notice.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { text } from './text.ts'

const PATH = '/api/v1/me/notifications'

const KINDS = Object.keys(text.kindNames) as (keyof NotificationSettings['kinds'])[]
const kindChoices = KINDS.map((value) => ({ value, label: text.kindNames[value] }))

const hourChoices = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: fill(text.daily, { hour: `${String(hour).padStart(2, '0')}:00` }),
}))
const digestChoices = [{ value: '', label: text.single }, ...hourChoices]

const hoursOf = ({ 'quiet_hours.from': from = '', 'quiet_hours.to': to = '' }: FormValues) =>
  from === '' && to === '' ? null : { from, to }

function SettingsForm({ settings }: { settings: NotificationSettings }) {
  const [kinds, setKinds] = useState<readonly string[]>(KINDS.filter((kind) => settings.kinds[kind]))
  const [isSaved, setSaved] = useState(false)
  const save = async (values: FormValues) => {
    setSaved(false)
    const body = {
      kinds: Object.fromEntries(KINDS.map((kind) => [kind, kinds.includes(kind)])),
      quiet_hours: hoursOf(values),
      digest_hour: values.digest_hour ? Number(values.digest_hour) : null,
      time_zone: values.time_zone,
    }
    await plinth.request('PATCH', PATH, { body })
    setSaved(true)
  }
  const { quiet_hours, digest_hour, time_zone } = settings
  return (
    <Form submit={text.save} onSubmit={save}>
      <Announce>{isSaved && text.saved}</Announce>
      <CheckList legend={text.kinds} field="kinds" choices={kindChoices} selected={kinds} onChange={setKinds} />
      <Select label={text.digest} name="digest_hour" value={String(digest_hour ?? '')} choices={digestChoices} />
      <Field name="quiet_hours.from" label={text.quietFrom} type="time" defaultValue={quiet_hours?.from ?? ''} />
      <Field
        name="quiet_hours.to"
        label={text.quietTo}
        hint={text.quietHint}
        type="time"
        defaultValue={quiet_hours?.to ?? ''}
      />
      <Field name="time_zone" label={text.zone} hint={text.zoneHint} defaultValue={time_zone} required maxLength={64} />
    </Form>
  )
}

export function Notifications({ session }: AccountPageProps) {
  const settings = useRecord<NotificationSettings>(PATH)
  return (
    <>
      <p class="lead">{text.lead}</p>
      {!session.person.email_verified_at && <p class="notice warn">{text.noAddress}</p>}
      <Card title={text.when}>
        <WhenLoaded result={settings}>{(loaded) => <SettingsForm settings={loaded} />}</WhenLoaded>
      </Card>
    </>
  )
}
