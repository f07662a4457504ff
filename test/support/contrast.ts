// The contrast of all visible text of a page, by the formula of WCAG 2.1.
import type { Page } from 'playwright-core'

/**
 * Blends the background colours of each text and its ancestors. axe also looks at what overlaps a text and takes fifty times as
 * long; a thorough run uses it.
 */
const FAINT = `(() => {
  const [SMALL, LARGE] = [4.5, 3]
  const parse = (color) => {
    const [r, g, b, a = 1] = color.match(/[\\d.]+/g).map(Number)
    return color.startsWith('color(') ? [r * 255, g * 255, b * 255, a] : [r, g, b, a]
  }
  const over = ([r, g, b, a], below) => [r, g, b].map((value, i) => value * a + below[i] * (1 - a)).concat(1)
  const linear = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
  const canvas = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18, 1] : [255, 255, 255, 1]
  const known = new Map()
  /** The background, the opacity, and whether an image or a disabled control leaves the text out. */
  const ground = (element) => {
    if (!element) return { color: canvas, opacity: 1, out: false }
    let found = known.get(element)
    if (!found) {
      const below = ground(element.parentElement)
      const style = getComputedStyle(element)
      const out = below.out || style.backgroundImage !== 'none' || element.matches(':disabled, [aria-disabled=true], svg')
      found = { color: over(parse(style.backgroundColor), below.color), opacity: below.opacity * style.opacity, out }
      known.set(element, found)
    }
    return found
  }
  const faint = new Set()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    if (!texts.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue
    const { color, opacity, out } = ground(element)
    const style = getComputedStyle(element)
    const [r, g, b, a] = parse(style.color)
    const size = parseFloat(style.fontSize)
    if (out || a * opacity === 0 || element.getClientRects().length === 0) continue
    const [low, high] = [over([r, g, b, a * opacity], color), color].map(luminance).sort((x, y) => x - y)
    const ratio = (high + 0.05) / (low + 0.05)
    const isLarge = size >= 24 || (size >= 18.66 && style.fontWeight >= 700)
    if (ratio < (isLarge ? LARGE : SMALL)) faint.add(ratio.toFixed(2) + ': ' + element.outerHTML.slice(0, 160))
  }
  return [...faint]
})()`

/** The ratio and the element of each text that is too faint. */
export async function faintTexts(page: Page): Promise<string[]> {
  return (await page.evaluate(FAINT)) as string[]
}
