import { notifications } from '@mantine/notifications';
import { letPass } from '@belfry/schemas/testing/clock';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SessionsCard } from '../../features/accounts/sessions/sessions-card.tsx';
import { ApiKeys } from '../../features/api-keys/index.ts';
import { CompaniesPage } from '../../features/companies/index.ts';
import { WaitingForApproval } from '../../features/device-ownership/approvals/approvals.tsx';
import { UserDevices } from '../../features/devices/own/index.ts';
import { ClientVersions } from '../../features/firmware/index.ts';
import { LibraryPage } from '../../features/library/index.ts';
import { ScreensPanel } from '../../features/scenarios/index.ts';
import { FavoriteVoices } from '../../features/speech/favorites/index.ts';
import { VoicesPage } from '../../features/speech/voices/index.ts';
import { PeoplePage } from '../../features/teams/people/index.ts';
import { PeopleDialog } from '../../features/teams/people-dialog.tsx';
import { AskingTriggers } from '../../features/triggers/asking/asking-triggers.tsx';
import { AdminPage } from '../../features/users/admin-page.tsx';
import { baseApi, TAGS } from '../../lib/api/base-api.ts';
import { anArchive } from '../../testing/archive-factory.ts';
import { aDevice } from '../../testing/device-factory.ts';
import { type Answer, refusal } from '../../testing/fake-server.ts';
import { insideOf } from '../../testing/inside-of.ts';
import { aMessage, anItem } from '../../testing/library-factory.ts';
import { type Held, listed, openHeld } from '../../testing/open-held.tsx';
import { setPageWidth } from '../../testing/page-width.ts';
import { aUser, makeProfile } from '../../testing/profile-factory.ts';
import { aRollout } from '../../testing/rollout-factory.ts';
import { stubElementSize } from '../../testing/stub-element-size.ts';
import { aMainCompany } from '../../testing/tree-factory.ts';
import { aVoice } from '../../testing/voice-factory.ts';

setPageWidth(1440);
beforeEach(() => stubElementSize(600, ['clientHeight', 'clientWidth']));
afterEach(() => {
  cleanup();
  notifications.clean();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const nothing = () => null;
const [FIRST, SECOND] = ['1111-2222-3333-4444', '1111-2222-3333-5555'];
const AT = '2026-11-20T10:00:00.000Z';

const aKey = (id: number) => ({
  id,
  name: `Till ${id}`,
  prefix: 'bf_abcde',
  scopes: ['say'],
  company_id: 12,
  company_name: 'Shop 12',
  expires_at: AT,
  created_by: 'Ada',
  created_at: AT,
  last_used_at: null,
});
const aMember = (id: number) => ({
  member_id: id,
  user_id: id + 10,
  name: `Ben ${id}`,
  email: `ben-${id}@belfry.test`,
  role: 'announcer',
  may_emergency: false,
  expires_at: null,
  company_id: 12,
  source_company_id: 12,
  source_name: 'Shop 12',
  added_by: 'Owner',
  created_at: AT,
  revision: 1,
});
const aClaim = (id: number, serial: string) => ({
  id,
  kind: 'claim',
  serial,
  device_known: true,
  user_id: 2,
  user_name: 'Ada',
  user_email: 'ada@belfry.test',
  address: null,
  note: null,
  requested_at: AT,
});
const aFiring = (id: number) => ({
  firing_id: id,
  trigger_id: id,
  name: `Button ${id}`,
  company_id: 12,
  source: 'input',
  state: 'asking',
  ends: false,
  reason: null,
  run_id: null,
  details: { serial: FIRST, input: 'button1', user_id: 3 },
  at: AT,
  created_at: AT,
  expires_at: '2036-11-20T10:45:00.000Z',
  decided_by: null,
  decided_at: null,
  asks: {
    action: 'emergency',
    what: 'Fire',
    untyped: null,
    says: 'Leave the house',
    place: 'School B',
    sites: { total: 1, names: ['School B'] },
    devices: 6,
    reachable: 0,
  },
});
const aSession = (id: number, browser: string, current = false) => ({
  id,
  current,
  created_at: AT,
  last_used_at: AT,
  expires_at: '2036-12-20T11:00:00.000Z',
  ip: '127.0.0.1',
  country: null,
  city: null,
  user_agent: null,
  browser,
  system: 'Linux',
});
const aFavorite = (name: string) => ({
  voice_name: `ru-RU-${name}`,
  display_name: name,
  gender: 'female',
  language_codes: ['ru-RU'],
  sample_url: `/audio/samples/ru-RU-${name}.mp3`,
  added_at: AT,
});
const aPerson = (members: readonly number[]) => ({
  user_id: 11,
  name: 'Ben',
  email: 'ben@belfry.test',
  account: null,
  registration: null,
  places: members.map((id) => ({
    member_id: id,
    invitation_id: null,
    company_id: id,
    name: `Shop ${id}`,
    path: 'Chain',
    role: 'announcer',
    may_emergency: false,
    expires_at: null,
    valid_until: null,
    revision: 1,
  })),
});
const aScreen = (id: number) => ({
  id,
  name: `Hall ${id}`,
  company_id: 12,
  company_name: 'Shop 12',
  is_on: true,
  last_seen_at: AT,
  created_by: 'Ada',
  created_at: AT,
  revision: 1,
});
const aTemplate = (id: number) => ({ id, name: `Drill ${id}`, text: 'Fire drill', revision: 1 });
const RUN = { state: 'running', filename: 'belfry-client-3.5.tar.zst' } as const;
const OTHER_RUN = '6f0ee1c8-9f7c-4b35-b4bb-b0a3f6f3a222';

type Row = Held & {
  name: string;
  /** The control in the second row; the last one of the name. */
  control: string | RegExp;
  as?: 'button' | 'switch';
  confirm?: string | readonly string[];
  body?: object;
  failure?: RegExp;
};

const ROWS: readonly Row[] = [
  {
    name: 'a key of a program',
    element: <ApiKeys />,
    read: { '/api-keys': [aKey(1), aKey(2)] },
    control: 'End the key Till 2',
    confirm: 'End',
    to: 'DELETE /api-keys/2',
  },
  {
    name: 'a template of SMS in the library',
    element: <LibraryPage />,
    address: '/library?kind=sms',
    read: { '/sms/templates': [aTemplate(4), aTemplate(5)] },
    control: 'More: Drill 5',
    confirm: ['Delete', 'Delete'],
    to: 'DELETE /sms/templates/5',
  },
  {
    name: 'a text of the library',
    element: <LibraryPage />,
    read: { '/library': [anItem('messages', aMessage(1)), anItem('messages', aMessage(2))] },
    control: 'More: Message 2',
    confirm: ['Delete…', 'Delete'],
    to: 'DELETE /messages/2',
  },
  {
    name: 'a main company',
    element: <CompaniesPage groups={null} />,
    address: '/companies?company=2',
    read: {
      '/company/main/companies': [1, 2].map((id) => aMainCompany(id, { name: `Main ${id}`, user_id: 1 })),
      '/company/tree': [],
    },
    control: 'Delete',
    confirm: 'Delete',
    to: 'DELETE /company/delete',
    body: { company_id: 2 },
  },
  {
    name: 'a member',
    element: <PeopleDialog node={{ company_id: 12, name: 'Shop 12' }} onClose={nothing} />,
    read: { '/members': [aMember(3), aMember(4)] },
    control: 'End access of Ben 4',
    confirm: 'End access',
    to: 'DELETE /members/4',
  },
  {
    name: 'a request for a device',
    element: <WaitingForApproval />,
    role: 'admin',
    read: { '/devices/approvals': [aClaim(7, FIRST), aClaim(8, SECOND)] },
    control: `Approve ${SECOND}`,
    to: 'POST /devices/approvals/8/approve',
  },
  {
    name: 'a trigger that asks',
    element: <AskingTriggers />,
    read: { '/triggers/asking': [aFiring(8), aFiring(9)] },
    control: 'Confirm',
    confirm: 'Confirm',
    to: 'POST /triggers/asking/9/confirm',
  },
  {
    name: 'a sign-in',
    element: <SessionsCard />,
    read: { '/auth/sessions': [aSession(1, 'Firefox'), aSession(2, 'Chrome'), aSession(3, 'Safari', true)] },
    control: /^End the sign-in.*Chrome/,
    to: 'DELETE /auth/sessions/2',
  },
  {
    name: 'a user who is blocked',
    element: <AdminPage />,
    role: 'root',
    read: { '/admin/users': [aUser({ id: 7, name: 'Ada' }), aUser({ id: 8, name: 'Ben' })] },
    control: 'Blocked: Ben',
    as: 'switch',
    to: 'POST /admin/user/block',
    body: { userId: 8, blocked: true },
  },
  {
    name: 'a user who is deleted',
    element: <AdminPage />,
    role: 'root',
    read: { '/admin/users': [aUser({ id: 7, name: 'Ada' }), aUser({ id: 8, name: 'Ben' })] },
    control: 'DEL: Ben',
    confirm: 'Delete',
    to: 'DELETE /admin/user/8',
  },
  {
    name: 'a place of a person',
    element: <PeoplePage />,
    address: '/?open=11',
    read: { '/people': [aPerson([5, 6])] },
    control: 'End access: Shop 6',
    confirm: 'End access',
    to: 'DELETE /members/6',
  },
  {
    name: 'a display',
    element: <ScreensPanel head={(primary) => primary} />,
    address: '/?open=4',
    read: { '/screens': [aScreen(3), aScreen(4)] },
    control: 'More',
    confirm: ['Remove', 'Remove'],
    to: 'DELETE /screens/4',
  },
  {
    name: 'an open invitation',
    element: <PeoplePage />,
    role: 'admin',
    address: '/?open=ben@belfry.test',
    read: { '/people': [{ ...aPerson([]), user_id: null, name: null, registration: { id: 4, expires_at: AT } }] },
    control: 'Revoke the invitation to ben@belfry.test',
    to: 'DELETE /admin/invitations/4',
  },
  {
    name: 'a device that is unbound',
    element: <UserDevices />,
    read: {
      '/devices/user/email': [FIRST, SECOND].map((serial, index) =>
        aDevice({ device_id: index + 1, serial, user_id: 1, company_id: 42, company_name: 'Hall' }),
      ),
    },
    control: `Unbind ${SECOND}`,
    confirm: 'Confirm',
    to: 'POST /devices/unbind/company/serial',
    body: { serial: SECOND },
  },
  {
    name: 'one of two rollouts of the same version',
    element: <ClientVersions />,
    read: {
      '/client/archives': { success: true, error: null, archives: [anArchive(3.5)] },
      '/client/rollouts': [aRollout(RUN), aRollout({ ...RUN, rollout_id: OTHER_RUN })],
    },
    control: 'Pause',
    to: `POST /client/rollouts/${OTHER_RUN}/pause`,
  },
  {
    name: 'a voice of the catalogue',
    element: <VoicesPage />,
    role: 'admin',
    read: {
      '/voices/voices': [
        aVoice({ voice_name: 'ru-RU-A', display_name: 'Anna' }),
        aVoice({ voice_name: 'ru-RU-B', display_name: 'Carl' }),
      ],
    },
    control: 'Block Carl',
    to: 'POST /voices/voice/block',
    body: { display_name: 'Carl' },
    failure: /Error blocking voice/,
  },
  {
    name: 'a favourite voice',
    element: <FavoriteVoices />,
    read: { '/voices/favorites': [aFavorite('Anna'), aFavorite('Boris')], '/users/info': makeProfile({ id: 1 }) },
    control: 'Remove Boris',
    to: 'DELETE /voices/voice/favorite',
    body: { voice_name: 'ru-RU-Boris' },
    failure: /Error removing from favorites/,
  },
];

const successes = () =>
  [...document.querySelectorAll('.mantine-Notification-root[role="status"]')].map(({ textContent }) => textContent);

const press = (button: HTMLElement) => fireEvent.click(insideOf(button));

it.each(ROWS)('$name: the second of two, once, and it stays where that fails', async (row) => {
  const { control, as = 'button', confirm, body, failure = /It is refused/ } = row;
  const { sent } = await openHeld(row);
  const inRow = async () => (await screen.findAllByRole(as, { name: control })).at(-1)!;
  let button = await inRow();
  for (const name of [confirm ?? []].flat()) {
    press(button);
    button = await waitFor(() => {
      const [last] = [
        ...screen.queryAllByRole('menuitem', { name }),
        ...screen.queryAllByRole('button', { name }),
      ].slice(-1);
      expect(last ?? button).not.toBe(button);
      return last!;
    });
    expect(sent).toEqual([]);
  }
  press(button);
  press(button);
  await waitFor(() => expect(sent.length).toBeGreaterThan(0));
  await letPass(0);
  expect(sent).toHaveLength(1);
  if (body) expect(sent[0]!.call.body).toMatchObject(body);

  sent[0]!.answer(refusal(422, 'It is refused', 'unprocessable'));
  await screen.findAllByText(failure);
  expect(successes()).toEqual([]);
  const again = await inRow();
  expect(again.getAttribute('aria-disabled') ?? 'false').toBe('false');
  await waitFor(() => expect(again).toHaveProperty('disabled', false));
});

/**
 * Each list once, with its path and its rows. What asks is a banner, which says nothing where it cannot be loaded; the actions of a main company are those of the
 * one that is open, of which nothing is left where the list is not there; those of people are in the drawer of one.
 */
const LISTS = Object.values(
  Object.fromEntries(
    ROWS.filter(
      ({ name, read = {} }) => name !== 'a trigger that asks' && name !== 'a main company' && !('/people' in read),
    ).map((row) => {
      const [path = '', rows = []] = Object.entries(row.read ?? {}).find(([, value]) => Array.isArray(value)) ?? [];
      return [path, { ...row, path, rows: rows as readonly unknown[] }];
    }),
  ),
);

it.each(LISTS)('the list of $path can be loaded again, follows changes, and keeps what it has', async (row) => {
  const { control, as = 'button', path, rows } = row;
  let present: readonly unknown[] | null = null;
  const answer: Answer = (call) => {
    if (call.path !== path) return row.answer?.(call);
    return present ? listed(present) : refusal(503, 'The database is away', 'database_unavailable');
  };
  const { store } = await openHeld({ ...row, answer });
  const retries = () => screen.queryAllByRole('button', { name: /^Retry/ });
  const failed = async () => {
    await waitFor(() => expect(retries().length).toBeGreaterThan(0));
    return retries().length;
  };
  const marked = () => screen.queryAllByRole(as, { name: control });
  const change = () => act(() => void store.dispatch(baseApi.util.invalidateTags([...TAGS])));
  const failures = await failed();
  expect(marked()).toEqual([]);

  const first = rows.slice(0, 1);
  present = first;
  for (const button of retries()) fireEvent.click(button);
  await waitFor(() => expect(retries().length).toBeLessThan(failures));
  const before = marked().length;
  present = rows;
  change();
  await waitFor(() => expect(marked().length).toBeGreaterThan(before));
  present = null;
  const others = retries().length;
  change();
  await waitFor(() => expect(retries().length).toBeGreaterThan(others));
  expect(marked().length).toBeGreaterThan(before);
  present = first;
  for (const button of retries()) fireEvent.click(button);
  await waitFor(() => expect(marked()).toHaveLength(before));
});
