import {
  type NetworkSpeaker,
  networkSpeakersHttp,
  type SpeakerSender,
} from '@belfry/schemas/http/network-speakers/network-speakers';
import { bellsHttp } from '@belfry/schemas/http/bells/bells';
import { whereHttp } from '@belfry/schemas/http/places/where';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { answerWhere, aPlaceItem } from '../../testing/where-factory.ts';
import { Carried } from './carried.tsx';
import { NetworkForm } from './network-form.tsx';
import { OnTheNetwork } from './on-the-network.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const [SERIAL, HOST] = ['1111-2222-3333-4444', '5555-6666-7777-8888'];
const CHAIN = aPlaceItem(1, 'Chain');
const SHOP = aPlaceItem(2, 'Shop 12', [CHAIN]);
const SENDER: SpeakerSender = {
  serial: HOST,
  name: 'Office',
  path: 'Chain / Shop 12',
  status: 'online',
  is_here: true,
  carries: 0,
};
const AWAY: SpeakerSender = { ...SENDER, serial: '5555-6666-7777-9999', name: 'Cellar', status: 'offline' };
const where = on(whereHttp.find, ({ body }) => answerWhere(body, [CHAIN, SHOP]));
const senders = (...list: SpeakerSender[]) => on(networkSpeakersHttp.senders, () => list);
const label = (name: string | RegExp) => screen.getByLabelText(name);
const type = (name: string | RegExp, value: string) => fireEvent.change(label(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('fills in what a maker’s loudspeaker listens to, and says what to set there', async () => {
  const added = vi.fn();
  const sent: unknown[] = [];
  const create = on(networkSpeakersHttp.create, ({ body }) => {
    sent.push(body);
    return Response.json({ device_id: 7, serial: SERIAL, company_id: 9, used_by: [] }, { status: 201 });
  });
  await openPage(
    <NetworkForm place={2} onBack={vi.fn()} onAdded={added} />,
    firstOf(where, senders(AWAY, SENDER), create),
  );
  // One that is online is offered, also where another one is first.
  await waitFor(() => expect((label(/^Sent by/) as HTMLSelectElement).value).toBe(HOST));
  type(/^What it is/, 'algo_zones');
  expect(screen.getByText(/Music goes to port 50008/)).toBeTruthy();
  type(/^Name/, 'Yard');
  press('Add');
  await waitFor(() => expect(added).toHaveBeenCalledWith({ serial: SERIAL, company_id: 9, name: 'Yard' }));
  expect(sent).toMatchObject([
    {
      company_id: 2,
      name: 'Yard',
      sender: HOST,
      transport: {
        address: '224.0.2.60',
        port: 50_008,
        codec: 'G722',
        priority_addresses: { emergency: { address: '224.0.2.60', port: 50_000 } },
      },
    },
  ]);
});

it('says what is wrong with an address, before and after it is sent', async () => {
  const [error, path] = ['Nothing is sent to this address', 'transport.address'];
  const refused = on(networkSpeakersHttp.create, () =>
    Response.json({ error, code: 'unprocessable', details: [{ path, message: error }] }, { status: 422 }),
  );
  await openPage(
    <NetworkForm place={2} onBack={vi.fn()} onAdded={vi.fn()} />,
    firstOf(where, senders(SENDER), refused),
  );
  await waitFor(() => expect((label(/^Sent by/) as HTMLSelectElement).value).toBe(HOST));
  type(/^Name/, 'Yard');
  type(/^Address and port/, '239.1.2.3:50001');
  press('Add');
  expect(await screen.findByText(/an even port/)).toBeTruthy();
  type(/^Address and port/, '8.8.8.8:50000');
  press('Add');
  expect(await screen.findByText(/Use a multicast or private one/)).toBeTruthy();
});

it('adds a media player of Home Assistant by its entity', async () => {
  const sent: unknown[] = [];
  const create = on(networkSpeakersHttp.create, ({ body }) => {
    sent.push(body);
    return Response.json({ device_id: 7, serial: SERIAL, company_id: 9, used_by: [] }, { status: 201 });
  });
  await openPage(<NetworkForm place={2} onBack={vi.fn()} onAdded={vi.fn()} />, firstOf(where, senders(SENDER), create));
  await waitFor(() => expect((label(/^Sent by/) as HTMLSelectElement).value).toBe(HOST));
  type(/^What it is/, 'media_player');
  type(/^Name/, 'Kitchen');
  press('Add');
  expect(await screen.findByText('Type it as media_player.kitchen')).toBeTruthy();
  type(/^Media player/, 'media_player.kitchen');
  press('Add');
  await waitFor(() =>
    expect(sent).toMatchObject([
      { name: 'Kitchen', transport: { kind: 'media_player', entity: 'media_player.kitchen' } },
    ]),
  );
});

it('says that nothing can send yet, and how something can', async () => {
  await openPage(<NetworkForm place={2} onBack={vi.fn()} onAdded={vi.fn()} />, firstOf(where, senders()));
  expect(await screen.findByText(/Nothing here can send to it yet/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', true);
});

it('says that a place comes first, where there are several', async () => {
  const several = on(whereHttp.find, () => ({
    items: [SHOP, aPlaceItem(3, 'Shop 13', [CHAIN])],
    places: 2,
    loudspeakers: 0,
    online: 0,
    more: false,
  }));
  await openPage(
    <NetworkForm place={undefined} onBack={vi.fn()} onAdded={vi.fn()} />,
    firstOf(several, senders(SENDER)),
  );
  const sender = (await screen.findByLabelText(/^Sent by/)) as HTMLSelectElement;
  expect([sender.disabled, sender.selectedOptions[0]?.text]).toEqual([true, 'Choose a place first']);
});

it('says that no device is online that could send, and what to do', async () => {
  await openPage(<NetworkForm place={2} onBack={vi.fn()} onAdded={vi.fn()} />, firstOf(where, senders(AWAY)));
  expect(await screen.findByText(/^None of these devices is online.+Switch on/)).toBeTruthy();
  cleanup();
  await openPage(<NetworkForm place={2} onBack={vi.fn()} onAdded={vi.fn()} />, firstOf(where, senders(AWAY, SENDER)));
  await waitFor(() => expect((label(/^Sent by/) as HTMLSelectElement).value).toBe(HOST));
  expect(screen.queryByText(/^None of these devices is online/)).toBeNull();
});

const YARD: NetworkSpeaker = {
  device_id: 7,
  serial: SERIAL,
  company_id: 9,
  name: 'Yard',
  sender: HOST,
  sender_name: 'Office',
  sender_status: 'online',
  carried: true,
  status: 'online',
  problem: null,
  transport: { kind: 'rtp', address: '224.0.2.60', port: 50_000, codec: 'G722' },
  used_by: [{ serial: SERIAL, name: 'Gate', sender: HOST }],
  revision: 1,
};

it('shows how sound gets there, who hears the same, and that nothing says whether it is there; and tests it', async () => {
  const rung: unknown[] = [];
  await openPage(
    <OnTheNetwork deviceId={7} may={{ say: true, change: true, remove: false }} onRemoved={vi.fn()} />,
    firstOf(
      on(networkSpeakersHttp.read, () => YARD),
      on(bellsHttp.ring, ({ body }) => {
        rung.push(body);
        return Response.json(
          { run_id: '11111111-1111-4111-8111-111111111111', devices: 1, offline: 0 },
          { status: 202 },
        );
      }),
    ),
  );
  expect(await screen.findByText('224.0.2.60:50000, G.722, by Office')).toBeTruthy();
  expect(screen.getByText('The same address: Gate. They hear the same.')).toBeTruthy();
  expect(screen.getByText('Nothing says whether it is there')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  press('Test sound');
  await waitFor(() => expect(rung).toEqual([{ sound: { type: 'chime', chime: 'three_tone' } }]));
});

it('says why nothing can be sent to it, at it and at its sender', async () => {
  const lost = { ...YARD, status: 'offline' as const, problem: 'No sound can be sent to the loudspeaker: ENETUNREACH' };
  await openPage(
    <>
      <OnTheNetwork deviceId={7} may={{ say: true, change: true, remove: false }} onRemoved={vi.fn()} />
      <Carried serial={HOST} />
    </>,
    firstOf(
      on(networkSpeakersHttp.read, () => lost),
      on(networkSpeakersHttp.list, () => Response.json([lost], { headers: { 'X-Total-Count': '1' } })),
    ),
  );
  const said = 'No sound can be sent to the loudspeaker';
  expect(await screen.findByText(said)).toBeTruthy();
  expect(await screen.findByText(`224.0.2.60:50000 · ${said}`)).toBeTruthy();
  expect(screen.queryByText('Nothing says whether it is there')).toBeNull();
});
