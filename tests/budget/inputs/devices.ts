import { NETWORK_SPEAKERS_MAX } from '@belfry/schemas/domain/network-speakers';
import { NOTE_MAX } from '@belfry/schemas/domain/limits';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { IMPORT_LINES_MAX } from '@belfry/schemas/http/fleet/files';
import { approvalsHttp } from '@belfry/schemas/http/device-ownership/approvals';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { pairingHttp } from '@belfry/schemas/http/device-ownership/pairing';
import { savedFiltersHttp } from '@belfry/schemas/http/fleet/saved-filters';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { networkSpeakersHttp } from '@belfry/schemas/http/network-speakers/network-speakers';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { sql } from 'kysely';
import { createDevice } from '../../support/factories.ts';
import { body, done, next, params, query, type Inputs, type Tools } from './input.ts';

const note = 'x'.repeat(NOTE_MAX);
/** The settings of a device, all of their greatest length. */
const SETTINGS = {
  system_volume: 100,
  music_volume: 100,
  radio_volume: 100,
  voices_commands: 'x'.repeat(2_000),
  voices_lang_deff: 'en',
  voices_voice_deff: 'x'.repeat(100),
  current_radio_url: `https://example.com/${'x'.repeat(400)}`,
  music_type: 'x'.repeat(50),
  time_zone: 'Europe/Riga',
  utc: 14,
  reboot_at_night: true,
  update_at_night: true,
  wifi_login: 'x'.repeat(32),
  wifi_pass: 'x'.repeat(63),
};

/** Calls about devices. */
export function deviceInputs({ api, db, of }: Tools): Inputs {
  const { serials, deviceId } = of;
  const list = { q: 'e' };
  const bulk = { targets: { filter: {} }, change: { note } };
  const newDevice = () => createDevice({ db }, { pass_hash: null, key_hash: null, device_mode: 'new' });
  const withPass = () => createDevice({ db }, { key_hash: null, device_mode: 'new' });

  /** A claim of a device without its pass, which an administrator decides. */
  async function claim(): Promise<{ id: number }> {
    const { serial } = await newDevice();
    const key = of.spare.key;
    await done(api.call(enrolmentHttp.register, { key }, { serial, note }));
    const claims = await done(api.call(approvalsHttp.claims, { key }));
    return { id: claims.find((found) => found.serial === serial)?.id ?? 0 };
  }

  const ask = () => done(api.call(pairingHttp.ask, null, { model: 'x'.repeat(100), hostname: 'x'.repeat(100) }));

  const destination = (address: string) => ({ address, port: 50_000 });
  const transport = {
    kind: 'rtp',
    ...destination('239.1.2.3'),
    codec: 'L16',
    rate: 48_000,
    priority_addresses: { emergency: destination('239.1.2.4'), say_now: destination('239.1.2.5') },
    health: { kind: 'http', address: `http://192.168.1.20/${'x'.repeat(170)}` },
  };
  const speaker = () => ({ name: `Horn ${next()}`, transport });
  /** The tree has room for one node. */
  const removeSpeakers = () =>
    sql`
    with gone as (
      delete from devices d using network_speakers n where n.device_id = d.device_id and n.sender = ${serials[2]} returning d.company_id
    )
    delete from companies c using gone where c.company_id = gone.company_id`.execute(db);
  const newSpeaker = async () => {
    await removeSpeakers();
    return { ...speaker(), company_id: of.companies[0], sender: serials[2] };
  };
  const networkSpeaker = async (): Promise<{ device_id: number }> => {
    const { device_id } = await done(api.call(networkSpeakersHttp.create, of.owner, await newSpeaker()));
    return { device_id };
  };
  /** As many as one device carries, of devices that exist. */
  async function carried(): Promise<void> {
    await sql`
      insert into network_speakers (device_id, sender, transport, destinations)
      select device_id, ${serials[1]}, ${JSON.stringify(transport)}::jsonb, array['239.1.2.3:50000']
      from devices where user_id = ${of.owner.id} and serial <> ${serials[1] ?? ''} order by device_id desc limit ${NETWORK_SPEAKERS_MAX}
      on conflict do nothing`.execute(db);
  }

  async function savedFilter(): Promise<number> {
    await db.deleteFrom('saved_device_filters').execute();
    const filter = { name: `Filter ${next()}`, filters: { q: 'x' } };
    const saved = api.call(savedFiltersHttp.save, of.root, filter);
    return (await done(saved)).id;
  }

  const filters = { q: 'x'.repeat(200), version: 'x'.repeat(50), seen: 'never', status: 'online', mode: 'active' };
  const csvOf = (line: (serial: string, n: number) => string): string =>
    ['serial,note,tags,mode', ...serials.slice(0, IMPORT_LINES_MAX).map(line)].join('\n');

  return {
    'get /devices/all': [query({ page: 1, page_size: 500, sort: '-last_seen', ...list })],
    'get /devices/wall': [query({})],
    'get /devices/versions': [query({})],
    'get /devices/tags': [query({})],
    'get /devices/user/email': [query({}), query({ page: 1, page_size: 500, ...list })],
    'get /devices/user/wait': [query({})],
    'get /devices/user/claims': [query({})],
    'post /devices/create': [
      async () =>
        body({
          serial: randomSerial(),
          device_type: 'audio',
          device_mode: 'active',
          note,
          tags: tags(),
          pass: 'pass-1',
        }),
    ],
    'put /devices/edit/{device_id}': [
      async () => ({
        params: { device_id: deviceId },
        body: { note: `${next()}${note}`.slice(0, NOTE_MAX), tags: tags() },
      }),
    ],
    'post /devices/enroll': [
      async () => {
        const { serial, pass } = await withPass();
        return body({ serial, pass });
      },
    ],
    'get /devices/pairing/audio': [async () => ({ authorization: `Bearer ${(await ask()).device_code}` })],
    'post /devices/pairing/token': [
      async () => {
        const { device_code, user_code } = await ask();
        const replaces = serials[12 + next()];
        await done(api.call(pairingHttp.pair, of.owner, { user_code, replaces }));
        return body({ device_code });
      },
    ],
    'get /devices/pair/{user_code}': [async () => params({ user_code: (await ask()).user_code })],
    'delete /devices/pair/{user_code}': [async () => params({ user_code: (await ask()).user_code })],
    'post /devices/pair': [
      async () => {
        const { user_code } = await ask();
        return body({ user_code, replaces: serials[12 + next()] });
      },
    ],
    'post /devices/user/register': [
      async () => {
        const { serial, pass } = await withPass();
        return body({ serial, pass, note });
      },
    ],
    'get /devices/approvals': [query({ page: 1, page_size: 500 })],
    'post /devices/approvals/{id}/approve': [async () => params(await claim())],
    'post /devices/approvals/{id}/reject': [async () => params(await claim())],
    'delete /devices/user/claims/{id}': [async () => ({ params: await claim(), authorization: of.spare.key })],
    'post /devices/bind/company/serial': [
      async () => {
        const device = db
          .selectFrom('devices')
          .select('company_id')
          .where('serial', '=', serials[6] ?? '');
        const { company_id } = await device.executeTakeFirstOrThrow();
        if (company_id !== null) await done(api.call(bindingHttp.unbind, of.owner, { serial: serials[6] }));
        return body({ serial: serials[6], company_id: company_id ?? of.nodes[6] });
      },
    ],
    'post /devices/unbind/company/serial': [async () => body({ serial: serials[10 + next()] })],
    'post /devices/bulk': [
      body(bulk),
      body({ targets: { filter: {} }, change: { tags: { add: tags(), remove: [] } } }),
      async () => {
        const { id } = await done(api.call(groupsHttp.create, of.owner, { name: `Bulk ${next()}` }));
        return body({ targets: { serials: serials.slice(20, 1_020) }, change: { group_id: id } });
      },
    ],
    'post /devices/bulk/preview': [body(bulk)],
    'get /devices/export': [query({})],
    'post /devices/import': [
      async () => {
        const changed = `${next()}`.padEnd(300, 'x');
        return body(
          csvOf((serial) => `${serial},${changed},hall,active`),
          { dry_run: '0', lines: 'valid' },
        );
      },
      body(
        csvOf((_, n) => `${n},${'x'.repeat(300)},#,burning`),
        { dry_run: '1', lines: 'valid' },
      ),
    ],
    'post /devices/saved-filters': [
      async () => {
        await savedFilter();
        return body({ name: `Saved ${next()}`.padEnd(40, 'x'), filters });
      },
    ],
    'put /devices/saved-filters/{id}': [
      async () => ({ params: { id: await savedFilter() }, body: { name: `Saved ${next()}`, filters } }),
    ],
    'delete /devices/saved-filters/{id}': [async () => params({ id: await savedFilter() })],
    'get /metrics/device/{serial}': [query({ limit: 1_000 })],
    'get /devices/{serial}/metrics/history': [query(yearBack('daily')), query(yearBack('auto'))],
    'get /devices/{serial}/sound-tests': [query({ page: 1, page_size: 400 })],
    'get /devices/{serial}/timeline': [query({ limit: 100 })],
    'post /rpi/devices/config/{serial}': [body(SETTINGS)],
    'get /devices/programme': [{ authorization: of.deviceCredentials }],
    'get /devices/network-speakers': [
      async () => {
        await carried();
        return { authorization: of.deviceCredentials };
      },
    ],
    'get /network-speakers': [
      async () => {
        await carried();
        return { query: { company_id: of.main, page: 1, page_size: 500 } };
      },
    ],
    'get /network-speakers/senders': [query({ company_id: of.companies[0] })],
    'get /network-speakers/{device_id}': [async () => params(await networkSpeaker())],
    'post /network-speakers': [async () => body(await newSpeaker())],
    'put /network-speakers/{device_id}': [
      async () => ({ params: await networkSpeaker(), body: { ...speaker(), sender: serials[2] } }),
    ],
    'delete /network-speakers/{device_id}': [async () => params(await networkSpeaker())],
    'get /programmes/{serial}': [params({ serial: serials[1] })],
    'delete /devices/delete/{device_id}': [
      async () => {
        const { device_id } = await createDevice({ db }, { device_mode: 'no' });
        return params({ device_id });
      },
    ],
  };
}

/** Other tags each time, so that each attempt changes something. */
const tags = (): string[] => Array.from({ length: 10 }, (_, n) => `tag-${next()}-${n}`);

const DAY_MS = 86_400_000;
const yearBack = (resolution: string) => ({
  from: new Date(Date.now() - 365 * DAY_MS).toISOString(),
  to: new Date().toISOString(),
  resolution,
});
