import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Answer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { makeProfile } from '../../../testing/profile-factory.ts';
import { ProfileCard } from './profile-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PROFILE = makeProfile({ name: 'Ada Bell', city: 'Moscow', revision: 3 });

/** A fake server with the profile `stored`, which rejects an edit of another revision, as the api does. */
async function openCard(stored: typeof PROFILE) {
  const answer: Answer = ({ method, body }) => {
    if (method !== 'PUT') return undefined;
    const { revision } = body as { revision: number };
    if (revision === stored.revision) return Response.json({ user: { ...stored, ...(body as object) } });
    const { user_key: _key, ...current } = stored;
    return Response.json({ error: 'Changed', code: 'edit_conflict', current }, { status: 409 });
  };
  const banner = vi.fn();
  const page = await openPage(<ProfileCard profile={PROFILE} confirmPhone={() => null} banner={banner} />, answer);
  await page.user.click(screen.getByRole('button', { name: 'Edit' }));
  return { ...page, banner, save: () => page.user.click(screen.getByRole('button', { name: 'Save Changes' })) };
}

it('shows both values when the profile was changed elsewhere, and saves the own one at the second attempt', async () => {
  const { user, save, requestsTo, banner } = await openCard({ ...PROFILE, city: 'Riga', region: 'Riga', revision: 4 });
  const city = screen.getByLabelText('City');
  await user.clear(city);
  await user.type(city, 'Tartu');
  await save();
  expect(await screen.findByText('Now: Riga', { selector: 'li:first-child p' })).toBeDefined();
  expect(screen.getByText('Yours: Tartu')).toBeDefined();
  expect(screen.getByLabelText('Region')).toHaveProperty('value', 'Riga');
  expect(banner).not.toHaveBeenCalled();
  await save();
  await vi.waitFor(() => expect(banner).toHaveBeenCalled());
  expect(requestsTo('/users/update').at(-1)?.body).toMatchObject({ city: 'Tartu', region: 'Riga', revision: 4 });
});

it('saves at once where the field that was changed elsewhere is not in the form', async () => {
  const { user, save, requestsTo, banner } = await openCard({ ...PROFILE, phone_confirm: true, revision: 4 });
  await user.type(screen.getByLabelText('Name'), ' jr');
  await save();
  await vi.waitFor(() => expect(banner).toHaveBeenCalled());
  expect(requestsTo('/users/update').map(({ body }) => (body as { revision: number }).revision)).toEqual([3, 4]);
});
