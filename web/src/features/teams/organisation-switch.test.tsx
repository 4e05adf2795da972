import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { LOCAL_KEYS } from '../../lib/storage.ts';
import { openPage } from '../../testing/open-page.tsx';
import { OrganisationSwitch } from './organisation-switch.tsx';

afterEach(() => void vi.unstubAllGlobals());

const of = (organisation_id: number, organisation_name: string) => ({
  member_id: 1,
  company_id: organisation_id,
  company_name: organisation_name,
  organisation_id,
  organisation_name,
  role: 'manager',
  may_emergency: false,
  expires_at: null,
});

it('names the organisation that was chosen here, or in another tab', async () => {
  const access = [of(1, 'Mine'), of(7, 'Chain')];
  const { user, calls } = await openPage(<OrganisationSwitch />, ({ path }) =>
    path.startsWith('/me/access') ? Response.json(access) : undefined,
  );
  const button = await screen.findByRole('button', { name: 'Organisation: All organisations' });
  await user.click(button);
  await user.click(await screen.findByRole('menuitemradio', { name: 'Chain' }));
  await waitFor(() => expect(button.getAttribute('aria-label')).toBe('Organisation: Chain'));
  const loaded = calls.length;
  localStorage.setItem(LOCAL_KEYS.organisation, JSON.stringify({ user_id: 1, organisation: 1 }));
  act(() => void globalThis.dispatchEvent(new StorageEvent('storage', { key: LOCAL_KEYS.organisation })));
  expect(button.getAttribute('aria-label')).toBe('Organisation: Your own');
  await waitFor(() => expect(calls.length).toBeGreaterThan(loaded));
});
