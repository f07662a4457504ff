// Chooses the date that the page shows; today by default.
import { text } from './text.ts'

export function AsOf({ date, onChange }: { date: string | null; onChange: (date: string | null) => void }) {
  const today = new Date().toISOString().slice(0, 10)
  return (
    <span class="as-of">
      <label class="inline">
        {text.asOf}
        <input
          type="date"
          value={date ?? ''}
          max={today}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      </label>
      {date && (
        <button type="button" class="plain" onClick={() => onChange(null)}>
          {text.asOfNow}
        </button>
      )}
    </span>
  )
}
