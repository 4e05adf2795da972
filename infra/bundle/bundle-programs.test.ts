import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../local/paths.ts';
import { bundlePrograms } from './bundle-programs.ts';

const CACHE = join(ROOT, 'node_modules/.cache');
const SOURCES = join(ROOT, 'infra/bundle/testing');
let folder: string;
beforeAll(() => {
  mkdirSync(CACHE, { recursive: true });
  folder = mkdtempSync(join(CACHE, 'belfry-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('bundles a program and its thread, which still know where their sources are, as do stacks', async () => {
  await bundlePrograms(folder, ['infra/bundle/testing/program.ts']);
  const programs = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  expect(programs.sort()).toEqual(['infra.bundle.testing.answer.worker.mjs', 'infra.bundle.testing.program.mjs']);
  const program = join(folder, 'infra.bundle.testing.program.mjs');
  const said: unknown = JSON.parse(
    execFileSync(process.execPath, ['--enable-source-maps', program], { encoding: 'utf8' }),
  );
  expect(said).toEqual({
    answer: 'from ing/answer.worker.ts',
    beside: true,
    url: pathToFileURL(join(SOURCES, 'program.ts')).href,
    stack: expect.stringMatching(/^Error: of the test\n {4}at failAt \(.*infra\/bundle\/testing\/fail\.ts:6:/),
  });
});

it('runs the sources, and says so, where bundles cannot be stored', () => {
  const script = `import('${join(ROOT, 'infra/local/bundles.js')}').then(({ openBundles }) => console.log(openBundles('/dev/null/bundles')))`;
  expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })).toMatch(
    /^bundling the servers\nthe servers run from their sources, because they could not be bundled: .*\/dev\/null.*\nnull\n$/,
  );
});
