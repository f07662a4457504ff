// The authorization server we build on, taken in by its parts: its front door prints a warning on the older of our two
// runtimes, where everything of it that we use was tried. The version is pinned, so the parts stay where they are.
import type * as Library from 'oidc-provider'
// @ts-expect-error its types describe the front door only
import * as libraryErrors from 'oidc-provider/lib/helpers/errors.js'
// @ts-expect-error its types describe the front door only
import * as libraryPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js'
// @ts-expect-error its types describe the front door only
import { Provider as LibraryProvider } from 'oidc-provider/lib/provider.js'

export const Provider: typeof Library.default = LibraryProvider
export type Provider = Library.default
export const errors: typeof Library.errors = libraryErrors
export const interactionPolicy: typeof Library.interactionPolicy = libraryPolicy
