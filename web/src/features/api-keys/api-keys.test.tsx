import { type ApiKey, apiKeysHttp } from '@belfry/schemas/http/api-keys/api-keys';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { ApiKeys } from './api-keys.tsx';

afterEach(cleanup);

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const KEY: ApiKey = {
  id: 5,
  name: 'Till 3',
  prefix: 'bf_abcde',
  scopes: ['say'],
  company_id: 12,
  company_name: 'Shop 12',
  expires_at: inDays(300),
  created_by: 'Ada',
  created_at: inDays(-400),
  last_used_at: null,
};

it.each([
  [KEY, 'ok', 'Works, not used so far'],
  [{ ...KEY, last_used_at: inDays(-1) }, 'ok', 'Works, last used '],
  [{ ...KEY, expires_at: inDays(3) }, 'look', 'Ends soon: '],
  [{ ...KEY, expires_at: inDays(-3) }, 'wrong', 'Ended '],
] as const)('the row and the drawer of a key say how it is: %#', async (key, state, text) => {
  const { user } = await openPage(
    <ApiKeys />,
    on(apiKeysHttp.list, () => [key]),
  );
  const link = await screen.findByRole('link', { name: 'Till 3' });
  const saysSo = (inside: HTMLElement) => {
    const sentence = within(inside).getByText(text, { exact: false });
    return (
      sentence.parentElement?.querySelector('[data-state]') ?? sentence.querySelector('[data-state]')
    )?.getAttribute('data-state');
  };
  expect(saysSo(screen.getByRole('listitem'))).toBe(state);
  await user.click(link);
  expect(saysSo(await screen.findByRole('dialog'))).toBe(state);
});
