import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint, requestOf } from './endpoint.ts';

const id = z.coerce.number();

it('fills in path, query and body from the fields of one object', () => {
  const change = endpoint({
    method: 'put',
    path: '/halls/{id}/doors/{door}.json',
    summary: '',
    params: z.object({ id, door: z.string() }),
    query: z.object({ force: z.string().optional(), note: z.string().optional() }),
    body: z.object({ name: z.string(), open: z.boolean().optional() }),
    answer: null,
  });
  const input = { id: 7, door: 'a/b ✓', force: 'yes', note: undefined, name: 'Hall', open: false };
  expect(requestOf(change, input)).toEqual({
    method: 'PUT',
    path: '/halls/7/doors/a%2Fb%20%E2%9C%93.json',
    query: { force: 'yes' },
    body: { name: 'Hall', open: false },
  });
});

it('puts all other fields of a call without a body into the query', () => {
  const list = endpoint({ method: 'get', path: '/halls', summary: '', query: z.object({ page: id }), answer: null });
  expect(requestOf(list, { page: 2 })).toEqual({
    method: 'GET',
    path: '/halls',
    query: { page: '2' },
    body: undefined,
  });
  expect(requestOf(list, undefined)).toMatchObject({ query: {}, body: undefined });
});

it('sends a text or a file as it is', () => {
  const lines = endpoint({
    method: 'post',
    path: '/import',
    summary: '',
    query: z.object({ dry_run: z.string().optional() }),
    body: z.string(),
    bodyType: 'text/csv',
    answer: null,
  });
  expect(requestOf(lines, { dry_run: '1', body: 'a;b' })).toMatchObject({ query: { dry_run: '1' }, body: 'a;b' });
});
