import { AREAS } from './areas.ts';

/** `AREA=policies npm run test:mutation`; `-- --mutate FILE` mutates only this file, `-- --force` forgets earlier results. */
const name = process.env.AREA ?? 'policies';
const area = AREAS[name];
if (!area) throw new Error(`AREA is one of ${Object.keys(AREAS).join(', ')}`);

export default {
  testRunner: 'vitest',
  symlinkNodeModules: false,
  buildCommand: `node tests/mutation/link-workspaces.ts ${process.cwd()}`,
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
  mutate: [...area.mutate, '!**/*.test.ts', '!**/testing/**'],
  // Most string literals are log messages and error texts, which the tests do not check.
  mutator: { excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 15_000,
  thresholds: { high: 90, low: 80, break: 80 },
  reporters: ['clear-text', 'progress-append-only'],
  incremental: true,
  incrementalFile: `node_modules/.cache/mutation/${name}.json`,
  ignorePatterns: ['**/dist', '/data', '/docs', '/coverage', '/tests/browser/results'],
};
