/** Builds the name of an environment variable: `lending`, `mainAccount`, `TOKEN` become `LENDING_MAIN_ACCOUNT_TOKEN`. */
export function variableName(...words: readonly string[]): string {
  const name = words
    .map((word) => word.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_'))
    .join('_')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '')
    .toUpperCase()
    // Avoid repetition: `accessToken` plus `TOKEN` becomes ACCESS_TOKEN.
    .replace(/(_[A-Z]+)\1$/, '$1')
  return /^[0-9]/.test(name) ? `_${name}` : name
}

/** Returns the environment variable for the base URL, if the description has no server. */
export function baseUrlVariable(api: string): string {
  return variableName(api, 'BASE_URL')
}
