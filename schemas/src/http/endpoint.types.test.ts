import { expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { endpoint, type Answer, type Input, type Parsed } from './endpoint.ts';

const list = endpoint({
  method: 'get',
  path: '/halls',
  summary: '',
  query: z.object({ page: z.coerce.number().default(1), q: z.string().optional() }),
  answer: z.array(z.strictObject({ id: z.int() })),
});
const rename = endpoint({
  method: 'put',
  path: '/halls/{id}',
  summary: '',
  params: z.object({ id: z.coerce.number() }),
  body: z.strictObject({ name: z.string() }),
  answer: null,
});
const all = endpoint({ method: 'delete', path: '/halls', summary: '', answer: null });
const lines = endpoint({
  method: 'post',
  path: '/halls/import',
  summary: '',
  body: z.string(),
  bodyType: 'text/csv',
  answer: null,
});

it('gives a handler what the schemas parse', () => {
  expectTypeOf<Parsed<typeof list, 'query'>>().toEqualTypeOf<{ page: number; q?: string | undefined }>();
  expectTypeOf<Parsed<typeof rename, 'body'>>().toEqualTypeOf<{ name: string }>();
  expectTypeOf<Parsed<typeof all, 'body'>>().toEqualTypeOf<undefined>();
});

it('gives a client the checked answer', () => {
  expectTypeOf<Answer<typeof list>>().toEqualTypeOf<{ id: number }[]>();
  expectTypeOf<Answer<typeof rename>>().toEqualTypeOf<null>();
});

it('takes the fields of path, query and body in one object', () => {
  expectTypeOf<{ id: number; name: string }>().toExtend<Input<typeof rename>>();
  expectTypeOf<{ page: number }>().toExtend<Input<typeof list>>();
  expectTypeOf<void>().toExtend<Input<typeof list>>();
  expectTypeOf<void>().toEqualTypeOf<Input<typeof all>>();
  expectTypeOf<{ body: string }>().toExtend<Input<typeof lines>>();
  expectTypeOf<{ id: number }>().not.toExtend<Input<typeof rename>>();
  expectTypeOf<{ id: string; name: string }>().not.toExtend<Input<typeof rename>>();
  expectTypeOf<{ page: string }>().not.toExtend<Input<typeof list>>();
});

it('refuses a misspelt part', () => {
  // @ts-expect-error `anwser` is no part of an endpoint
  endpoint({ method: 'get', path: '/halls', summary: '', anwser: z.string(), answer: null });
});
