import { NO_LEAD_IN } from '@belfry/schemas/domain/lead-in';
import { DEFAULT_SOUND_TEST } from '@belfry/schemas/domain/sound-tests';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import {
  type AnnouncementDelivery,
  type AnnouncementRunDetails,
  announcementsHttp,
} from '@belfry/schemas/http/announcements/announcements';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { pairingHttp } from '@belfry/schemas/http/device-ownership/pairing';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { whereHttp } from '@belfry/schemas/http/places/where';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aConfiguration } from '../../../testing/configuration-factory.ts';
import { aDevice } from '../../../testing/device-factory.ts';
import { type Answer, firstOf, on, refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { aReceipt } from '../../../testing/receipt-factory.ts';
import { answerWhere, aPlaceItem, aSpeakerItem, choosePlace } from '../../../testing/where-factory.ts';
import { AddLoudspeaker } from './add-loudspeaker.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CHAIN = aPlaceItem(1, 'Chain');
const SHOP = aPlaceItem(2, 'Shop 12', [CHAIN]);
const DOOR = aSpeakerItem('4444-3333-2222-1111', 'Door', { company_id: 3, above: [CHAIN, SHOP] });
const ASKING = { model: 'Raspberry Pi 5', hostname: 'box-7', ip: '10.0.0.7', asked_at: '2026-11-29T10:00:00.000Z' };
const [SERIAL, RUN_ID] = ['1111-2222-3333-4444', '0b7d2c34-5a63-4c51-9f1e-1f4f3a3a9a01'];
const HEARD: AnnouncementDelivery = {
  serial: SERIAL,
  place: 'Eingang',
  company_id: 9,
  path: 'Chain / Shop 12',
  heard: true,
  sent: false,
  offline_since: null,
  state: 'finished',
  language: 'de-DE',
  voice: 'de-DE-Standard-A',
  started_at: null,
  finished_at: null,
  reason: null,
  reason_code: null,
  reason_params: {},
};
const RUN: AnnouncementRunDetails = {
  run_id: RUN_ID,
  kind: 'say',
  title: 'Hier ist Eingang.',
  state: 'finished',
  priority: 'say_now',
  created_at: '2026-11-29T10:00:00.000Z',
  ended_at: '2026-11-29T10:00:02.000Z',
  user_id: 1,
  user_email: 'user@belfry.test',
  error: null,
  devices: 1,
  counts: { finished: 1 },
  sent: 0,
  receipt: aReceipt({ run_id: RUN_ID, devices: 1, heard: 1 }),
  text: 'Hier ist Eingang.',
  played: [],
  may_say_again: true,
  away: 0,
  deliveries: [HEARD],
};
const source = { source_company_id: null };

const server: Answer = firstOf(
  on(whereHttp.find, ({ body }) => answerWhere(body, [CHAIN, SHOP, DOOR])),
  on(pairingHttp.read, () => ASKING),
  on(pairingHttp.pair, () => Response.json({ device_id: 7, serial: SERIAL, company_id: 9 }, { status: 201 })),
  on(pairingHttp.refuse, () => null),
  on(devicesHttp.info, () => ({
    ...aDevice({ serial: SERIAL, name: 'Entrance' }),
    configuration: aConfiguration({ serial: SERIAL }),
  })),
  on(companiesHttp.effectiveSettings, () => ({
    time_zone: { value: 'Europe/Berlin', ...source },
    language: { value: 'de-DE', ...source },
    clock_required: { value: false, ...source },
    voice: { value: 'de-DE-Standard-A', ...source },
    volume_max: { value: 100, ...source },
    quiet_hours: { value: [], ...source },
    trim_db: { value: 0, ...source },
    sound_test: { value: DEFAULT_SOUND_TEST, ...source },
    lead_in: { value: NO_LEAD_IN, ...source },
  })),
  on(sayHttp.say, () => Response.json({ run_id: RUN_ID, devices: 1, offline: 0 }, { status: 202 })),
  on(announcementsHttp.run, () => RUN),
);

const open = (answer: Answer = server, code = '', role: 'user' | 'root' = 'user') => {
  const [onDone, onAnother] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const form = <AddLoudspeaker code={code} onDone={onDone} onAnother={onAnother} />;
  return openPage(form, answer, { language: 'en' }, { role }).then((page) => ({ ...page, onDone, onAnother }));
};
const codeField = () => screen.getByRole('textbox', { name: 'Code' });

it('adds what asks with the code, lets it say who it is in the language of its place, and shows that it was heard', async () => {
  const { user, requestsTo, onDone } = await open();
  await user.type(codeField(), 'bcdfgh');
  expect(await screen.findByText(/Raspberry Pi 5, box-7 at 10\.0\.0\.7 asks since/)).toBeDefined();
  expect((codeField() as HTMLInputElement).value).toBe('BCD-FGH');
  await choosePlace(user, 'Shop 12', 'Place');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Eingang');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Heard')).toBeDefined();
  expect(requestsTo(pairingHttp.pair)).toMatchObject([
    { body: { user_code: 'BCDFGH', company_id: 2, name: 'Eingang' } },
  ]);
  expect(requestsTo(sayHttp.say)).toMatchObject([
    { body: { text: 'Hier ist Eingang.', targets: { devices: [SERIAL] } } },
  ]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(onDone).toHaveBeenCalledOnce();
});

it('says its name again where the server did not know yet that it is connected, once and not twice', async () => {
  const away = {
    ...RUN,
    state: 'running' as const,
    counts: { offline: 1 },
    deliveries: [{ ...HEARD, state: 'offline' as const }],
  };
  let reads = 0;
  const { user, requestsTo } = await open(
    firstOf(
      on(announcementsHttp.run, () => (reads++ === 0 ? away : RUN)),
      on(announcementsHttp.stop, () => Response.json(RUN)),
      server,
    ),
  );
  await user.type(codeField(), 'bcdfgh');
  await choosePlace(user, 'Shop 12', 'Place');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Eingang');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(requestsTo(sayHttp.say)).toHaveLength(2));
  await waitFor(() => expect(requestsTo(announcementsHttp.stop)).toHaveLength(1));
});

it('takes the link of a QR code, and replaces a broken loudspeaker', async () => {
  const { user, requestsTo } = await open(server, 'http://belfry.local:8080/add?code=BCD-FGH');
  await user.click(await screen.findByRole('button', { name: 'Replace a broken one…' }));
  await choosePlace(user, 'Door', 'Which loudspeaker is broken?');
  expect(await screen.findByText(/takes the place of Door/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Replace' }));
  await waitFor(() =>
    expect(requestsTo(pairingHttp.pair)).toMatchObject([{ body: { user_code: 'BCDFGH', replaces: DOOR.serial } }]),
  );
});

it('makes a place for the first loudspeaker, once also when the code is refused', async () => {
  let pairs = 0;
  const { user, requestsTo } = await open(
    firstOf(
      on(companyChangesHttp.addMain, () => ({ company_id: 1, id: 1 })),
      on(companyChangesHttp.add, () => ({ company_id: 2, id: 2 })),
      on(whereHttp.find, ({ body }) => answerWhere(body, body.targets ? [SHOP] : [])),
      (call) => {
        if (call.method !== 'POST' || call.path !== '/devices/pair') return undefined;
        pairs += 1;
        return pairs === 1 ? refusal(410, 'expired', 'code_expired') : undefined;
      },
      server,
    ),
  );
  await user.type(codeField(), 'BCD-FGH');
  await user.type(await screen.findByRole('textbox', { name: 'New place' }), 'Shop 12');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Entrance');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect((await screen.findByRole('alert')).textContent).toContain('This code has expired');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(requestsTo(pairingHttp.pair)).toHaveLength(2));
  expect(requestsTo(companyChangesHttp.add)).toMatchObject([{ body: { parent_company_id: 1, name: 'Shop 12' } }]);
});

it.each([
  ['the only place that can have loudspeakers', [CHAIN, SHOP], ['Remove Chain / Shop 12']],
  ['the organisation that has no place yet, since it is made there', [CHAIN], ['Remove Chain']],
  ['none, where there are several', [CHAIN, SHOP, aPlaceItem(4, 'Shop 13', [CHAIN])], []],
])('begins with %s', async (_what, places, chips) => {
  const { user, requestsTo } = await open(
    firstOf(
      on(whereHttp.find, ({ body }) => answerWhere(body, places)),
      server,
    ),
  );
  const chosen = () =>
    screen.queryAllByRole('button', { name: /^Remove / }).map((chip) => chip.getAttribute('aria-label'));
  await user.type(codeField(), 'bcd-fgh');
  await screen.findByRole('combobox', { name: 'Place' });
  await waitFor(() =>
    expect(requestsTo(whereHttp.find)).toContainEqual(
      expect.objectContaining({ body: { right: 'operate', below: 1 } }),
    ),
  );
  await waitFor(() => expect(chosen()).toEqual(chips));
});

it('tells that nothing waits with a code, and refuses what does', async () => {
  const { user, requestsTo } = await open(
    firstOf(
      (call) =>
        call.path.endsWith('/BCDFGJ') && call.method === 'GET' ? refusal(404, 'none', 'not_found') : undefined,
      server,
    ),
  );
  await user.type(codeField(), 'bcd-fgj');
  expect(await screen.findByText(/No loudspeaker waits with this code/)).toBeDefined();
  await user.clear(codeField());
  await user.type(codeField(), 'bcd-fgh');
  await user.click(await screen.findByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(requestsTo(pairingHttp.refuse)).toHaveLength(1));
  expect((codeField() as HTMLInputElement).value).toBe('');
});

it('shows the two lines that make a loudspeaker of a Raspberry Pi, with the address of this server', async () => {
  const { user } = await open();
  await user.click(await screen.findByText('Other ways'));
  const { origin } = window.location;
  expect(screen.getByText(`sudo belfry-device setup ${origin}`)).toBeDefined();
  expect(screen.getByText(new RegExp(`^wget ${origin}/downloads/belfry-device.deb `))).toBeDefined();
});

it('takes a loudspeaker of nobody that is here already, as simulated ones are, and lets it say who it is', async () => {
  const waiting = aDevice({ serial: SERIAL, status: 'online', company_id: null });
  const { user, requestsTo } = await open(
    firstOf(
      on(devicesHttp.listWaiting, () => [waiting]),
      on(companyChangesHttp.add, () => ({ company_id: 9, id: 9 })),
      server,
    ),
    '',
    'root',
  );
  await user.click(await screen.findByText('Other ways'));
  await user.click(screen.getByRole('button', { name: /^One that is here already/ }));
  await screen.findByRole('combobox', { name: 'At' });
  await choosePlace(user, 'Shop 12', 'At');
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Eingang');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Heard')).toBeDefined();
  expect(requestsTo(devicesHttp.listWaiting)[0]).toMatchObject({ params: { unowned: 'true' } });
  expect(requestsTo(companyChangesHttp.add)).toMatchObject([
    { body: { name: 'Eingang', parent_company_id: 2, serial: SERIAL } },
  ]);
});
