import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

/** Where `vite` sends /api while developing. */
const API_PROXY = process.env.API_PROXY ?? 'http://localhost:8080';

/** Libraries that change together and rarely, so that a release of ours leaves them in the browser's cache. */
const VENDORS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
  { name: 'state', test: /node_modules[\\/](@reduxjs|react-redux|redux|immer|reselect|use-sync-external-store)[\\/]/ },
  { name: 'mantine', test: /node_modules[\\/](@mantine[\\/](core|hooks|notifications|form)|@floating-ui)[\\/]/ },
  { name: 'zod', test: /node_modules[\\/]zod[\\/]/ },
  { name: 'i18n', test: /node_modules[\\/](i18next|react-i18next)[\\/]/ },
  // Ours, but needed by every screen: one file instead of a dozen small ones. Phone numbers bring a large library.
  {
    name: 'house',
    test: /web[\\/]src[\\/](api|lib|mqtt|ui)[\\/]|schemas[\\/]src[\\/](?!domain[\\/]phone|http[\\/](registration|users-admin))/,
  },
];

export default defineConfig({
  plugins: [react({ compiler: true })],
  define: { __BELFRY_VERSION__: JSON.stringify(manifest.version) },
  server: { proxy: { '/api': { target: API_PROXY, xfwd: true }, '/audio': API_PROXY } },
  build: {
    target: 'es2023',
    // The policy of the api allows no inline data in scripts, and fonts are better cached as files.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: VENDORS,
        },
      },
    },
  },
});
