// oidc-provider, imported by its parts: its main module warns on Node 20, where the parts we use are tested.
// The version is pinned, so the paths are stable.
import type * as Library from 'oidc-provider'
// @ts-expect-error the types cover only the main module
import * as libraryErrors from 'oidc-provider/lib/helpers/errors.js'
// @ts-expect-error the types cover only the main module
import * as libraryPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js'
// @ts-expect-error the types cover only the main module
import { Provider as LibraryProvider } from 'oidc-provider/lib/provider.js'

export const Provider: typeof Library.default = LibraryProvider
export type Provider = Library.default
export const errors: typeof Library.errors = libraryErrors
export const interactionPolicy: typeof Library.interactionPolicy = libraryPolicy
