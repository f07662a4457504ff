// Shows all samples in the language that the reader chose last.

const STORED = 'plinth_sample_language'

export function rememberLanguage(): void {
  const inputs = [...document.querySelectorAll<HTMLInputElement>('.samples input')]
  const choose = (language: string) => {
    for (const input of inputs) if (input.value === language) input.checked = true
  }
  const stored = read()
  if (stored) choose(stored)
  for (const input of inputs)
    input.addEventListener('change', () => {
      // The page grows or shrinks above the reader, who should still see the same tabs.
      const before = input.getBoundingClientRect().top
      choose(input.value)
      scrollBy(0, input.getBoundingClientRect().top - before)
      localStorage.setItem(STORED, input.value)
    })
}

/** Browsers that block storage throw. */
function read(): string | null {
  try {
    return localStorage.getItem(STORED)
  } catch {
    return null
  }
}
