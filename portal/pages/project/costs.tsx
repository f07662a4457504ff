// Costs other than the price: deposit, fees, parking, lockers and incentives.
import type { Project } from '../../../src/http/api-types.ts'
import { fill, LOCALE } from '../../language/choose-language.ts'
import { formatDate, formatMoney, formatPercent, NO_VALUE } from '../../language/format.ts'
import { phraseInPageLanguage } from '../../language/phrases.ts'
import { Details } from '../../parts/records.tsx'
import { text } from './text.ts'

const perSqft = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'CAD' })

function Deposit({ deposit: { total_percent, instalments } }: { deposit: NonNullable<Project['deposit']> }) {
  const formatInstalment = (percent: number | null, amount: number | null) =>
    percent !== null ? formatPercent(percent / 100) : formatMoney(amount)
  return (
    <div>
      <h3>{fill(text.deposit, { total: formatPercent(total_percent / 100) })}</h3>
      <ol class="row instalments">
        {instalments.map(({ percent, amount, due }, i) => (
          <li key={i} style={{ flexGrow: Math.max(1, percent ?? 1) }}>
            <strong class="block">{formatInstalment(percent, amount)}</strong>
            <span>{phraseInPageLanguage(due)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function formatSpot(spot: NonNullable<Project['parking']>): string {
  if (!spot.available) return text.notAvailable
  const parts = [
    spot.price === null ? null : formatMoney(spot.price),
    spot.monthly_fee === null ? null : fill(text.monthly, { fee: formatMoney(spot.monthly_fee) }),
  ]
  return parts.filter((part) => part !== null).join(', ') || NO_VALUE
}

function describeFee({ amount_per_sqft, includes }: NonNullable<Project['maintenance_fee']>): string {
  const fee = fill(text.feePerSqft, { amount: perSqft.format(amount_per_sqft) })
  return includes.length === 0
    ? fee
    : `${fee}, ${fill(text.includes, { what: includes.map(phraseInPageLanguage).join(', ') })}`
}

export function hasCosts({ deposit, maintenance_fee, parking, locker, incentives }: Project): boolean {
  return Boolean(deposit || maintenance_fee || parking || locker || incentives.length > 0)
}

export function Costs({ project }: { project: Project }) {
  const { deposit, maintenance_fee: fee, parking, locker, incentives } = project
  return (
    <div class="card stack costs">
      {deposit && <Deposit deposit={deposit} />}
      <Details
        rows={[
          fee && [text.fees, describeFee(fee)],
          parking && [text.parking, formatSpot(parking)],
          locker && [text.locker, formatSpot(locker)],
        ]}
      />
      {incentives.length > 0 && (
        <div>
          <h3>{text.incentives}</h3>
          <ul>
            {incentives.map(({ title, value, valid_to }) => (
              <li key={title}>
                {phraseInPageLanguage(title)}
                {value !== null && `, ${fill(text.worth, { value: formatMoney(value) })}`}
                {valid_to && <span class="quiet"> {fill(text.validTo, { date: formatDate(valid_to) })}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
