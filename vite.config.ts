/** Builds the studio's pages to static files beside its server. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'studio/client',
  // Relative: the token stands in the path.
  base: './',
  plugins: [react()],
  // Emptied by scripts/remove-stale.ts: a studio that is open goes on with the files it knows while these are made anew.
  build: { outDir: '../../dist/studio/client', emptyOutDir: false, target: 'es2023', chunkSizeWarningLimit: 900 },
  logLevel: 'warn',
})
