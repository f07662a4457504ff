// The link that shows the same page in the other language.
import { useLocation } from 'preact-iso'
import { useCurrentUser } from '../api/current-user.tsx'
import { plinth } from '../api/plinth.ts'
import { PAGE_LANGUAGE } from '../language/choose-language.ts'

const OTHER = PAGE_LANGUAGE === 'fr' ? 'en' : 'fr'
const NAMES = { en: 'English', fr: 'Français' } as const

/** The server sets a cookie and chooses the text; a person's choice is also stored, for other devices and emails. */
export function LanguageSwitch() {
  const { session } = useCurrentUser()
  const { path } = useLocation()
  if (path === '/desk' || path.startsWith('/desk/')) return null
  const change = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (session) await storeChoice().catch(() => undefined)
    location.assign(pathInLanguage())
  }
  return (
    <a class="language" href={`?lang=${OTHER}`} hreflang={OTHER} lang={OTHER} onClick={change}>
      {NAMES[OTHER]}
    </a>
  )
}

function storeChoice(): Promise<unknown> {
  return plinth.request('PATCH', '/api/v1/sessions/current', { body: { language: OTHER } })
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
