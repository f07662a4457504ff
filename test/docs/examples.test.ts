// The recorded examples: one for every operation, valid by its schema, without secrets.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { exampleOf } from '../../src/http/reference/recorded-examples.ts'
import { routes } from '../../src/http/routes.ts'
import { shorten, withoutSecrets } from './shorten-example.ts'

const TEXT = readFileSync('docs/examples.json', 'utf8')
const documented = routes.filter(({ operation }) => !operation.hidden)

/** Operations that were added after the last recording fail here: run `npm run docs:examples`. */
it('every operation has a recorded response that its schema accepts', () => {
  const wrong: string[] = []
  for (const { operation } of documented) {
    const { id, response } = operation
    const example = exampleOf(id)
    if (example?.status !== response.status) wrong.push(`${id}: status ${example?.status}`)
    else if (response.schema) {
      const parsed = response.schema.safeParse(example.body)
      if (!parsed.success)
        wrong.push(`${id}: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`)
    }
  }
  expect(wrong).toEqual([])
})

it('only operations of this version have an example', () => {
  const ids = routes.map(({ operation }) => operation.id)
  expect(Object.keys(JSON.parse(TEXT)).filter((id) => !ids.includes(id))).toEqual([])
})

it('contain no secrets and nothing of the machine that recorded them', () => {
  expect(withoutSecrets(TEXT)).toBe(TEXT)
  expect(TEXT).not.toMatch(/\/tmp\/|127\.0\.0\.1|localhost|9007199254740991/)
})

it('shortening keeps the first records, values and lines', () => {
  expect(shorten({ data: [{ a: 1 }, { a: 2 }, { a: 3 }], tags: [1, 2, 3, 4, 5, 6, 7], note: 'x'.repeat(400) })).toEqual(
    {
      data: [{ a: 1 }, { a: 2 }],
      tags: [1, 2, 3, 4, 5, 6],
      note: `${'x'.repeat(300)}…`,
    },
  )
  expect(shorten('1\n2\n3\n4\n5\n6\n7\n')).toBe('1\n2\n3\n4\n5\n6\n…')
})

it('removing secrets replaces keys, secrets and signatures', () => {
  const secret = 'a1B2'.repeat(10)
  const text = `{"key": "pl_test_${secret}", "secret": "whsec_${secret}", "client_secret": "${secret}", "url": "x?signature=${secret}"}`
  expect(withoutSecrets(text)).not.toContain('a1B2')
})
