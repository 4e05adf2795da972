import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { breakpoints } from './build/breakpoints.ts';
import { compressFiles } from './build/compress-files.ts';
import { emblemIcons } from './build/emblem-icons.ts';
import { englishTexts } from './build/english-texts.ts';
import { interFonts } from './build/inter-fonts.ts';
import manifest from './package.json' with { type: 'json' };

/** Where `vite` sends /api while developing. */
const API_PROXY = process.env.API_PROXY ?? 'http://localhost:8080';

/** Schemas are built by calls, which would otherwise keep zod and every schema of a file in what is loaded first. */
const manualPureFunctions = ['z'];

export default defineConfig({
  plugins: [englishTexts(), react({ compiler: true }), breakpoints(), interFonts(), emblemIcons(), compressFiles()],
  define: { __BELFRY_VERSION__: JSON.stringify(manifest.version) },
  server: { proxy: { '/api': { target: API_PROXY, xfwd: true, ws: true }, '/audio': API_PROXY } },
  // The decoder of live pages is a file of its own, which is loaded with the first one.
  worker: { format: 'es', rolldownOptions: { treeshake: { manualPureFunctions } } },
  build: {
    target: 'es2023',
    // The policy of the api allows no inline data in scripts, and fonts are better cached as files.
    assetsInlineLimit: 0,
    // Every browser that this target names preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        manualPureFunctions,
        // Importing one export of a feature's index.ts must not load what the index exports besides.
        moduleSideEffects: [{ test: /web[\\/]src[\\/]features[\\/](?:[^\\/]+[\\/])+index\.ts$/, sideEffects: false }],
      },
      output: {
        // The first load names every file: shorter names are less to transfer, and 42 bits tell versions apart.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Without these two a screen would name a hundred files.
            { name: 'start', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 3 },
          ],
        },
      },
    },
  },
});
