import { type Action, allows } from '@belfry/schemas/domain/actions';
import { NODE_ROLES, type NodeRole, rightsOfRole } from '@belfry/schemas/domain/rights';
import type { Access } from '@belfry/schemas/http/teams/access';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SayResult } from '../../features/announcements/say/say-result.tsx';
import { EmergencyBanner, EmergencyButton } from '../../features/announcements/emergency/index.ts';
import { SayPage } from '../../features/announcements/index.ts';
import { aRun, RUN_ID } from '../../features/announcements/testing/run-factory.ts';
import { ApiKeys } from '../../features/api-keys/index.ts';
import { TreePanel } from '../../features/companies/tree/index.ts';
import { UserDevices } from '../../features/devices/own/index.ts';
import { GroupManager } from '../../features/groups/index.ts';
import { LibraryPage } from '../../features/library/index.ts';
import { SmsPage } from '../../features/mail/sms/index.ts';
import { CalendarPage, SchedulePage } from '../../features/schedules/index.ts';
import { useGetOwnAccessQuery } from '../../features/teams/teams-api.ts';
import { aDevice } from '../../testing/device-factory.ts';
import type { Answer } from '../../testing/fake-server.ts';
import { aMessage, anItem } from '../../testing/library-factory.ts';
import { openPage } from '../../testing/open-page.tsx';
import { aSchedule } from '../../testing/schedule-factory.ts';
import { stubElementSize } from '../../testing/stub-element-size.ts';
import { aMainCompany, SHOPS } from '../../testing/tree-factory.ts';
import { NavLinks } from '../shell/navigation.tsx';

beforeEach(() => stubElementSize(600, ['clientHeight', 'clientWidth']));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const OWNER = 7;
const SERIAL = '1111-2222-3333-4444';
const EMERGENCY = {
  devices: 3,
  reachable: 3,
  messages: [{ id: 5, name: 'Fire', languages: ['ru'], ready: 1, devices: 3 }],
  active: [{ run_id: RUN_ID, kind: 'emergency', title: 'Fire', devices: 3, counts: { started: 1 } }],
};

const accessOf = (role: NodeRole): Access[] => [
  {
    member_id: 3,
    company_id: 1,
    company_name: 'Main',
    organisation_id: OWNER,
    organisation_name: 'Chain',
    role,
    may_emergency: true,
    expires_at: null,
  },
];

const lists: Record<string, unknown> = {
  '/announcements/runs': [],
  [`/announcements/runs/${RUN_ID}`]: aRun({}, { user_id: OWNER }),
  '/emergency': EMERGENCY,
  '/messages': [aMessage(1)],
  '/library': [anItem('messages', aMessage(1))],
  '/schedules': [aSchedule(1)],
  '/schedules/day-programme/2': { company_id: 2, source_company_id: 2, windows: [] },
  '/sms/templates': [{ id: 4, name: 'Drill', text: 'Fire drill', revision: 1 }],
  '/sms/history': [],
  '/group/list': [],
  '/api-keys': [],
  '/devices/user/email': [aDevice({ serial: SERIAL, user_id: OWNER, company_id: 4, company_name: 'Door' })],
  '/company/main/companies': [aMainCompany(1, { name: 'Main', user_id: OWNER })],
  '/company/tree': SHOPS.map((node) => Object.assign({}, node, { user_id: OWNER })),
};

const answers =
  (role: NodeRole): Answer =>
  ({ path }) => {
    if (path === '/me/access') return Response.json(accessOf(role));
    return path in lists ? Response.json(lists[path]) : undefined;
  };

type Shown = {
  name: string;
  element: ReactNode;
  address?: string;
  controls: readonly [
    role: 'button' | 'link' | 'tab' | 'checkbox' | 'combobox',
    name: string | RegExp,
    action: Action,
  ][];
};

const SHOWN: readonly Shown[] = [
  {
    name: 'navigation',
    element: (
      <nav aria-label="navigation">
        <NavLinks />
      </nav>
    ),
    controls: [
      ['link', 'Say', 'say'],
      ['link', 'Calendar', 'read_schedules'],
      ['link', 'Library', 'edit_library'],
      ['link', 'Settings', 'manage_members'],
    ],
  },
  { name: 'say', element: <SayPage />, controls: [['combobox', 'Where', 'say']] },
  {
    name: 'a run of somebody else',
    element: <SayResult runId={RUN_ID} onAgain={() => undefined} />,
    controls: [['button', 'Stop', 'stop_others']],
  },
  {
    name: 'emergencies',
    element: (
      <>
        <EmergencyButton />
        <EmergencyBanner />
      </>
    ),
    controls: [
      ['button', /^Emergency/, 'emergency'],
      ['button', 'All clear', 'emergency'],
    ],
  },
  {
    name: 'schedules',
    element: <SchedulePage />,
    address: '/schedule?tab=manage',
    controls: [
      ['tab', 'Create Schedule', 'edit_schedules'],
      ['checkbox', 'Select Bell 1', 'edit_schedules'],
    ],
  },
  {
    name: 'the calendar',
    element: <CalendarPage />,
    address: '/calendar?node=all',
    controls: [['link', 'Plan…', 'edit_schedules']],
  },
  {
    name: 'the music of the day',
    element: <CalendarPage />,
    address: '/calendar?node=all&open=music:2',
    controls: [['button', 'Add a window', 'edit_day_programmes']],
  },
  {
    name: 'the library',
    element: <LibraryPage />,
    controls: [
      ['button', 'Add', 'edit_library'],
      ['link', 'Say now: Message 1', 'say'],
    ],
  },
  {
    name: 'templates in the library',
    element: <LibraryPage />,
    address: '/library?kind=sms',
    controls: [
      ['button', 'Text messages', 'read_sms'],
      ['button', 'More: Drill', 'edit_templates'],
    ],
  },
  {
    name: 'SMS',
    element: <SmsPage />,
    address: '/sms?tab=templates',
    controls: [
      ['tab', 'Send', 'send_sms'],
      ['button', 'New template', 'edit_templates'],
      ['button', 'More: Drill', 'edit_templates'],
    ],
  },
  {
    name: 'groups',
    element: <GroupManager />,
    controls: [['button', 'Create group', 'edit_groups']],
  },
  {
    name: 'devices',
    element: <UserDevices />,
    controls: [
      ['button', `Settings of ${SERIAL}`, 'set_devices'],
      ['button', `Device Settings of ${SERIAL}`, 'set_devices'],
      ['button', `Unbind ${SERIAL}`, 'bind_devices'],
      ['link', 'Runs', 'command_devices'],
    ],
  },
  {
    name: 'the tree',
    element: <TreePanel company={aMainCompany(1, { name: 'Main', user_id: OWNER })} />,
    controls: [
      ['button', 'Add below Main', 'edit_places'],
      ['button', 'Edit North', 'edit_places'],
      ['button', 'People of Main', 'manage_members'],
    ],
  },
  { name: 'keys of programs', element: <ApiKeys />, controls: [['button', 'Create a key', 'manage_keys']] },
];

const Known = () => (useGetOwnAccessQuery().data ? <p>Rights are known</p> : null);

describe.each(NODE_ROLES)('a %s', (role) => {
  const rights = rightsOfRole(role, { mayEmergency: true });
  it.each(SHOWN)(
    'is offered in $name what their rights allow, and nothing else',
    async ({ element, address, controls }) => {
      const page = (
        <>
          <Known />
          {element}
        </>
      );
      await openPage(page, answers(role), {}, { address: address ?? '/' });
      await screen.findByText('Rights are known');
      for (const [kind, name, action] of controls)
        await waitFor(() =>
          expect(screen.queryAllByRole(kind, { name }).length > 0, `${String(name)} for ${action}`).toBe(
            allows(rights, action),
          ),
        );
    },
  );
});
