import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = resolve(import.meta.dirname, '../..');

/**
 * The workspaces under mutation. Stryker works on a copy of the tree whose node_modules is a link to the original:
 * without these aliases a workspace would import the unmutated source of another.
 */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@belfry\/(schemas|broker|api|device-firmware-sim)\/(.+)$/, replacement: `${root}/$1/src/$2.ts` },
      { find: /^@belfry\/infra\/(.+)$/, replacement: `${root}/infra/$1.ts` },
    ],
  },
  test: {
    root,
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[],
    environment: process.env['MUTATION_ENVIRONMENT'] ?? 'node',
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
