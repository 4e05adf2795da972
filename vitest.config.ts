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
          // A context per file instead of a thread per file: half of the processor time.
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
        // They kill processes and fill disks: each file has the machine, and its own Postgres, to itself.
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
