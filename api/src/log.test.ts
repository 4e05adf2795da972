import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createLogger } from './log.ts';

const SECRET = 'wifi-secret-1';
/** As pg throws it: the fields that quote a row are its own enumerable ones. */
const databaseError = (): Error =>
  Object.assign(new Error(`invalid input syntax for type json: "${SECRET}"`), {
    code: '22P02',
    severity: 'ERROR',
    table: 'device_configs',
    detail: `Token "${SECRET}" is invalid.`,
    where: `JSON data, line 1: {"wifi_pass":${SECRET}`,
    internalQuery: `select '${SECRET}'`,
  });

function loggerWithLines() {
  let lines = '';
  const log = createLogger('trace', { write: (line) => void (lines += line) });
  return { log, lines: () => lines };
}

describe('an error of Postgres', () => {
  it('is logged without the values that it quotes, also by a child and as the cause of another', () => {
    const { log, lines } = loggerWithLines();
    log.error({ err: databaseError() }, 'as the err of a line');
    log.warn(databaseError());
    log.info({ err: databaseError(), part: 'http' });
    log.child({ part: 'ingest' }).warn({ err: databaseError(), batch: 'metrics' }, 'by a child');
    log.fatal({ err: new Error('outer', { cause: databaseError() }) }, 'as a cause');
    log.error({ err: new AggregateError([databaseError()], 'several') }, 'as one of several');
    expect(lines().match(/22P02/g)).toHaveLength(6);
    expect(lines()).toContain('device_configs');
    expect(lines()).not.toContain(SECRET);
  });
});

describe('a secret', () => {
  it.each([
    'authorization',
    'password',
    'currentPassword',
    'newPassword',
    'pass',
    'device_key',
    'user_key',
    'wifi_pass',
    'token',
    'challenge',
    'secret',
  ])('is redacted under the key %s, also in nested objects and by a child logger', (name) => {
    const { log, lines } = loggerWithLines();
    log.info({ [name]: SECRET }, 'in a line');
    log.info({ body: { [name]: SECRET } }, 'in an object');
    log.info({ request: { body: { [name]: SECRET } } }, 'in an object of an object');
    log.child({ part: 'jobs' }).info({ body: { [name]: SECRET } }, 'by a child');
    log.child({ [name]: SECRET }).info('of a child');
    expect(lines().trim().split('\n')).toHaveLength(5);
    expect(lines()).not.toContain(SECRET);
  });

  it('does not change the other fields', () => {
    const { log, lines } = loggerWithLines();
    log.info({ body: { email: 'a@b.test', password: SECRET } }, 'registered');
    expect(JSON.parse(lines())).toMatchObject({
      name: 'api',
      msg: 'registered',
      body: { email: 'a@b.test', password: '[redacted]' },
    });
  });
});

it('creates loggers in one file per process only', async () => {
  for (const [folder, own] of [
    ['./', 'log.ts'],
    ['../../broker/src/', 'log.ts'],
  ] as const) {
    const root = fileURLToPath(new URL(folder, import.meta.url));
    const files = (await readdir(root, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name));
    expect(files.length).toBeGreaterThan(20);
    for (const name of files) {
      const source = await readFile(join(root, name), 'utf8');
      if (name !== own) expect(source, name).not.toMatch(/\bpino\(|\bconsole\.(log|error|warn)/);
    }
  }
});
