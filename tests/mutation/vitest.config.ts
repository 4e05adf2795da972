import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { TAGS } from '../tags.ts';
import { type Area, type AreaName, AREAS } from './areas.ts';

const { tests, environment = 'node' }: Area = AREAS[process.env['AREA'] as AreaName];

export default defineConfig({
  test: {
    root: resolve(import.meta.dirname, '../..'),
    include: [...tests],
    globalSetup: 'tests/support/postgres/postgres-setup.ts',
    tags: TAGS,
    environment,
    // As in the other runs, Node loads the modules of the servers itself, and the files of a worker share them: each of a thousand mutants would
    // load them anew for each file. The console needs Vite.
    ...(environment === 'node' && { isolate: false, experimental: { viteModuleRunner: false } }),
    // Most mutants that are detected make a test wait: it fails before Stryker ends its process, which would have to load everything anew.
    testTimeout: 8_000,
    hookTimeout: 30_000,
  },
});
