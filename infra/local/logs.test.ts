import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLog } from './logs.ts';
import { createThrottle, summarise } from './terminal.ts';

it('keeps two files of limited size', () => {
  const dir = mkdtempSync(join(tmpdir(), 'belfry-logs-'));
  const log = openLog(join(dir, 'api.log'), 1_000);
  for (let line = 0; line < 200; line += 1) log.write('x'.repeat(99));
  log.close();
  const sizes = readdirSync(dir).map((file) => [file, statSync(join(dir, file)).size <= 1_100]);
  expect(Object.fromEntries(sizes)).toEqual({ 'api.log': true, 'api.log.1': true });
  rmSync(dir, { recursive: true });
});

it('prints warnings and errors of a process in one line, and no lower levels', () => {
  expect(summarise('api', '{"level":30,"msg":"listening"}')).toBeUndefined();
  expect(summarise('api', 'plain text')).toBeUndefined();
  expect(summarise('api', '{"level":40,"msg":"slow"}')).toBe('api warning: slow');
  expect(summarise('api', '{"level":50,"msg":"query failed","err":{"message":"terminated"}}')).toBe(
    'api error: query failed: terminated',
  );
});

it('prints a repeated line once in ten seconds', () => {
  let now = 0;
  const isNew = createThrottle(() => now);
  expect([isNew('a'), isNew('a'), isNew('b')]).toEqual([true, false, true]);
  now = 10_000;
  expect(isNew('a')).toBe(true);
});
