// The link that shows the same page in the other language.
import { useLocation } from 'preact-iso'
import { PAGE_LANGUAGE } from './parts/choose-language.ts'

const OTHER = PAGE_LANGUAGE === 'fr' ? 'en' : 'fr'
const NAMES = { en: 'English', fr: 'Français' } as const

/** The server sets a cookie and chooses the text. */
export function LanguageSwitch() {
  const { path } = useLocation()
  if (path === '/desk' || path.startsWith('/desk/')) return null
  const change = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    location.assign(pathInLanguage())
  }
  return (
    <a class="language" href={`?lang=${OTHER}`} hreflang={OTHER} lang={OTHER} onClick={change}>
      {NAMES[OTHER]}
    </a>
  )
}

/** Keeps the query and the part after `#`, such as the playground's address. */
function pathInLanguage(): string {
  const url = new URL(location.href)
  url.searchParams.set('lang', OTHER)
  return url.pathname + url.search + url.hash
}

/** The server has set the cookie, so a copied URL shows each reader their own language. */
export function removeLanguageFromUrl(): void {
  const url = new URL(location.href)
  if (!url.searchParams.has('lang')) return
  url.searchParams.delete('lang')
  history.replaceState(history.state, '', url.pathname + url.search + url.hash)
}
