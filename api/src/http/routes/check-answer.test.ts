import { expect, it } from 'vitest';
import { endpoint } from '@belfry/schemas/http/endpoint';
import { z } from 'zod';
import { checkAnswer, serveWith } from './route.ts';

const { spec } = serveWith()(
  endpoint({ method: 'get', path: '/x', summary: 'x', answer: z.strictObject({ at: z.iso.datetime() }) }),
  { access: 'public' },
  () => ({ at: new Date(0) }),
);

it('accepts an answer that matches the declared schema', () => {
  expect(() => checkAnswer(spec, '{"at":"1970-01-01T00:00:00.000Z"}')).not.toThrow();
});

it('names the route whose answer does not match', () => {
  expect(() => checkAnswer(spec, '{"at":"1970-01-01T00:00:00.000Z","password_hash":"x"}')).toThrow('get /x');
  expect(() => checkAnswer(spec, '{"at":"yesterday"}')).toThrow('get /x');
});
