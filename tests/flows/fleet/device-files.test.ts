import { randomSerial } from '@belfry/schemas/domain/serial';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAuditBy } from '../../support/audit.ts';
import {
  createAdmin,
  createCompany,
  createDevice,
  createDevices,
  createUser,
  type TestUser,
} from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { filesHttp } from '@belfry/schemas/http/fleet/files';

let api: TestApi;
let admin: TestUser;
let user: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
  user = await createUser(api);
});

const exported = async (query: object, { key } = admin) => {
  const answer = await api.raw(filesHttp.export, { key }, { ...query });
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
};
const textOf = ({ bytes }: { bytes: Uint8Array }): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

const imported = (body: string, query: object = {}, { key } = admin, type = 'text/csv') =>
  api.call(filesHttp.import, { key }, { ...query, body }, { headers: { 'content-type': type } });
const read = async (serial: string) => (await api.call(devicesHttp.info, admin, { device: serial })).body;

describe('the export', () => {
  it('has the filtered devices by RFC 4180, without secrets and formulas', async () => {
    const note = '=HYPERLINK("http://x"), "quoted"\nline';
    const { serial, pass, device_key } = await createDevice(api, { note, tags: ['b', 'export me'], email: 'a@b.test' });
    await createDevice(api, { note: 'other' });
    const file = await exported({ tags: 'export me' });
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="devices-\d{4}-\d\d-\d\d\.csv"$/);
    expect(Buffer.from(file.bytes.slice(0, 3)).toString('hex')).toBe('efbbbf');
    const text = textOf(file);
    expect(text).toContain(
      `\r\n${serial},audio,active,offline,,,,"'=HYPERLINK(""http://x""), ""quoted""\nline",,a@b.test,"b, export me",`,
    );
    expect(text).not.toContain(pass);
    expect(text).not.toContain(device_key);
    expect(text.match(/\r\n/g)).toHaveLength(2);
  });

  it('has all pages, in the order of the serial numbers', async () => {
    const note = 'many in a file';
    const rows = Array.from({ length: 1_203 }, () => ({ serial: randomSerial(), note }));
    await createDevices(api, rows);
    const lines = textOf(await exported({ q: note })).split('\r\n');
    const serials = lines.slice(1, -1).map((line) => line.slice(0, 19));
    expect(serials).toEqual(rows.map(({ serial }) => serial).toSorted());
  });

  it('is for administrators, who do not see the nodes of roots', async () => {
    expect((await exported({}, user)).status).toBe(403);
    const root = await createUser(api, { role: 'root' });
    const node = await createCompany(api, { user_id: root.id, name: 'Secret place' });
    await createDevice(api, { company_id: node.company_id, note: 'of a root' });
    expect(textOf(await exported({ q: 'of a root' }))).not.toContain('Secret place');
    expect(textOf(await exported({ q: 'of a root' }, root))).toContain('Secret place');
  });
});

describe('the import', () => {
  it('creates and changes devices, and does nothing the second time', async () => {
    const [fresh, present] = [randomSerial(), (await createDevice(api, { note: 'old', tags: ['kept'] })).serial];
    const csv = `serial,pass,note,tags,mode\n${fresh},abc,New one,"Shop, Hall",pass\n${present},zzz,changed,,blocked\n`;
    const counts = { lines: 2, create: 1, update: 1, unchanged: 0, invalid: 0, errors: [], ignored_columns: [] };
    const dry = await imported(csv, { dry_run: 1 });
    expect(dry.body).toEqual({
      ...counts,
      applied: false,
      encoding: 'utf-8',
      preview: [
        { line: 2, serial: fresh, action: 'create' },
        { line: 3, serial: present, action: 'update' },
      ],
    });
    expect((await api.call(devicesHttp.info, admin, { device: fresh })).status).toBe(404);
    api.broker.disconnected.length = 0;
    expect((await imported(csv)).body).toMatchObject({ ...counts, applied: true });
    expect(await read(fresh)).toMatchObject({
      note: 'New one',
      tags: ['hall', 'shop'],
      device_mode: 'pass',
      has_pass: true,
    });
    expect(await read(present)).toMatchObject({ note: 'changed', tags: ['kept'], device_mode: 'blocked' });
    expect(api.broker.disconnected).toContainEqual({ kind: 'device', ids: [present] });
    expect((await imported(csv)).body).toMatchObject({ applied: true, create: 0, update: 0, unchanged: 2 });
    const rows = await findAuditBy(api.db, 'device.import', [admin]);
    expect(rows[0]).toMatchObject({ user_id: admin.id, object_id: '2' });
    expect(JSON.stringify(rows)).not.toMatch(/abc|zzz/);
  });

  it('lets a device enrol with an imported pass', async () => {
    const serial = randomSerial();
    await imported(`serial,pass\n${serial},secret-1\n`);
    const enrolled = await api.call(enrolmentHttp.enrol, null, { serial, pass: 'secret-1' });
    expect(enrolled.status).toBe(200);
  });

  it('writes nothing while a line is invalid, or the valid lines where that is asked for', async () => {
    const serial = randomSerial();
    const csv = `serial,email\n${serial},\n1-2,nobody\n${randomSerial()},nobody\n`;
    const all = await imported(csv);
    expect(all.body).toMatchObject({ applied: false, create: 1, invalid: 2 });
    expect(all.body.errors.map(({ line, field }) => [line, field])).toEqual([
      [3, 'serial'],
      [3, 'email'],
      [4, 'email'],
    ]);
    expect((await api.call(devicesHttp.info, admin, { device: serial })).status).toBe(404);
    expect((await imported(csv, { lines: 'valid' })).body).toMatchObject({ applied: true, create: 1, invalid: 2 });
    expect((await read(serial)).serial).toBe(serial);
  });

  it('binds devices to free elements and refuses others', async () => {
    const main = await createCompany(api, { user_id: user.id });
    const company = await createCompany(api, { below: main, type: 'Company' });
    const [free, taken] = await Promise.all([1, 2].map(() => createCompany(api, { below: company, type: 'Device' })));
    await createDevice(api, { user_id: user.id, company_id: taken!.company_id });
    const foreign = await createDevice(api, { user_id: admin.id });
    const serial = randomSerial();
    const csv = [
      'serial,company_id',
      `${serial},${free!.company_id}`,
      `${randomSerial()},${free!.company_id}`,
      `${randomSerial()},${taken!.company_id}`,
      `${randomSerial()},${company.company_id}`,
      `${randomSerial()},2000000000`,
    ].join('\n');
    const { body } = await imported(csv, { lines: 'valid' });
    expect(body.errors.map(({ line, code }) => [line, code])).toEqual([
      [3, 'node_taken'],
      [4, 'node_taken'],
      [5, 'unknown_node'],
      [6, 'unknown_node'],
    ]);
    expect(await read(serial)).toMatchObject({ company_id: free!.company_id, user_id: user.id });
    const other = await createCompany(api, { below: company, type: 'Device' });
    const refused = await imported(`serial,company_id\n${foreign.serial},${other.company_id}\n`);
    expect(refused.body.errors).toMatchObject([{ code: 'other_owner' }]);
  });

  it('reads a file in the letters that it tells, that the browser has, or that a person has chosen', async () => {
    const serial = randomSerial();
    const send = (note: number[], headers: Record<string, string> = {}) => {
      const body = Buffer.concat([
        Buffer.from(`sep=;\r\nSerial;Note\r\n${serial};`),
        Buffer.from(note),
        Buffer.from('\r\n'),
      ]);
      return api.call(
        filesHttp.import,
        admin,
        { body: '' },
        { headers: { 'content-type': 'text/csv', ...headers }, body },
      );
    };
    const school = [0xd8, 0xea, 0xee, 0xeb, 0xe0];
    expect((await send(school)).body).toMatchObject({ applied: true, create: 1, encoding: 'windows-1251' });
    expect(await read(serial)).toMatchObject({ note: 'Школа' });
    const city = [0x47, 0x64, 0x61, 0xf1, 0x73, 0x6b];
    expect((await send(city, { 'accept-language': 'pl-PL,pl;q=0.9' })).body).toMatchObject({
      encoding: 'windows-1250',
    });
    expect(await read(serial)).toMatchObject({ note: 'Gdańsk' });
    expect((await send(city, { 'content-type': 'text/csv; charset=koi8-r' })).body).toMatchObject({
      encoding: 'koi8-r',
    });
    expect((await send([0xfb, 0xcb, 0xcf])).body).toMatchObject({
      error: expect.stringContaining('not in UTF-8') as string,
    });
  });

  it('is for administrators, and limited in type and size', async () => {
    expect((await imported('serial\n', {}, user)).status).toBe(403);
    expect((await imported('serial\n', {}, admin, 'text/html')).status).toBe(415);
    expect((await imported('x'.repeat(2_000_001))).status).toBe(413);
    expect((await imported('note\nx')).status).toBe(422);
  });
});
