// Pages that show the sandbox to everyone, whatever their plan: `?data=sandbox`.

const PARAMETER = 'data=sandbox'

/** The start page links to its results this way: they come from the sandbox for everyone. */
export const inSandbox = (path: string, hash = ''): string => `${path}?${PARAMETER}${hash === '' ? '' : `#${hash}`}`

export const isSandboxView = (): boolean => new URLSearchParams(location.search).get('data') === 'sandbox'
