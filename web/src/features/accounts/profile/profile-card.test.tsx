import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Answer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { makeProfile } from '../../../testing/profile-factory.ts';
import { ProfileCard, UserCard } from './profile-card.tsx';

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

it('closes on a press elsewhere and keeps the input; Escape closes nothing', async () => {
  const { user } = await openCard(PROFILE);
  const city = screen.getByLabelText('City');
  await user.clear(city);
  await user.type(city, 'Kazan{Escape}');
  expect(screen.getByRole('button', { name: 'Save Changes' })).toBeDefined();
  fireEvent.mouseDown(document.body);
  fireEvent.touchStart(document.body);
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull());
  expect(screen.getByText('Your changes are not saved yet.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Go on editing' }));
  expect(screen.getByLabelText('City')).toHaveProperty('value', 'Kazan');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText('Your changes are not saved yet.')).toBeNull();
});

it('shows that the account is blocked, and how many companies it has', async () => {
  const companies = [1, 2, 3].map((company_id) => ({ company_id, name: `Company ${company_id}` }));
  const profile = makeProfile({ blocked: true, companies });
  await openPage(<ProfileCard profile={profile} confirmPhone={() => null} banner={vi.fn()} />, () => undefined);
  expect(screen.getByText('Status').nextElementSibling?.textContent).toBe('Blocked');
  expect(screen.getByText('Companies').nextElementSibling?.textContent).toBe('3');
});

it.each([
  [{ key_created_at: '2024-02-03T12:00:00.000Z' }, /^3 Feb 2024/],
  [{ key_created_at: null, created_at: '2023-04-05T12:00:00.000Z' }, /^5 Apr 2023/],
  [{ key_created_at: null, created_at: '' }, /^Not available$/],
])('shows since when there is a key, or since when the account: %j', async (times, expected) => {
  await openPage(<UserCard profile={makeProfile({ active: false, ...times })} />, () => undefined);
  expect(screen.getByText('Key created').nextElementSibling?.textContent).toMatch(expected);
  expect(screen.getByText('API status').nextElementSibling?.textContent).toBe('Suspended');
});

it('shows for email and phone whether each is confirmed', async () => {
  const profile = makeProfile({ email_confirm: true, phone: '+37126123456', phone_confirm: false });
  await openPage(<UserCard profile={profile} />, () => undefined);
  expect(screen.getByText('Email').nextElementSibling?.textContent).toBe('ada@belfry.testConfirmed');
  expect(screen.getByText('Phone').nextElementSibling?.textContent).toMatch(/Not confirmed$/);
});
