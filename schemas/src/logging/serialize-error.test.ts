import { expect, it } from 'vitest';
import { serializeError } from './serialize-error.ts';

const SECRET = 'wifi-secret-1';
const withFields = (message: string, fields: object): Error => Object.assign(new Error(message), fields);

it('omits the values that Postgres quotes from rows and statements', () => {
  const error = withFields('value too long', {
    severity: 'ERROR',
    code: '22001',
    table: 'device_configs',
    constraint: 'a_check',
    detail: `Failing row contains (${SECRET})`,
    where: `JSON data, line 1: {"wifi_pass":"${SECRET}"`,
    internalQuery: `select '${SECRET}'`,
    hint: SECRET,
    parameters: [SECRET],
    query: SECRET,
  });
  expect(JSON.stringify(serializeError(error))).not.toContain(SECRET);
  expect(serializeError(error)).toMatchObject({
    type: 'Error',
    message: 'value too long',
    code: '22001',
    severity: 'ERROR',
    table: 'device_configs',
    constraint: 'a_check',
  });
});

it.each([
  ['22P02', `invalid input syntax for type integer: "${SECRET}"`],
  ['22007', `invalid input syntax for type timestamp: "a "quoted" ${SECRET}"`],
  ['22003', `value "${SECRET}" is out of range for type integer`],
])('removes the value from message and stack of %s', (code, message) => {
  const error = withFields(message, { code, severity: 'ERROR' });
  const logged = serializeError(error) as { message: string; stack: string };
  expect(JSON.stringify(logged)).not.toContain(SECRET);
  expect(logged.message).toContain('"…"');
  expect(logged.stack).toContain('serialize-error.test.ts');
});

it('removes the text from an error of JSON.parse', () => {
  for (const text of [`{"pass": ${SECRET}}`, SECRET, `["${SECRET}`]) {
    let thrown: unknown;
    try {
      JSON.parse(text);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(SyntaxError);
    for (const part of ['wifi', 'secret']) expect(JSON.stringify(serializeError(thrown))).not.toContain(part);
  }
});

it('keeps names in messages without values', () => {
  const error = withFields('column "user_id" does not exist', { code: '42703' });
  expect(serializeError(error)).toMatchObject({ message: 'column "user_id" does not exist', code: '42703' });
});

it('handles causes and aggregated errors in the same way, and limits long chains', () => {
  const postgres = withFields('bad', { code: '22P02', detail: SECRET });
  const chain = new Error('outer', { cause: new AggregateError([postgres, SECRET.length], 'several') });
  const logged = serializeError(chain);
  expect(JSON.stringify(logged)).not.toContain(SECRET);
  expect(logged).toMatchObject({ cause: { message: 'several', errors: [{ code: '22P02' }, { type: 'number' }] } });
  const loop = new Error('loop');
  loop.cause = loop;
  expect(JSON.stringify(serializeError(loop)).length).toBeLessThan(20_000);
});

it('returns other values unchanged', () => {
  expect(serializeError('text')).toBe('text');
  expect(serializeError(undefined)).toBeUndefined();
});
