import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../testing/open-page.tsx';
import { makeProfile } from '../../../testing/profile-factory.ts';
import { NewAccountNotice, QuotaWarning } from './home-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const counted_at = '2026-11-20T10:00:00.000Z';
const QUOTAS = [
  { kind: 'users', used: 85, most: 100, warning: true, counted_at },
  { kind: 'audio_bytes', used: 450 * 1024 ** 3, most: 500 * 1024 ** 3, warning: true, counted_at },
  { kind: 'groups', used: 1, most: 100, warning: false, counted_at },
];

it('warns administrators of the quotas that are nearly full', async () => {
  await openPage(<QuotaWarning viewer="admin" />, ({ path }) =>
    path === '/admin/quotas' ? Response.json(QUOTAS) : undefined,
  );
  expect(await screen.findByText('Accounts: 85 of 100')).toBeDefined();
  expect(screen.getByText(/^Audio: 450(\.0)? of 500(\.0)? GB$/)).toBeDefined();
  expect(screen.queryByText(/Groups/)).toBeNull();
});

it('asks nothing for people who are no administrators', async () => {
  const { requestsTo } = await openPage(<QuotaWarning viewer="user" />, () => undefined);
  expect(requestsTo('/admin/quotas')).toEqual([]);
});

it('tells who has registered that the account has a tenth of the quotas', async () => {
  await openPage(<NewAccountNotice profile={makeProfile({ full_quotas: false })} />, () => undefined);
  expect(screen.getByText(/has a tenth of the usual limits/)).toBeDefined();
});
