import { teamsHttp, type Member, type MemberInvitation } from '@belfry/schemas/http/teams/members';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TimeZone } from '../../lib/times.ts';
import { type Answer, firstOf, on, refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { notifications } from '@mantine/notifications';
import { PeopleDialog } from './people-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  notifications.clean();
});

const ADA: Member = {
  member_id: 3,
  user_id: 9,
  name: 'Ada',
  email: 'ada@belfry.test',
  role: 'announcer',
  may_emergency: false,
  expires_at: null,
  company_id: 12,
  source_company_id: 12,
  source_name: 'Shop 12',
  added_by: 'Owner',
  created_at: '2026-11-20T10:00:00.000Z',
  revision: 1,
};
const FROM_ABOVE: Member = { ...ADA, member_id: 4, user_id: 10, name: 'Ben', source_company_id: 1, source_name: null };

const open = (answer: Answer = () => undefined, members: readonly Member[] = [ADA, FROM_ABOVE]) =>
  openPage(
    <TimeZone value="Asia/Tokyo">
      <PeopleDialog node={{ company_id: 12, name: 'Shop 12' }} onClose={() => undefined} />
    </TimeZone>,
    (call) => {
      const own = answer(call);
      if (own) return own;
      if (call.method !== 'GET') return undefined;
      return Response.json(call.path.startsWith('/members') ? members : []);
    },
    {},
    { toasts: true },
  );

it('says who has which role from where, and lets change only what is given here', async () => {
  await open();
  const [ada, ben] = await screen.findAllByRole('listitem');
  expect(ada?.textContent).toContain('Announcer');
  expect(ada?.textContent).toContain('Here');
  expect(ben?.textContent).toContain('From an element above');
  expect(within(ben!).queryByRole('button', { name: /^Change/ })).toBeNull();
});

it('has a person with several roles once, each with its own change and end', async () => {
  const PLANNER: Member = { ...ADA, member_id: 5, role: 'planner' };
  const { user, requestsTo } = await open(
    on(teamsHttp.end, () => null),
    [ADA, FROM_ABOVE, PLANNER],
  );
  const [ada, ...others] = await screen.findAllByRole('listitem');
  expect([ada?.textContent.match(/Ada/g)?.length, others.length]).toEqual([1, 1]);
  const named = within(ada!).getAllByRole('button', { name: /^(Change|End)/ });
  expect(named.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Change the access of Ada: Announcer',
    'End access of Ada: Announcer',
    'Change the access of Ada: Planner',
    'End access of Ada: Planner',
  ]);
  await user.click(named[3]!);
  const question = within(await screen.findByRole('dialog', { name: 'End access of Ada: Planner' }));
  await user.click(question.getByRole('button', { name: 'End access' }));
  await vi.waitFor(() => expect(requestsTo(teamsHttp.end)).toMatchObject([{ path: '/members/5' }]));
});

describe('an invitation', () => {
  const INVITATION: MemberInvitation = {
    invitation_id: 6,
    company_id: 12,
    email: 'new@belfry.test',
    role: 'viewer',
    may_emergency: false,
    expires_at: null,
    invited_by: 'Owner',
    created_at: '2026-11-20T10:00:00.000Z',
    valid_until: '2026-11-27T10:00:00.000Z',
  };
  const invited = (answer: Answer) =>
    open(
      firstOf(
        answer,
        on(teamsHttp.invitations, () => [INVITATION]),
      ),
    );

  it('is listed with its role and end, is sent again, and revoked', async () => {
    const { user, requestsTo } = await invited(
      firstOf(
        on(teamsHttp.resend, () => INVITATION),
        on(teamsHttp.revoke, () => new Response(null, { status: 204 })),
      ),
    );
    const row = within(await screen.findByRole('list', { name: 'Invitations' })).getByRole('listitem');
    expect(row.textContent).toContain('new@belfry.testViewer');
    await user.click(within(row).getByRole('button', { name: 'Send again to new@belfry.test' }));
    await user.click(within(row).getByRole('button', { name: 'Revoke the invitation to new@belfry.test' }));
    await screen.findByText('The invitation to new@belfry.test was sent again');
    await screen.findByText('The invitation to new@belfry.test was revoked');
    expect([requestsTo(teamsHttp.resend), requestsTo(teamsHttp.revoke)].map((sent) => sent.length)).toEqual([1, 1]);
  });

  it.each([/^Send again/, /^Revoke/])('that somebody else has revoked says why: %s', async (name) => {
    const { user } = await invited(({ method }) =>
      method === 'GET' ? undefined : refusal(404, 'There is no such invitation', 'not_found'),
    );
    await user.click(await screen.findByRole('button', { name }));
    await screen.findByText('There is no such invitation');
  });
});

it('gives no emergencies to a role that speaks nowhere, although they were chosen with the role before', async () => {
  const { user, requestsTo } = await open(({ method }) =>
    method === 'POST' ? Response.json({ invitation_id: 1 }, { status: 201 }) : undefined,
  );
  await user.click(await screen.findByRole('button', { name: 'Add a person' }));
  await user.type(await screen.findByRole('textbox', { name: /Email/ }), 'new@belfry.test');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'announcer');
  await user.click(screen.getByRole('switch', { name: /emergenc/i }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'viewer');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await vi.waitFor(() =>
    expect(requestsTo('/members', 'POST')[0]?.body).toMatchObject({ role: 'viewer', may_emergency: false }),
  );
});

it('shows both values where somebody else has changed the access meanwhile', async () => {
  const { user } = await open(({ method }) =>
    method === 'PUT'
      ? Response.json(
          { error: 'changed', code: 'edit_conflict', current: { ...ADA, role: 'planner', revision: 2 } },
          { status: 409 },
        )
      : undefined,
  );
  await user.click(await screen.findByRole('button', { name: 'Change the access of Ada' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Role' }), 'technician');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/now Planner. Your choice was Technician/)).toBeDefined();
});

it('reads and writes the end of an access by the clock of the reader, and keeps its seconds until it is changed', async () => {
  const until = '2026-12-24T17:00:30.000Z';
  const { user, requestsTo } = await open(
    ({ method }) => (method === 'PUT' ? Response.json(ADA) : undefined),
    [{ ...ADA, expires_at: until }],
  );
  const change = async () => {
    await user.click(await screen.findByRole('button', { name: 'Change the access of Ada' }));
    return screen.findByLabelText<HTMLInputElement>(/^Access ends/);
  };
  const save = async (times: number, expires_at: string | null) => {
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(requestsTo(teamsHttp.change)).toHaveLength(times));
    expect(requestsTo(teamsHttp.change)[times - 1]?.body).toMatchObject({ expires_at });
  };
  expect((await change()).value).toBe('25/12/2026, 02:00');
  await save(1, until);
  fireEvent.change(await change(), { target: { value: '2026-12-25T08:30' } });
  await save(2, '2026-12-24T23:30:00.000Z');
  fireEvent.change(await change(), { target: { value: '' } });
  await save(3, null);
});
