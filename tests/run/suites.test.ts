import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { check, playwright, repeatFiles, vitest } from './suites.ts';

const MODULES = resolve(import.meta.dirname, '../../node_modules');
const NEVER = AbortSignal.any([]);
/** Includes the start of the tool. */
const SLOW_START_MS = 60_000;

let folder: string;
let progress: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-suites-'));
  progress = join(folder, 'progress.jsonl');
  symlinkSync(MODULES, join(folder, 'node_modules'));
  vi.stubEnv('PATH', [join(MODULES, '.bin'), process.env['PATH']].join(delimiter));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);

/** A limit that aborts once so many tests have passed. */
function abortAfter(passed: number): AbortSignal {
  const limit = new AbortController();
  const recorded = (): number =>
    existsSync(progress)
      ? readFileSync(progress, 'utf8')
          .split('\n')
          .filter((line) => line.includes('passed')).length
      : 0;
  void vi
    .waitFor(() => expect(recorded()).toBe(passed), { timeout: SLOW_START_MS, interval: 20 })
    .then(() => limit.abort());
  return limit.signal;
}

const TESTS = (tool: string) =>
  `
import { test } from '${tool}';
test('one', () => {});
test('two', () => {});
test('hangs', () => new Promise(() => {}), ${tool === 'vitest' ? 600_000 : ''});
`.replace(', )', ')');

describe('vitest', { timeout: SLOW_START_MS }, () => {
  it('counts passed tests when its limit aborts it, and all others as failed', async () => {
    write(
      'a.test.ts',
      TESTS('vitest').replace("test('hangs', ()", "test.skip('left out', () => {});\ntest('hangs', ()"),
    );
    const outcome = await vitest(['--root', folder], progress, abortAfter(2));
    expect(outcome).toMatchObject({ passed: 2, failed: 2, output: expect.stringContaining('longer than its limit') });
  });

  it('counts failures, skipped tests, and files that cannot be loaded as failed, and names each with its error', async () => {
    write('a.test.ts', "import { test } from 'vitest';\ntest('one', () => {});\ntest.skip('two', () => {});\n");
    write(
      'b.test.ts',
      "import { test } from 'vitest';\ntest(\"it's (3)\", () => { throw new Error('no\\nmore'); });\n",
    );
    write('c.test.ts', "throw new Error('not loadable');\n");
    write(
      'd.test.ts',
      "import { beforeAll, test } from 'vitest';\nbeforeAll(() => { throw new Error('no start'); });\ntest('four', () => {});\n",
    );
    const { passed, failed, failures, repeatable } = await vitest(['--root', folder], progress, NEVER);
    expect({ passed, failed }).toEqual({ passed: 1, failed: 4 });
    expect(failures.map(({ name, error }) => `${name.replace(/.*\//, '')}: ${error}`).toSorted()).toEqual([
      "b.test.ts › it's (3): no",
      'c.test.ts: not loadable',
      'd.test.ts: no start',
    ]);
    expect(failures.find(({ error }) => error === 'no')?.command).toMatch(/b\.test\.ts -t 'it'\\''s \\\(3\\\)'$/);
    expect(repeatable).toHaveLength(4);
  });

  it('counts no test that its project leaves out by its tag', async () => {
    write('vitest.config.mjs', "export default { test: { tags: [{ name: 'full' }], tagsFilter: ['!full'] } };\n");
    write(
      'a.test.ts',
      "import { test } from 'vitest';\ntest('one', () => {});\ntest('two', { tags: ['full'] }, () => {});\n",
    );
    // Joined, because vitest would find it in this file as well.
    const ofFile = `/** ${['@module', 'tag'].join('-')} full */`;
    write('b.test.ts', `${ofFile}\nimport { test } from 'vitest';\ntest('three', () => {});\n`);
    const outcome = await vitest(['--root', folder], progress, NEVER);
    expect(outcome).toMatchObject({ passed: 1, failed: 0, failures: [] });
  });

  it('repeats files alone', async () => {
    const flag = join(folder, 'was-here');
    const fails = `import { existsSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
test('passes the second time', () => {
  if (existsSync('${flag}')) return;
  writeFileSync('${flag}', '');
  throw new Error('the first time');
});`;
    write('a.test.ts', fails);
    write('b.test.ts', "import { test } from 'vitest';\ntest('passes', () => {});\n");
    const first = await vitest(['--root', folder], progress, NEVER);
    expect(first).toMatchObject({ passed: 1, failed: 1 });
    const second = await repeatFiles(['--root', folder])(first.repeatable, `${progress}.again`, NEVER);
    expect(second).toMatchObject({ passed: 1, failed: 0, repeatable: [] });
  });
});

describe('playwright', { timeout: SLOW_START_MS }, () => {
  const CONFIG =
    "export default { testDir: '.', testMatch: '*.spec.ts', workers: 1, timeout: 0, outputDir: './out' };\n";

  it('counts passed tests when its limit aborts it, and all others as failed', async () => {
    write('playwright.config.ts', CONFIG);
    write('a.spec.ts', `${TESTS('@playwright/test')}test('never reached', () => {});\n`);
    const outcome = await playwright(['--config', join(folder, 'playwright.config.ts')], progress, abortAfter(2));
    expect(outcome).toMatchObject({ passed: 2, failed: 2, output: expect.stringContaining('longer than its limit') });
  });
});

describe('a check', () => {
  it('fails when its limit aborts it, and names the command that repeats it', async () => {
    expect(await check('lint', AbortSignal.abort())).toMatchObject({
      passed: 0,
      failed: 1,
      failures: [{ name: 'lint', command: 'npm run lint' }],
    });
  });
});
