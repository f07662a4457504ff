// The routes of pages that the server renders.
import type { Route } from '../server/route.ts'
import { route } from '../server/route.ts'
import * as emailLinks from './email-link-pages.tsx'
import * as invitationPages from './invitation-pages.tsx'
import * as pages from './sign-in-pages.tsx'
import { statusPage } from './status-page.tsx'

// biome-ignore format: a table is read by its columns
export const pagesRoutes: readonly Route[] = [
  route('GET',    '/sign-in',             pages.signInPage),
  route('POST',   '/sign-in',             pages.signIn),
  route('GET',    '/sign-out',            pages.signOutPage),
  route('POST',   '/sign-out',            pages.signOut),
  route('GET',    '/reset',               emailLinks.resetPage),
  route('POST',   '/reset',               emailLinks.reset),
  route('GET',    '/reset/{token}',       emailLinks.newPasswordPage),
  route('POST',   '/reset/{token}',       emailLinks.newPassword),
  route('GET',    '/verify/{token}',      emailLinks.verifyPage),
  route('POST',   '/verify/{token}',      emailLinks.verify),
  route('GET',    '/invitations/{token}', invitationPages.invitationPage),
  route('POST',   '/invitations/{token}', invitationPages.acceptInvitation),
  route('GET',    '/status',              statusPage),
]
