import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Role } from '@belfry/schemas/domain/roles';
import type { Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { aUser } from '../../testing/profile-factory.ts';
import { aMainCompany, SHOPS } from '../../testing/tree-factory.ts';
import { SayPage } from './say-page.tsx';

// This document would go to the address of the file.
beforeEach(() => void vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue());
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  vi.unstubAllGlobals();
});

const ANNA = aUser({ id: 5, name: 'Anna', email: 'anna@x.test' });
/** Anna has a tree; the user has none. */
const answer: Answer = ({ path, params }) => {
  if (path === '/admin/users') return Response.json([ANNA]);
  if (path === '/admin/user/info') return Response.json(ANNA);
  if (path === '/company/main/companies')
    return Response.json(params['user_id'] === '5' ? [aMainCompany(1, { name: 'Main' })] : []);
  if (path === '/company/tree') return Response.json(SHOPS);
  if (path === '/announcements/proof') return Response.json([], { headers: { 'X-Total-Count': '0' } });
  if (path === '/announcements/proof.csv') return new Response('at');
  return undefined;
};
const open = (address: string, role: Role) => openPage(<SayPage />, answer, {}, { address, role });

it('an administrator chooses an owner, whose places are offered and whose proof of play is shown and exported', async () => {
  const { user, requestsTo } = await open('/say?tab=proof&place=7', 'admin');
  await user.click(screen.getByRole('combobox', { name: 'Owner' }));
  await user.click(await screen.findByRole('option', { name: 'Anna (anna@x.test)' }));
  await waitFor(() => expect(requestsTo('/announcements/proof').at(-1)?.params).toMatchObject({ user_id: '5' }));
  expect(requestsTo('/announcements/proof').at(-1)?.params).not.toHaveProperty('company_id');
  await user.click(screen.getByRole('combobox', { name: 'Place' }));
  await user.click(await screen.findByRole('option', { name: 'Main / North' }));
  const north = { user_id: '5', company_id: '2' };
  await waitFor(() => expect(requestsTo('/announcements/proof').at(-1)?.params).toMatchObject(north));
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(requestsTo('/announcements/proof.csv')[0]?.params).toMatchObject(north));
});

it('a user is offered no owner, whatever the address names', async () => {
  const { requestsTo } = await open('/say?tab=proof&owner=5', 'user');
  expect(await screen.findByText('Nothing was announced in these days')).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Owner' })).toBeNull();
  expect(requestsTo('/announcements/proof').every(({ params }) => !('user_id' in params))).toBe(true);
});
