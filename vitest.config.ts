import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const SERVERS = ['schemas', 'broker', 'api', 'device-firmware-sim', 'infra', 'tests/support', 'tests/run'];

export default defineConfig({
  test: {
    coverage: {
      provider: 'v8',
      include: ['{schemas,broker,api,device-firmware-sim,web}/src/**', 'infra/{local,speech-engine/src}/**'],
    },
    projects: [
      { test: { name: 'unit', include: SERVERS.map((folder) => `${folder}/**/*.test.ts`) } },
      {
        test: {
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: join(import.meta.dirname, 'web/src/testing/setup.ts'),
          // One context per file instead of one thread per file takes half of the processor time.
          pool: 'vmThreads',
        },
      },
      {
        test: {
          name: 'flows',
          include: ['tests/flows/**/*.test.ts'],
          globalSetup: 'tests/support/postgres-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        // Chaos tests kill processes and fill disks, so files run one at a time, each with its own Postgres.
        test: {
          name: 'chaos',
          include: ['tests/chaos/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
