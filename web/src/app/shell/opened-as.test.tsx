import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal, type Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { writeAdminMode } from '../../lib/session-store.ts';
import { useOpenedAs } from '../../api/use-opened-as.ts';
import { OwnAccountOnly } from '../../ui/states/own-account-only.tsx';
import { makeProfile } from '../../testing/profile-factory.ts';
import { OpenedAs } from './opened-as.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ALONE = /for the person alone/;
function OwnPart() {
  return (
    <OwnAccountOnly openedAs={useOpenedAs()}>
      <p>Change Password</p>
    </OwnAccountOnly>
  );
}
const page = (
  <>
    <OpenedAs />
    <OwnPart />
    <p>ready</p>
  </>
);
const profile =
  (overrides: Parameters<typeof makeProfile>[0]): Answer =>
  ({ path }) =>
    path === '/users/info' ? Response.json(makeProfile(overrides)) : undefined;
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

it('says nothing to people in their own console', async () => {
  const { asked } = await openPage(page, profile({}));
  await vi.waitFor(() => expect(asked('/users/info')).toHaveLength(1));
  await screen.findByText('ready');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(screen.getByText('Change Password')).toBeTruthy();
});

it('names the person, and keeps what is theirs alone', async () => {
  await openPage(page, profile({ name: 'Ada {{name}} <b>Bell</b>', opened_by: { id: 1, until: inAnHour() } }));
  await vi.waitFor(() =>
    expect(screen.getByRole('complementary').textContent).toMatch(
      /You are working as Ada {{name}} <b>Bell<\/b>\. This ends at/,
    ),
  );
  expect(screen.getByText(ALONE)).toBeTruthy();
  expect(screen.queryByText('Change Password')).toBeNull();
});

it('is there with the way back also where nobody can say who it is', async () => {
  await openPage(page, () => {
    writeAdminMode('1');
    return refusal(500);
  });
  expect((await screen.findByRole('complementary')).textContent).toContain('You are working as somebody else.');
  expect(screen.getByRole('button', { name: 'Back to your own console' })).toBeTruthy();
});

it('asks again when the time is over, since the key has ended then', async () => {
  const { asked } = await openPage(page, profile({ opened_by: { id: 1, until: new Date().toISOString() } }));
  await vi.waitFor(() => expect(asked('/users/info')).toHaveLength(2), { timeout: 3_000 });
});
