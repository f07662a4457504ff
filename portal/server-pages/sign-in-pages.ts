// The script of pages with a password field: a button that shows what was typed.

/** The server writes the button's text in the language of the page. */
function addButton(input: HTMLInputElement): void {
  const { show = '', hide = '', showLabel = '', hideLabel = '' } = input.dataset
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'second show-password'
  button.textContent = show
  button.ariaLabel = showLabel
  button.addEventListener('click', () => {
    const isShown = input.type === 'text'
    input.type = isShown ? 'password' : 'text'
    button.textContent = isShown ? show : hide
    button.ariaLabel = isShown ? showLabel : hideLabel
  })
  const box = document.createElement('span')
  box.className = 'password'
  input.replaceWith(box)
  box.append(input, button)
}

for (const input of document.querySelectorAll<HTMLInputElement>('input[data-show]')) addButton(input)
