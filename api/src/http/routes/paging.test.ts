import { expect, it } from 'vitest';
import { pageOf } from './route.ts';

it('selects a page by either of the two fields', () => {
  expect(pageOf({})).toBeNull();
  expect(pageOf({ page: 3 })).toEqual({ limit: 8, offset: 16 });
  expect(pageOf({ page_size: 48 })).toEqual({ limit: 48, offset: 0 });
});
