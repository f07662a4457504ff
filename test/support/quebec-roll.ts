// Files in the layout of Québec's assessment rolls, with invented units.

export interface RollUnit {
  /** RL0101Ax, Bx, Cx, Ex, Gx, Hx, Ix by letter; several for several addresses. */
  readonly addresses: readonly Readonly<Record<string, string>>[]
  readonly matricule: string
  /** Other elements: `RL0311A`. */
  readonly [element: `RL0${string}`]: string
}

/** Planted in every unit; nothing may keep it. */
export const OWNER = 'Thistlewick'

export function rollUnit({ addresses, matricule, ...values }: RollUnit): string {
  const address = addresses.map(
    (parts) =>
      `<RL0101x>${Object.entries(parts)
        .map(([letter, value]) => `<RL0101${letter}x>${value}</RL0101${letter}x>`)
        .join('')}</RL0101x>`,
  )
  const [a, b, c] = matricule.split('-')
  const { RL0201U: status = '1', ...rest } = values as Readonly<Record<string, string>>
  const elements = Object.entries(rest).map(([name, value]) => `<${name}>${value}</${name}>`)
  return `<RLUEx>
  <RL0101>${address.join('')}</RL0101>
  <RL0104><RL0104A>${a}</RL0104A><RL0104B>${b}</RL0104B><RL0104C>${c}</RL0104C></RL0104>
  <RL0201><RL0201x><RL0201Ax>${OWNER}</RL0201Ax><RL0201Bx>Ada</RL0201Bx></RL0201x><RL0201U>${status}</RL0201U></RL0201>
  ${elements.join('')}
</RLUEx>`
}

export const rollFile = (units: readonly string[], code = '23027', year = 2026): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<RL xmlns:xsi="http://example.invalid"><VERSION>2.9</VERSION><RLM01A>${code}</RLM01A><RLM02A>${year}</RLM02A>\n${units.join('\n')}\n</RL>\n`

/** Five condominium units and a parking space. */
export const condominium = (street = 'DES LILAS', yearBuilt = '2016'): string[] =>
  ['101', '102', '201', '202', '301', ''].map((suite, n) =>
    rollUnit({
      addresses: [{ A: '1288', E: 'RU', G: street, H: 'O', ...(suite && { I: suite }) }],
      matricule: `7634-73-${2340 + n}`,
      RL0201U: '3',
      RL0105A: suite ? '1000' : '4621',
      RL0306A: '1',
      RL0307A: yearBuilt,
      RL0307B: 'R',
      ...(suite && { RL0311A: '1' }),
    }),
  )
