import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { whereHttp } from '@belfry/schemas/http/places/where';
import { aWhereAnswer } from '../../testing/where-factory.ts';
import { homeHttp } from '@belfry/schemas/http/places/home';
import { type Access, accessHttp } from '@belfry/schemas/http/teams/access';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { makeProfile } from '../../testing/profile-factory.ts';
import { UserMenu } from '../shell/user-menu.tsx';
import { HomeScreen } from './home-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const at = (company_name: string, role: Access['role'], override: Partial<Access> = {}): Access => ({
  member_id: 3,
  company_id: 12,
  company_name,
  organisation_id: 99,
  organisation_name: 'Chain',
  role,
  may_emergency: false,
  expires_at: null,
  ...override,
});

const open = (access: Access[]) =>
  openPage(
    <>
      <UserMenu />
      <HomeScreen />
    </>,
    firstOf(
      on(accessHttp.ownAccess, () => access),
      on(companiesHttp.listMain, () => []),
      on(whereHttp.find, () => aWhereAnswer([])),
      on(homeHttp.head, () => ({ places: 0, all_right: 0, loudspeakers: 0, online: 0, worst: null, only: null })),
      ({ path }) => (path === '/users/info' ? Response.json(makeProfile()) : undefined),
    ),
  );

it('tells members what they are and where, and to connect nothing', async () => {
  await open([at('Shop 12', 'viewer'), at('Shop 3', 'technician', { member_id: 4, company_id: 13 })]);
  expect(await screen.findByText('You are signed in as Viewer (Shop 12), Technician (Shop 3).')).toBeDefined();
  expect(screen.getByRole('button', { name: /^Account/ }).textContent).toContain('Viewer, Technician');
  expect(await screen.findByRole('heading', { name: 'Hello, Ada Bell' })).toBeDefined();
  expect(await screen.findByText('There are no loudspeakers at your places yet.')).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull();
});

it('offers who has no membership to connect their first loudspeaker', async () => {
  await open([]);
  expect(await screen.findByRole('heading', { name: 'Set up' })).toBeDefined();
  expect(screen.getByText('You are signed in as Audio Controller.')).toBeDefined();
  expect(screen.getByRole('button', { name: /^Account/ }).textContent).toContain('Audio Controller');
});
