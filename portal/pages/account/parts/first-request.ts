// A call to paste into a shell: the key from the environment, something that the plan has.
export function firstRequest(key: string, features: readonly string[]): string {
  const path = features.includes('building_links')
    ? '/api/v1/building-links?address=%231203%20-1480%20howe'
    : '/api/v1/projects?city=Vancouver&limit=3'
  return `export PLINTH_KEY='${key}'
curl -s '${location.origin}${path}' \\
  -H "Authorization: Bearer $PLINTH_KEY"`
}
