// Text of the header and footer of server-rendered pages, as in the portal.
import type { InLanguages } from '../../kernel/language.ts'

interface FrameText {
  readonly skip: string
  readonly main: string
  readonly playground: string
  readonly explore: string
  readonly plans: string
  readonly docs: string
  readonly desk: string
  readonly account: string
  readonly signIn: string
  readonly signOut: string
  readonly signUp: string
  readonly tagline: string
  readonly guides: string
  readonly reference: string
  readonly openapi: string
  readonly status: string
}

export const FRAME_TEXT: InLanguages<FrameText> = {
  en: {
    skip: 'Skip to main content',
    main: 'Main navigation',
    playground: 'Playground',
    explore: 'Explore',
    plans: 'Plans',
    docs: 'Docs',
    desk: 'Desk',
    account: 'Account',
    signIn: 'Sign in',
    signOut: 'Sign out',
    signUp: 'Get a key',
    tagline: 'Which building is this listing in?',
    guides: 'Guides',
    reference: 'API reference',
    openapi: 'OpenAPI',
    status: 'Status',
  },
  fr: {
    skip: 'Aller au contenu principal',
    main: 'Navigation principale',
    playground: 'Banc d’essai',
    explore: 'Explorer',
    plans: 'Forfaits',
    docs: 'Documentation',
    desk: 'Bureau',
    account: 'Compte',
    signIn: 'Se connecter',
    signOut: 'Se déconnecter',
    signUp: 'Obtenir une clé',
    tagline: 'Dans quel immeuble se trouve cette inscription ?',
    guides: 'Guides',
    reference: 'Référence de l’API',
    openapi: 'OpenAPI',
    status: 'État du service',
  },
}
