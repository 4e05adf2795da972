import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerLookups } from '../../../testing/lookup-answers.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { makeProfile } from '../../../testing/profile-factory.ts';
import { ProfileCard } from './profile-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PROFILE = makeProfile({ name: 'Ada Bell', revision: 3 });
const SAVED = { tone: 'success', title: 'Profile updated successfully!' };

/** The card of the profile, whose lists are loaded. */
async function openCard() {
  const banner = vi.fn();
  const page = await openPage(<ProfileCard profile={PROFILE} confirmPhone={() => null} banner={banner} />, (call) =>
    call.method === 'PUT' ? Response.json({ user: { ...PROFILE, ...(call.body as object) } }) : answerLookups(call),
  );
  const updates = () => page.requestsTo('/users/update').map(({ body }) => body);
  const expectSaved = () => waitFor(() => expect(banner).toHaveBeenCalledExactlyOnceWith(SAVED, expect.any(Number)));
  return { ...page, updates, expectSaved };
}
const button = (name: string) => screen.getByRole('button', { name });
const field = (name: string): HTMLInputElement => screen.getByLabelText(name);
const select = (name: string): HTMLInputElement => screen.getByRole('combobox', { name });
const options = (name: string) =>
  within(screen.getByRole('listbox', { name }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

it('can be edited with the keyboard alone: a list is closed, a change cancelled, and another one saved', async () => {
  const { user, updates, expectSaved } = await openCard();
  const cancel = () => button('Cancel');
  button('Edit').focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(cancel());
  await user.tab();
  expect(document.activeElement).toBe(field('Name'));
  await user.keyboard('Somebody Else');
  await user.tab();
  expect(document.activeElement).toBe(select('Country'));
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('listbox', { name: 'Country' })).toBeDefined();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  for (let back = 0; back < 2; back += 1) await user.tab({ shift: true });
  expect(document.activeElement).toBe(cancel());
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(button('Edit'));

  await user.keyboard('{Enter}');
  await user.tab();
  expect(field('Name').value).toBe('Ada Bell');
  await user.keyboard('{Control>}a{/Control}Grace Hopper');
  await user.tab();
  const choose = async (name: string, typed: string, chosen: string): Promise<void> => {
    expect(document.activeElement).toBe(select(name));
    await user.keyboard(typed);
    await waitFor(() => expect(options(name)[0]).toContain(chosen));
    await user.keyboard('{ArrowDown}{Enter}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(select(name).value).toContain(chosen);
    await user.tab();
  };
  await choose('Country', 'germ', 'Germany');
  for (const [name, typed] of [
    ['City', 'Munich'],
    ['Region', 'Bavaria'],
  ] as const) {
    expect(document.activeElement).toBe(field(name));
    await user.keyboard(`{Control>}a{/Control}${typed}`);
    await user.tab();
  }
  await choose('Time zone', 'berlin', 'Berlin');
  await choose('Language', 'german', 'German');
  expect(document.activeElement).toBe(button('Save Changes'));
  await user.keyboard('{Enter}');
  await expectSaved();
  expect(document.activeElement).toBe(button('Edit'));
  expect(updates()).toEqual([
    {
      name: 'Grace Hopper',
      country: 'Germany',
      country_code: 'DE',
      city: 'Munich',
      region: 'Bavaria',
      utc_offset: 60,
      time_zone: 'Europe/Berlin',
      lang: 'de',
      revision: 3,
    },
  ]);
});

it('Enter in a list selects the first match and never submits the form', async () => {
  const { user, updates, expectSaved } = await openCard();
  await user.click(button('Edit'));
  await user.type(field('City'), '!');
  await user.click(select('Country'));
  await user.keyboard('japa');
  await waitFor(() => expect(options('Country')).toEqual(['JapanJP']));
  await user.keyboard('{Enter}');
  expect(select('Country').value).toBe('Japan');
  expect(field('Code').value).toBe('JP');
  await user.keyboard('{Enter}');
  await user.clear(select('Country'));
  await user.keyboard('герм');
  expect(options('Country')).toEqual(['GermanyDE']);
  await user.keyboard('{Escape}');
  expect(select('Country').value).toBe('Japan');
  await user.click(select('Language'));
  await user.keyboard('ru');
  await waitFor(() => expect(options('Language')[0]).toBe('Russian'));
  await user.keyboard('{Enter}');
  await user.click(select('Time zone'));
  await user.keyboard('япония');
  await waitFor(() => expect(options('Time zone')[0]).toBe('Tokyo (GMT+9)'));
  await user.keyboard('{Enter}');
  expect(select('Time zone').value).toBe('Tokyo (GMT+9)');
  expect(updates()).toEqual([]);
  await user.click(button('Save Changes'));
  await expectSaved();
  expect(updates()).toEqual([
    expect.objectContaining({ city: 'Moscow!', country_code: 'JP', time_zone: 'Asia/Tokyo', lang: 'ru' }),
  ]);
});
