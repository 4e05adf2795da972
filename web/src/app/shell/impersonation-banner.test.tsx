import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal, type Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { writeAdminMode } from '../../lib/session/session-store.ts';
import { useIsImpersonated } from '../../lib/session/auth-api.ts';
import { OwnAccountOnly } from '../../ui/states/empty-state.tsx';
import { makeProfile } from '../../testing/profile-factory.ts';
import { ImpersonationBanner } from './impersonation-banner.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ALONE = /for the person alone/;
function OwnPart() {
  return (
    <OwnAccountOnly isImpersonated={useIsImpersonated()}>
      <p>Change Password</p>
    </OwnAccountOnly>
  );
}
const page = (
  <>
    <ImpersonationBanner />
    <OwnPart />
    <p>ready</p>
  </>
);
const profile =
  (overrides: Parameters<typeof makeProfile>[0]): Answer =>
  ({ path }) =>
    path === '/users/info' ? Response.json(makeProfile(overrides)) : undefined;
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

it('shows nothing in the own account', async () => {
  const { requestsTo } = await openPage(page, profile({}));
  await vi.waitFor(() => expect(requestsTo('/users/info')).toHaveLength(1));
  await screen.findByText('ready');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(screen.getByText('Change Password')).toBeTruthy();
});

it('names the user, and hides what is for the owner alone', async () => {
  await openPage(page, profile({ name: 'Ada {{name}} <b>Bell</b>', opened_by: { id: 1, until: inAnHour() } }));
  await vi.waitFor(() =>
    expect(screen.getByRole('complementary').textContent).toMatch(
      /You are working as Ada {{name}} <b>Bell<\/b>\. This ends at/,
    ),
  );
  expect(screen.getByText(ALONE)).toBeTruthy();
  expect(screen.queryByText('Change Password')).toBeNull();
});

it('offers the way back also where the user cannot be loaded', async () => {
  await openPage(page, () => {
    writeAdminMode('1');
    return refusal(500);
  });
  expect((await screen.findByRole('complementary')).textContent).toContain('You are working as somebody else.');
  expect(screen.getByRole('button', { name: 'Back to your own console' })).toBeTruthy();
});

it('refetches when the time is over, because the key expires then', async () => {
  const { requestsTo } = await openPage(page, profile({ opened_by: { id: 1, until: new Date().toISOString() } }));
  await vi.waitFor(() => expect(requestsTo('/users/info')).toHaveLength(2));
});
