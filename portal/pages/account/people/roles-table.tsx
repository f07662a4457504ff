// A table of what each account role may do.
import { text } from './text.ts'

const ROLES = ['owner', 'developer', 'viewer'] as const

const MAY: Readonly<Record<keyof typeof text.permissions, number>> = {
  read: 3,
  lookUp: 3,
  listings: 2,
  webhooks: 2,
  keys: 2,
  people: 1,
  plan: 1,
}

export function RolesTable() {
  const rows = Object.entries(MAY) as [keyof typeof text.permissions, number][]
  return (
    <section class="card">
      <h2>{text.table}</h2>
      <section class="scroll" tabIndex={0} aria-label={text.table}>
        <table class="roles">
          <thead>
            <tr>
              <th scope="col">{text.may}</th>
              {ROLES.map((role) => (
                <th key={role} scope="col">
                  {text.roles[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([permission, roles]) => (
              <tr key={permission}>
                <th scope="row">{text.permissions[permission]}</th>
                {ROLES.map((role, i) => (
                  <td key={role} class={i < roles ? 'may' : 'soft may-not'}>
                    <span class="answer">{i < roles ? text.yes : text.no}</span>
                    <span class="who">{text.roles[role]}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
