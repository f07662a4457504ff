// What a page shows as text, and what does not fit. Runs in the browser.
import type { Page } from 'playwright-core'

/** Data, code and what people typed stay in their own language. */
const DATA = 'pre, code, script, style, textarea, .description, .attributions, .gallery, .timeline, .costs, body [lang]'

/** Visible text, and the names that screen readers speak. */
export async function wordsOn(page: Page): Promise<string[]> {
  return (await page.evaluate(`(() => {
    const words = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement.closest(${JSON.stringify(DATA)})) words.push(node.data)
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      if (!element.closest(${JSON.stringify(DATA)}))
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) words.push(element.getAttribute(name) ?? '')
    return words.map((text) => text.replaceAll('\\u00a0', ' ').trim()).filter((text) => text !== '')
  })()`)) as string[]
}

/** Makes every text 35 % longer, as a translation may be. */
export async function lengthenText(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const nodes = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node)
    for (const node of nodes) {
      const letters = node.data.trim().length
      if (letters === 0 || node.parentElement.closest('pre, code, script, style, textarea, svg, option')) continue
      node.data = node.data.trimEnd() + ' ' + 'lorem ipsum '.repeat(letters).slice(0, Math.ceil(letters * 0.35)).trim()
    }
  })()`)
}

/** Buttons, tabs and badges whose text is cut or leaves the window, and the page if it scrolls sideways. */
export async function overflowsOn(page: Page): Promise<string[]> {
  return (await page.evaluate(`(() => {
    const found = []
    if (document.documentElement.scrollWidth > innerWidth) found.push('page: ' + document.documentElement.scrollWidth)
    const clips = (element) => element !== null && element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || clips(element.parentElement))
    for (const element of document.querySelectorAll('button, a.button, .badge, nav a, h1, h2, h3, label, dt')) {
      const { left, right, width } = element.getBoundingClientRect()
      if (width <= 1 || clips(element.parentElement) || element.matches('.skip, .hidden')) continue
      const isCut = element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible'
      if (isCut || right > innerWidth + 1 || left < -1)
        found.push(element.tagName + ': ' + element.textContent.slice(0, 60))
    }
    return found
  })()`)) as string[]
}
