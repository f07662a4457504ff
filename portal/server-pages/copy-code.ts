// Adds a copy button to every code block.

export function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) block.append(buttonFor(block))
}

function buttonFor(block: HTMLElement): HTMLButtonElement {
  const { copy = '', copied = '' } = block.dataset
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'second small copy'
  button.textContent = copy
  button.setAttribute('aria-live', 'polite')
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '')
    button.textContent = copied
    setTimeout(() => {
      button.textContent = copy
    }, 2000)
  })
  return button
}
