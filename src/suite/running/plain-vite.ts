/** Vite as it comes: nothing of the user's folder configures it, neither code (`postcss.config.*`) nor its `.env` files. */
export const plainVite = {
  logLevel: 'silent',
  clearScreen: false,
  envDir: false,
  css: { postcss: {} },
} as const
