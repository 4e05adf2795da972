import { grantsHttp, type OwnGrant, type StoppedGrant } from '@belfry/schemas/http/grants';
import { notifications } from '@mantine/notifications';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Answer, firstOf, on, refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { OwnGrantsCard, StoppedGrantsCard } from './index.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  notifications.clean();
});

const AT = '2026-11-20T10:00:00.000Z';
const STOPPED: StoppedGrant = {
  kind: 'api_key',
  grant_id: 6,
  name: 'Till 3',
  company_id: 12,
  company_name: 'Shop 12',
  granted_by: 'Max',
  reason: 'removed',
  stopped_at: AT,
};
const KEY: OwnGrant = {
  kind: 'api_key',
  grant_id: 6,
  name: 'Till 3',
  company_id: 12,
  company_name: 'Shop 12',
  granted_at: AT,
};
const HOOK: OwnGrant = { ...KEY, kind: 'trigger', grant_id: 9, name: 'Panic' };
const done = () => new Response(null, { status: 204 });

const openStopped = (answer: Answer, stopped: () => StoppedGrant[] = () => [STOPPED]) =>
  openPage(<StoppedGrantsCard />, firstOf(on(grantsHttp.stopped, stopped), answer), {}, { toasts: true });

it('says what has stopped, of whom and why, and is not there otherwise', async () => {
  await openStopped(() => undefined);
  const row = within(await screen.findByRole('list')).getByRole('listitem');
  expect(row.textContent).toContain('Key Till 3Shop 12 · Max was removed');
  cleanup();
  const { requestsTo } = await openStopped(
    () => undefined,
    () => [],
  );
  await vi.waitFor(() => expect(requestsTo(grantsHttp.stopped)).toHaveLength(1));
  expect(screen.queryByRole('heading')).toBeNull();
});

it('shows the new secret once, also when the row has gone', async () => {
  let stopped = [STOPPED];
  const { user } = await openStopped(
    on(grantsHttp.takeOver, () => {
      stopped = [];
      return { secret: 'bf_new' };
    }),
    () => stopped,
  );
  await user.click(await screen.findByRole('button', { name: 'Take over Till 3' }));
  expect((await screen.findByRole('dialog', { name: 'The new secret of Till 3' })).textContent).toContain('bf_new');
  expect(screen.queryByRole('list')).toBeNull();
});

it.each([
  ['Keep Till 3', grantsHttp.keep, 'Till 3 goes on'],
  ['End Till 3', grantsHttp.end, 'Till 3 was ended'],
] as const)('%s', async (name, endpoint, text) => {
  const { user, requestsTo } = await openStopped(on(endpoint, done));
  await user.click(await screen.findByRole('button', { name }));
  await screen.findByText(text);
  expect(requestsTo(endpoint)).toHaveLength(1);
});

it('says why it could not be kept', async () => {
  const { user } = await openStopped(({ method }) =>
    method === 'GET' ? undefined : refusal(403, 'You could not grant this yourself', 'forbidden'),
  );
  await user.click(await screen.findByRole('button', { name: 'Keep Till 3' }));
  await screen.findByText('You could not grant this yourself');
});

const openOwn = (asked: boolean) =>
  openPage(
    <OwnGrantsCard />,
    firstOf(
      on(grantsHttp.own, () => ({ asked, grants: [KEY, HOOK] })),
      on(grantsHttp.review, done),
    ),
    {},
    { toasts: true },
  );

it('asks after a change of the password what goes on, and ends the rest', async () => {
  const { user, requestsTo } = await openOwn(true);
  await user.click(await screen.findByRole('checkbox', { name: 'Trigger Panic' }));
  await user.click(screen.getByRole('button', { name: 'End 1 and keep the rest' }));
  await screen.findByText('1 has ended');
  expect(requestsTo(grantsHttp.review)[0]?.body).toEqual({ end: [{ kind: 'api_key', grant_id: 6 }] });
});

it('lets all of it go on, and does not ask without a change', async () => {
  const { user, requestsTo } = await openOwn(true);
  await user.click(await screen.findByRole('button', { name: 'Choose all' }));
  await user.click(screen.getByRole('button', { name: 'All of it goes on' }));
  await vi.waitFor(() => expect(requestsTo(grantsHttp.review)[0]?.body).toEqual({ end: [] }));
  cleanup();
  const other = await openOwn(false);
  await vi.waitFor(() => expect(other.requestsTo(grantsHttp.own)).toHaveLength(1));
  expect(screen.queryByRole('heading')).toBeNull();
});
