/** Vite options that ignore the user's configuration: neither code (`postcss.config.*`) nor `.env` files are loaded. */
export const plainVite = {
  logLevel: 'silent',
  clearScreen: false,
  envDir: false,
  css: { postcss: {} },
} as const
