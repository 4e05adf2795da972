import { expect, it } from 'vitest';
import { z } from 'zod';
import { checkAnswer } from './check-answer.ts';
import { routeWith } from './route.ts';

const { spec } = routeWith()(
  { method: 'get', path: '/x', summary: 'x', access: 'public', answer: z.strictObject({ at: z.iso.datetime() }) },
  () => ({ at: new Date(0) }),
);

it('accepts an answer that matches the declared schema', () => {
  expect(() => checkAnswer(spec, '{"at":"1970-01-01T00:00:00.000Z"}')).not.toThrow();
});

it('names the route whose answer does not match', () => {
  expect(() => checkAnswer(spec, '{"at":"1970-01-01T00:00:00.000Z","password_hash":"x"}')).toThrow('get /x');
  expect(() => checkAnswer(spec, '{"at":"yesterday"}')).toThrow('get /x');
});
