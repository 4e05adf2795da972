import { ownInvitationsHttp, type OwnInvitation } from '@belfry/schemas/http/teams/own-invitations';
import { notifications } from '@mantine/notifications';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Answer, firstOf, on, refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { BlockedSenders, OwnInvitationsCard } from './own-invitations.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  notifications.clean();
});

const INVITATION: OwnInvitation = {
  invitation_id: 6,
  company_id: 12,
  company_name: 'Shop 12',
  organisation_name: 'Olga',
  role: 'planner',
  may_emergency: false,
  expires_at: null,
  invited_by: 'Max',
  created_at: '2026-11-20T10:00:00.000Z',
  valid_until: '2026-11-27T10:00:00.000Z',
};
const done = () => new Response(null, { status: 204 });

const open = (answer: Answer, invitations = [INVITATION]) =>
  openPage(
    <OwnInvitationsCard />,
    firstOf(
      on(ownInvitationsHttp.list, () => invitations),
      answer,
    ),
    {},
    { toasts: true },
  );

it('says who invites to which organisation as what, and is not there without an invitation', async () => {
  await open(() => undefined);
  const row = within(await screen.findByRole('list', { name: 'Invitations to you' })).getByRole('listitem');
  expect(row.textContent).toContain('Max invites you to Shop 12 of Olga as Planner');
  cleanup();
  const { requestsTo } = await open(() => undefined, []);
  await vi.waitFor(() => expect(requestsTo(ownInvitationsHttp.list)).toHaveLength(1));
  expect(screen.queryByRole('heading')).toBeNull();
});

it.each([
  ['Accept the invitation to Shop 12', ownInvitationsHttp.accept, undefined, 'You have access to Shop 12 now'],
  ['Decline the invitation to Shop 12', ownInvitationsHttp.decline, { block: false }, 'The invitation was declined'],
  [
    'Block whoever invites you to Shop 12',
    ownInvitationsHttp.decline,
    { block: true },
    'You get no more invitations of this sender',
  ],
] as const)('%s', async (name, endpoint, body, text) => {
  const { user, requestsTo } = await open(
    firstOf(
      on(ownInvitationsHttp.accept, () => ({ member_id: 3 })),
      on(ownInvitationsHttp.decline, done),
    ),
  );
  await user.click(await screen.findByRole('button', { name }));
  await screen.findByText(text);
  const [sent] = requestsTo(endpoint);
  if (body) expect(sent?.body).toEqual(body);
  expect(sent).toBeDefined();
});

it('says why an invitation could not be accepted', async () => {
  const { user } = await open(({ method }) =>
    method === 'GET' ? undefined : refusal(404, 'Invitation not found', 'not_found'),
  );
  await user.click(await screen.findByRole('button', { name: /^Accept/ }));
  await screen.findByText('Invitation not found');
});

it('lists blocked senders, and lets them invite again', async () => {
  const { user, requestsTo } = await openPage(
    <BlockedSenders />,
    firstOf(
      on(ownInvitationsHttp.blocked, () => [{ sender_id: 4, name: 'Max', blocked_at: '2026-11-20T10:00:00.000Z' }]),
      on(ownInvitationsHttp.unblock, done),
    ),
    {},
    { toasts: true },
  );
  await user.click(await screen.findByRole('button', { name: 'Unblock Max' }));
  await screen.findByText('Max may invite you again');
  expect(requestsTo(ownInvitationsHttp.unblock)).toHaveLength(1);
});
