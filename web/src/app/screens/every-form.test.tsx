import { AddPlace } from './places/add-place.tsx';
import { letPass } from '@belfry/schemas/testing/clock';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { notifications } from '@mantine/notifications';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ForgotPasswordPage } from '../../features/accounts/passwords/forgot-password-page.tsx';
import { ChangePasswordPage } from '../../features/accounts/passwords/change-password-page.tsx';
import { ProfileCard } from '../../features/accounts/profile/profile-card.tsx';
import { RegisterPage } from '../../features/accounts/register/register-page.tsx';
import { expectCountry, fillRegistration } from '../../features/accounts/register/testing/register-harness.tsx';
import { LoginForm } from '../../features/accounts/sign-in/login-form.tsx';
import { PlanMaintenance } from '../../features/alarms/index.ts';
import { SayPage } from '../../features/announcements/index.ts';
import { ApiKeys } from '../../features/api-keys/index.ts';
import { StartRunDialog } from '../../features/commands/runs/start-run-dialog.tsx';
import { CompaniesPage } from '../../features/companies/companies-page.tsx';
import { ElementForm } from '../../features/companies/element-form/element-form.tsx';
import { TreePanel } from '../../features/companies/tree/index.ts';
import { AddLoudspeaker, LabelForm } from '../../features/device-ownership/pairing/index.ts';
import { DevicesPage } from '../../features/devices/devices-page.tsx';
import { UserDevices } from '../../features/devices/own/index.ts';
import { DeviceSettings } from '../../features/device-state/settings/device-settings.tsx';
import { LibraryPage } from '../../features/library/index.ts';
import { NetworkForm } from '../../features/network-speakers/index.ts';
import { SchedulePage } from '../../features/schedules/index.ts';
import { PeopleDialog } from '../../features/teams/people-dialog.tsx';
import { PeoplePage } from '../../features/teams/people/index.ts';
import { TriggersPanel } from '../../features/triggers/triggers-panel.tsx';
import { ScreensPanel } from '../../features/scenarios/index.ts';
import { WebhooksPanel } from '../../features/webhooks/webhooks-panel.tsx';
import { aConfiguration } from '../../testing/configuration-factory.ts';
import { aDevice, infoOf } from '../../testing/device-factory.ts';
import { refusal } from '../../testing/fake-server.ts';
import { aMessage } from '../../testing/library-factory.ts';
import { answerLookups, makeLocation } from '../../testing/lookup-answers.ts';
import { type Held, openHeld } from '../../testing/open-held.tsx';
import { makeProfile } from '../../testing/profile-factory.ts';
import { aDryRun, aSchedule } from '../../testing/schedule-factory.ts';
import { stubElementSize } from '../../testing/stub-element-size.ts';
import { aCompanyInfo, aMainCompany, aNode, SHOPS } from '../../testing/tree-factory.ts';
import { choosePlace } from '../../testing/where-factory.ts';

beforeEach(() => stubElementSize(600, ['clientHeight', 'clientWidth']));
afterEach(() => {
  cleanup();
  notifications.clean();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const READ: Record<string, unknown> = {
  '/company/main/companies': [aMainCompany(1, { name: 'Main' })],
  '/company/tree': SHOPS,
  '/users/info': makeProfile({ id: 1 }),
  '/announcements/preview': {
    devices: 2,
    reachable: 2,
    sent: 0,
    offline: 0,
    silent: 0,
    unheard: [],
    fallbacks: 0,
    text_language: null,
    other_voices: 0,
    languages: [],
    places: [],
  },
  '/schedules/dry-run': aDryRun(),
  '/schedules/feed': { created_at: null },
  '/command-runs/preview': { devices: 3, online: 3, offline: 0, waves: 1 },
  '/messages': [aMessage(3, { name: 'Opening hours' })],
};

const SERIAL = '1111-2222-3333-4444';
const SENDER = { name: 'Office', path: 'Shop 1', status: 'online', is_here: true, carries: 0 };
const DEVICE = aDevice({ serial: SERIAL, status: 'online' });
const nothing = () => null;
const press = (name: string | RegExp) => async () =>
  void fireEvent.click((await screen.findAllByRole('button', { name })).at(-1)!);
const type = (name: string | RegExp, value: string) => async () =>
  void fireEvent.change((await screen.findAllByLabelText(name, { selector: 'input, textarea' })).at(-1)!, {
    target: { value },
  });
const pickPlace = (name: string) => async () => {
  const field = (await screen.findAllByRole('combobox', { name: 'Place' })).at(-1)!;
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: name } });
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
};
const tick = (name: string | RegExp) => async () => void fireEvent.click(await screen.findByRole('checkbox', { name }));
const choose = (name: string | RegExp, value: string) => async () =>
  void fireEvent.change(await screen.findByRole('combobox', { name }), { target: { value } });

type Form = Held & {
  name: string;
  steps: readonly (() => Promise<void>)[];
  /** The button that sends it; the last one of the name. */
  send: string | RegExp;
  failure?: RegExp;
};

const FORMS: readonly Form[] = [
  {
    name: 'a loudspeaker',
    element: <AddLoudspeaker code="BCD-FGH" onDone={nothing} onAnother={nothing} />,
    read: {
      '/devices/pair/BCDFGH': { model: 'Box', hostname: null, ip: '10.0.0.7', asked_at: '2026-11-29T10:00:00.000Z' },
    },
    steps: [pickPlace('Shop 1'), type(/^Name/, 'Entrance')],
    send: /^Add$/,
    to: 'POST /devices/pair',
  },
  {
    name: 'a sign-in',
    element: <LoginForm target="/home" />,
    steps: [type(/^Email/, 'ada@belfry.test'), type(/^Password/, 'Secret-1')],
    send: /^(Sign In|Logging in\.\.\.)$/,
    to: 'POST /auth/login',
  },
  {
    name: 'a registration',
    element: <RegisterPage />,
    read: { '/auth/user/ip': makeLocation(), '/auth/registration': { mode: 'open' } },
    answer: answerLookups,
    steps: [() => expectCountry('Germany'), async () => fillRegistration()],
    send: /^(Create Account|Creating)/,
    to: 'POST /auth/register',
    failure: /^Invalid input data format/,
  },
  {
    name: 'a forgotten password',
    element: <ForgotPasswordPage />,
    steps: [type(/^Email/, 'ada@belfry.test')],
    send: /^Send/,
    to: 'POST /users/forgot-password',
  },
  {
    name: 'a new password',
    element: <ChangePasswordPage />,
    steps: [
      type('Current password', 'Secret-1'),
      type('New password', 'Brand-new-1'),
      type('Confirm new password', 'Brand-new-1'),
    ],
    send: 'Change Password',
    to: 'PUT /auth/change/password',
  },
  {
    name: 'the profile',
    element: (
      <ProfileCard
        profile={makeProfile()}
        confirmPhone={nothing}
        banner={({ text }) => notifications.show({ message: text })}
      />
    ),
    steps: [press('Edit'), type('City', 'Tartu')],
    send: 'Save Changes',
    to: 'PUT /users/update',
  },
  {
    name: 'a key of a program',
    element: <ApiKeys />,
    steps: [press('Create a key'), type(/^Name/, 'Till 4'), tick('Say something now')],
    send: 'Create a key',
    to: 'POST /api-keys',
  },
  {
    name: 'a webhook',
    element: <WebhooksPanel />,
    steps: [
      press('Add a webhook'),
      type(/^Name/, 'Tickets'),
      type(/^Address/, 'https://tickets.example/hook'),
      tick('Alarm raised'),
      pickPlace('North'),
    ],
    send: 'Add a webhook',
    to: 'POST /webhooks',
  },
  {
    name: 'a display',
    element: <ScreensPanel head={(primary) => primary} />,
    steps: [press('Add a display'), type(/^Name/, 'Hall'), pickPlace('North')],
    send: 'Add a display',
    to: 'POST /screens',
  },
  {
    name: 'a trigger',
    element: <TriggersPanel />,
    steps: [
      press('Prepare a trigger'),
      type(/^Name/, 'Fire panel'),
      pickPlace('North'),
      choose('Does', 'all_clear'),
      tick(/without asking anybody/),
    ],
    send: 'Prepare a trigger',
    to: 'POST /triggers',
  },
  {
    name: 'a place',
    element: <AddPlace parentId={null} onClose={nothing} />,
    steps: [type(/^Name/, 'Depot')],
    send: 'Add',
    to: 'POST /company/add',
  },
  {
    name: 'a loudspeaker with a label',
    element: <LabelForm place={3} onBack={nothing} onAdded={() => null} onDone={nothing} />,
    read: { '/devices/user/register': aDevice() },
    steps: [type(/^Number/, '1111-2222-3333-4444'), type(/^Name/, 'Door')],
    send: /^Add$/,
    to: 'POST /company/add',
  },
  {
    name: 'a network speaker',
    element: <NetworkForm place={3} onBack={nothing} onAdded={nothing} />,
    read: { '/network-speakers/senders': [{ ...SENDER, serial: SERIAL }] },
    steps: [
      async () => void (await screen.findByRole('option', { name: 'Shop 1 / Office' })),
      type(/^Name/, 'Yard'),
      type(/^Address and port/, '239.1.2.3:50000'),
    ],
    send: /^Add$/,
    to: 'POST /network-speakers',
  },
  {
    name: 'a maintenance window',
    element: <PlanMaintenance node={null} onClose={nothing} />,
    steps: [type(/^Name/, 'Cables'), pickPlace('North')],
    send: /^(Plan|Save)/,
    to: 'POST /maintenance-windows',
  },
  {
    name: 'a schedule',
    element: <SchedulePage />,
    address: '/schedule?tab=create&edit=1',
    read: { '/schedules/1': aSchedule(1) },
    steps: [type(/^Name/, 'Bell 1!')],
    send: /^Save/,
    to: 'PUT /schedules/1',
  },
  {
    name: 'something to say',
    element: <SayPage />,
    steps: [type('What', 'Welcome'), async () => choosePlace(userEvent.setup(), 'North')],
    send: /^Speak/,
    to: 'POST /announcements/say',
  },
  {
    name: 'a text of the library',
    element: <LibraryPage />,
    steps: [press('New text'), type(/^Text/, 'We close soon')],
    send: 'Save',
    to: 'POST /messages',
  },
  {
    name: 'a template of SMS in the library',
    element: <LibraryPage />,
    address: '/library?kind=sms',
    steps: [press('New template'), type(/^Name/, 'Drill'), type('Message', 'Fire drill')],
    send: 'Save',
    to: 'POST /sms/templates',
  },
  {
    name: 'a member',
    element: <PeopleDialog node={{ company_id: 12, name: 'Shop 12' }} onClose={nothing} />,
    steps: [press('Add a person'), type(/Email/, 'new@belfry.test')],
    send: 'Add',
    to: 'POST /members',
  },
  {
    name: 'somebody who is let in',
    element: <PeoplePage />,
    steps: [press('Let somebody in'), type(/^Email/, 'new@belfry.test'), pickPlace('North')],
    send: 'Let in',
    to: 'POST /people',
  },
  {
    name: 'an invitation to register',
    element: <PeoplePage />,
    role: 'admin',
    read: { '/users/info': makeProfile({ id: 1, role: 'admin' }) },
    steps: [press('Let somebody in'), type(/^Email/, 'new@belfry.test')],
    send: 'Let in',
    to: 'POST /admin/invitations',
  },
  {
    name: 'a device',
    element: <DevicesPage />,
    role: 'admin',
    address: '/devices?add=1',
    steps: [press('Generate serial'), type('Note', 'New')],
    send: 'Add device',
    to: 'POST /devices/create',
  },
  {
    name: 'the details of a device',
    element: <DevicesPage />,
    role: 'admin',
    address: `/devices?device=${SERIAL}`,
    read: { '/devices/info/': infoOf(DEVICE) },
    steps: [press('Edit'), type('Note', 'New')],
    send: 'Save',
    to: `PUT /devices/edit/${DEVICE.device_id}`,
  },
  {
    name: 'a device of one’s own',
    element: <UserDevices />,
    steps: [press('Add Device'), type(/^Serial number/, '1234567890123456'), type('Notes', 'Hall')],
    send: 'Add Device',
    to: 'POST /devices/user/register',
  },
  {
    name: 'the settings of a device',
    element: <DeviceSettings serial={SERIAL} onClose={nothing} />,
    address: '/?settings_tab=system',
    read: { [`/rpi/devices/config/${SERIAL}`]: aConfiguration(), '/devices/info/': infoOf(DEVICE) },
    steps: [type(/^UTC offset/, '3')],
    send: 'Save Settings',
    to: `POST /rpi/devices/config/${SERIAL}`,
  },
  {
    name: 'a main company',
    element: <CompaniesPage groups={null} />,
    steps: [press('Add Company'), type(/^Name/, 'Fresh')],
    send: 'Add',
    to: 'POST /company/main/add',
  },
  {
    name: 'a new element',
    element: <ElementForm mode="add" parent={aNode(1, { type: 'Main' })} onDone={nothing} onClose={nothing} />,
    steps: [type(/^Name/, 'Hall')],
    send: 'Add New',
    to: 'POST /company/add',
  },
  {
    name: 'a node of the tree',
    element: <TreePanel company={aMainCompany(1, { name: 'Main' })} />,
    read: { '/company/info': aCompanyInfo(SHOPS[1]!) },
    steps: [press('Edit North'), type(/^Name/, 'Far North')],
    send: 'Save',
    to: 'PUT /company',
  },
  {
    name: 'a run of a command',
    element: <StartRunDialog targets={{ serials: [SERIAL] }} label="3 devices" onClose={nothing} />,
    steps: [choose('Command', 'refresh_info')],
    send: /^Send to 3 devices/,
    to: 'POST /command-runs',
  },
];

const valuesAround = (button: HTMLElement) =>
  [...(button.closest('form') ?? document).querySelectorAll<HTMLInputElement>('input, textarea, select')].map((field) =>
    ['checkbox', 'radio'].includes(field.type) ? field.checked : field.value,
  );

const successes = () =>
  [...document.querySelectorAll('.mantine-Notification-root[role="status"]')].map(({ textContent }) => textContent);

const isDisabled = (button: HTMLElement): boolean => button.closest('[disabled]') !== null;

it.each(FORMS)('$name: one call while it runs, and nothing is lost where it fails', async (form) => {
  const { sent } = await openHeld({ ...form, read: { ...READ, ...form.read } });
  for (const step of form.steps) await step();
  const button = () => screen.getAllByRole('button', { name: form.send }).at(-1)!;
  await waitFor(() => expect(isDisabled(button())).toBe(false));
  const typed = valuesAround(button());
  fireEvent.click(button());
  fireEvent.click(button());
  await waitFor(() => expect(sent.length).toBeGreaterThan(0));
  // Enter sends no form whose button is disabled.
  expect(isDisabled(button())).toBe(true);
  await letPass(0);
  expect(sent).toHaveLength(1);

  sent[0]!.answer(refusal(422, 'It is refused', 'unprocessable'));
  await screen.findAllByText(form.failure ?? /It is refused/);
  expect(successes()).toEqual([]);
  expect(valuesAround(button())).toEqual(typed);
  await waitFor(() => expect(isDisabled(button())).toBe(false));
  fireEvent.click(button());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]!.call.body).toEqual(sent[0]!.call.body);
});
