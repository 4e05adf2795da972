import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkText } from './mount.ts';

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

it.each([
  ['NUL', { note: 'a\0b' }, 'note'],
  ['a high surrogate alone', { a: [{ name: 'x\ud83d' }] }, 'a.0.name'],
  ['a low surrogate alone', { a: '\ude00x' }, 'a'],
  ['surrogates in the wrong order', { a: '\ude00\ud83d' }, 'a'],
])('refuses %s and names the field', (_name, body, path) => {
  expect(() => checkText('body', body)).toThrow(
    expect.objectContaining({ code: 'invalid_input', details: [{ path, message: expect.stringContaining(path) }] }),
  );
});

it('refuses such characters in names of fields, and in a body that is one text', () => {
  expect(() => checkText('body', { 'a\0': 1 })).toThrow('The body has a name');
  expect(() => checkText('query', { 'a\ud800': 1 })).toThrow('The query has a name');
  expect(() => checkText('body', '\ud800')).toThrow('The body must not contain');
  expect(() => checkText('params', { serial: '\0' })).toThrow('serial must not contain');
});

it('refuses nesting past 64 levels, however deep', () => {
  expect(() => checkText('body', nested(64))).not.toThrow();
  expect(() => checkText('body', nested(65))).toThrow('nested deeper than 64 levels');
  expect(() => checkText('body', nested(5_000))).toThrow('nested deeper than 64 levels');
});

it('accepts every text that Postgres can store, and values without text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.string({ unit: 'grapheme' }), (value, text) => {
      const body = { value, text: text.replaceAll('\0', '') };
      if (!JSON.stringify(body).includes(String.raw`\u0000`)) checkText('body', body);
    }),
  );
  for (const input of [undefined, null, 7, true, '😀 and \\u0000 in words']) checkText('body', input);
});
