// Fills the reader's test key into the samples.
import { readTestKey, storeTestKey } from '../api/test-key.ts'

/** How a sample names the key, and how it looks when it is filled in. */
const NAMES: readonly (readonly [RegExp, (key: string) => string])[] = [
  [/\$PLINTH_API_KEY\b/g, (key) => key],
  [/process\.env\.PLINTH_API_KEY!?/g, (key) => `'${key}'`],
  [/os\.environ\["PLINTH_API_KEY"\]/g, (key) => `"${key}"`],
]

const originals = new Map<Element, string>()

export function fillTestKey(): void {
  fill(readTestKey())
  const form = document.querySelector<HTMLFormElement>('form.test-key')
  const input = form?.querySelector('input')
  if (!form || !input) return
  form.hidden = false
  show(form, readTestKey())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const key = input.value.trim()
    input.setCustomValidity(/^pl_test_[\w-]{20,}$/.test(key) ? '' : (form.dataset.invalid ?? ''))
    if (!form.reportValidity()) return
    use(form, key)
  })
  input.addEventListener('input', () => input.setCustomValidity(''))
  form.querySelector('button[type=button]')?.addEventListener('click', () => use(form, null))
}

function use(form: HTMLFormElement, key: string | null): void {
  storeTestKey(key)
  fill(key)
  show(form, key)
}

/** Shows the field, or that the samples contain the key. */
function show(form: HTMLFormElement, key: string | null): void {
  for (const part of form.querySelectorAll<HTMLElement>('[data-when]'))
    part.hidden = (part.dataset.when === 'filled') !== (key !== null)
  form.reset()
}

function fill(key: string | null): void {
  for (const code of document.querySelectorAll('.docs-main pre code')) {
    const original = originals.get(code) ?? code.textContent ?? ''
    originals.set(code, original)
    const text = key === null ? original : NAMES.reduce((now, [name, as]) => now.replace(name, () => as(key)), original)
    if (text !== code.textContent) code.textContent = text
  }
}
