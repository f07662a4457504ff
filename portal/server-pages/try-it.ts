// Sends the sample request of an operation with the reader's test key, and shows the response.
import { readTestKey } from '../api/test-key.ts'

const MAX_CHARACTERS = 20_000

export function addTryIt(): void {
  const forms = [...document.querySelectorAll<HTMLFormElement>('form.try-it')]
  const show = () => {
    for (const form of forms) form.hidden = readTestKey() === null
  }
  show()
  // The form of the key stores it first.
  document.querySelector('form.test-key')?.addEventListener('click', () => setTimeout(show))
  document.querySelector('form.test-key')?.addEventListener('submit', () => setTimeout(show))
  for (const form of forms)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(form)
    })
}

async function send(form: HTMLFormElement): Promise<void> {
  const output = outputOf(form)
  const headers = { authorization: `Bearer ${readTestKey()}` }
  const response = await fetch(form.action, { headers, credentials: 'omit' }).catch(() => null)
  const text = response ? await response.text() : (form.dataset.failed ?? '')
  output.textContent = response ? `${response.status}\n${readable(text)}` : text
}

function outputOf(form: HTMLFormElement): HTMLElement {
  const found = form.querySelector<HTMLElement>('pre')
  if (found) return found
  const output = document.createElement('pre')
  output.tabIndex = 0
  output.setAttribute('role', 'status')
  form.append(output)
  return output
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, MAX_CHARACTERS)
  } catch {
    return text.slice(0, MAX_CHARACTERS)
  }
}
