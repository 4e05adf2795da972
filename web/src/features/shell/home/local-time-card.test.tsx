import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerLookups } from '../../../testing/lookup-answers.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { makeProfile } from '../../../testing/profile-factory.ts';
import { LocalTimeCard } from './local-time-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a time zone that was typed but not selected cannot be saved', async () => {
  const profile = makeProfile({ time_zone: 'Europe/Moscow', utc_offset: 180 });
  const banner = vi.fn();
  const { user, requestsTo } = await openPage(<LocalTimeCard profile={profile} banner={banner} />, (call) =>
    call.method === 'PUT'
      ? Response.json({ user: { ...profile, time_zone: 'Europe/Berlin', ...(call.body as object) } })
      : answerLookups(call),
  );
  await user.click(screen.getByRole('button', { name: 'Change' }));
  const zone = screen.getByRole('combobox', { name: 'Time zone' });
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toHaveProperty('disabled', true);
  expect(document.activeElement).toBe(zone);
  // The label of the list, which is loaded now.
  await waitFor(() => expect(zone).toHaveProperty('value', 'Moscow (GMT+3)'));
  await user.keyboard('berl{Escape}');
  expect(zone).toHaveProperty('value', 'Moscow (GMT+3)');
  expect(save).toHaveProperty('disabled', true);
  await user.keyboard('{Enter}');
  await user.clear(zone);
  await user.keyboard('berl{Enter}');
  expect(zone).toHaveProperty('value', 'Berlin (GMT+1)');
  await user.click(save);
  await waitFor(() => expect(banner).toHaveBeenCalledWith(expect.objectContaining({ tone: 'success' }), 3_000));
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change' }));
  expect(requestsTo('/users/update').map(({ body }) => body)).toEqual([{ utc_offset: 60 }]);
});
