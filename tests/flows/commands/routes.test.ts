import { canCommandDevice } from '@belfry/api/policies/devices';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Deps } from '@belfry/api/deps';
import { commandsRoutes } from '@belfry/api/features/commands/commands.routes';
import type { Commands } from '@belfry/api/features/commands/commands.service';
import { checkAnswer } from '@belfry/api/http/routes/route';
import type { GuardDeps } from '@belfry/api/http/routes/guard';
import { errorHandler } from '@belfry/api/http/server/error-handler';
import { mountRoutes } from '@belfry/api/http/routes/mount';
import type { Principal } from '@belfry/api/http/routes/principal';
import { createLogger } from '@belfry/api/log';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { resultsHttp } from '@belfry/schemas/http/commands/results';
import express from 'express';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startCommandService } from '../../support/services/command-service.ts';
import { createHttpClient, type HttpClient } from '../../support/http-client.ts';

const ID = crypto.randomUUID();
const volume = { command: 'set_volume', params: { channel: 1, volume: 30 } };
const outcome = {
  state: 'succeeded',
  result: { channel: 1 },
  error: null,
  error_type: null,
  execution_time_ms: 5,
} as const;

let service: Awaited<ReturnType<typeof startCommandService>>;
let server: Server;
let http: HttpClient;
let owner: Principal;
let opened: Principal;
/** The service behind the routes. Each test replaces the results that it needs. */
const commands = {
  send: vi.fn<Commands['send']>(),
  sendAndWait: vi.fn<Commands['sendAndWait']>(),
  broadcast: vi.fn<Commands['broadcast']>(),
};

/** Limits no keys. */
const NO_WRONG_KEYS: Deps['wrongKeys'] = { limit: (_ip, _key, find) => find() };

beforeAll(async () => {
  service = await startCommandService();
  owner = await service.user();
  opened = { ...owner, opened_by: { id: service.admin.id, until: new Date() } };
  const callers: Record<string, Principal> = { admin: service.admin, owner, opened, otherUser: await service.user() };
  const { db, pool } = service;
  const auth = { authenticate: (key: string) => Promise.resolve(callers[key] ?? null) };
  const app = express();
  // The dependencies that these routes use.
  mountRoutes(
    app,
    commandsRoutes,
    { db, pool, auth, commands, wrongKeys: NO_WRONG_KEYS } as unknown as Deps & GuardDeps,
    {
      check: checkAnswer,
    },
  );
  app.use(errorHandler(createLogger('silent')));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  http = createHttpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, '');
});
afterAll(async () => {
  server.close();
  await service.stop();
});
beforeEach(async () => {
  commands.send.mockReset().mockResolvedValue({ commandId: ID });
  commands.sendAndWait.mockReset().mockResolvedValue({ commandId: ID, outcome });
  commands.broadcast.mockReset().mockResolvedValue({ commandId: ID, devices: 4 });
  await service.db.transaction().execute(async (trx) => {
    await sql`select set_config('belfry.audit_retention', 'on', true)`.execute(trx);
    await trx.deleteFrom('audit_log').execute();
  });
});
const audited = () =>
  service.db.selectFrom('audit_log').select(['user_id', 'action', 'object_kind', 'object_id', 'details']).execute();

describe.each([
  ['commands', commandsHttp.sendAndWait, () => commands.sendAndWait],
  ['command', commandsHttp.send, () => commands.send],
] as const)('POST /rpi/devices/send/%s/{serial}', (_path, endpoint, called) => {
  const post = (serial: string, body: object, key = 'owner') => http.call(endpoint, { key }, { serial, ...body });

  it('sends the command of the signed-in user, without an audit entry', async () => {
    const { serial } = await service.onlineDevice();
    const { status, body } = await post(serial, { ...volume, device_key: 'ignored' });
    expect({ status, body }).toMatchObject({ status: 200, body: { success: true, commandId: ID } });
    expect(called()).toHaveBeenCalledExactlyOnceWith({ user: owner, policy: canCommandDevice, serial, ...volume });
    expect(await audited()).toEqual([]);
    expect((await post(serial, volume, 'unknown')).status).toBe(401);
  });

  it('sends empty parameters by default', async () => {
    const { serial } = await service.onlineDevice();
    await post(serial, { command: 'reboot' });
    expect(called().mock.calls[0]?.[0]).toMatchObject({ command: 'reboot', params: {} });
  });

  it('writes an audit entry without the parameters when an administrator acts as the user', async () => {
    const { serial } = await service.onlineDevice();
    await post(serial, volume, 'opened');
    expect(await audited()).toEqual([
      {
        user_id: service.admin.id,
        action: 'command.send',
        object_kind: 'device',
        object_id: serial,
        details: { command: 'set_volume' },
      },
    ]);
  });

  it('returns the reason of a refusal with its status', async () => {
    const { serial } = await service.onlineDevice();
    called().mockResolvedValue({ refused: 'device_offline', commandId: null });
    expect(await post(serial, volume)).toMatchObject({
      status: 409,
      body: { success: false, commandId: null, errorType: 'device_offline', code: 'device_offline' },
    });
  });

  it('rejects an invalid command, serial or body', async () => {
    const { serial } = await service.onlineDevice();
    const codes = [];
    for (const [to, body] of [
      [serial, { command: 'explode' }],
      [serial, { command: 'x'.repeat(101) }],
      [serial, { command: 'set_volume', params: { channel: 9, volume: 1 } }],
      [serial, { ...volume, more: 1 }],
      ['x', volume],
    ] as const)
      codes.push((await post(to, body)).body.code);
    expect(codes).toEqual(['unknown_command', 'invalid_input', 'invalid_input', 'invalid_input', 'invalid_input']);
    expect(called()).not.toHaveBeenCalled();
  });
});

describe('the response', () => {
  it('is that of the device for a waiting caller, otherwise the id of the command', async () => {
    const { serial } = await service.onlineDevice();
    const caller = { key: 'owner' };
    const waited = await http.call(commandsHttp.sendAndWait, caller, { serial, ...volume });
    expect(waited.body).toMatchObject({ success: true, result: { channel: 1, executionTime: 5 }, errorType: null });
    const sent = await http.call(commandsHttp.send, caller, { serial, ...volume });
    expect(sent.body).toEqual({ success: true, commandId: ID });
  });
});

describe('POST /rpi/devices/send/commands/broadcast', () => {
  const post = (body: object, key = 'admin') => http.call(commandsHttp.broadcast, { key }, { ...body });

  it('is for administrators, and writes an audit entry with the number of devices', async () => {
    expect((await post({ command: 'install', params: { version: '2' } })).body).toMatchObject({
      success: true,
      commandId: ID,
      devices: 4,
    });
    const user = service.admin;
    expect(commands.broadcast).toHaveBeenCalledExactlyOnceWith({ user, command: 'install', params: { version: '2' } });
    expect(await audited()).toEqual([
      {
        user_id: user.id,
        action: 'command.broadcast',
        object_kind: 'command',
        object_id: ID,
        details: { command: 'install', params: { version: '2' }, devices: 4 },
      },
    ]);
    expect((await post({ command: 'reboot' }, 'owner')).status).toBe(403);
    expect((await post({ command: 'wifi_scan' })).status).toBe(400);
    expect(commands.broadcast).toHaveBeenCalledOnce();
  });

  it('writes an audit entry also when it fails', async () => {
    commands.broadcast.mockResolvedValue({ refused: 'websocket_unavailable', commandId: null, devices: 2 });
    expect(await post({ command: 'reboot' })).toMatchObject({ status: 503, body: { code: 'broker_unavailable' } });
    expect(await audited()).toMatchObject([{ object_id: '', details: { devices: 2 } }]);
  });
});

describe('results and history', () => {
  it('can be read by the owner of the device and by administrators', async () => {
    const sender = service.instance();
    const { serial } = await service.onlineDevice({ ...owner, email: '', password: '', key: '' });
    const ids: string[] = [];
    for (let count = 0; count < 21; count++) {
      const { commandId } = await sender.send({
        policy: canCommandDevice,
        user: service.admin,
        serial,
        command: 'wifi_scan',
        params: {},
      });
      ids.push(commandId ?? '');
    }
    // Several commands may have the same time in milliseconds.
    await service.pool.query(
      `update command_deliveries set issued_at = issued_at + interval '1 second' where command_id = $1`,
      [ids.at(-1)],
    );
    const result = (key: string, commandId = ids[0]) => http.call(resultsHttp.read, { key }, { serial, commandId });
    const list = (key: string, query: object = {}) => http.call(resultsHttp.list, { key }, { serial, ...query });
    for (const key of ['owner', 'admin']) {
      expect((await result(key)).body).toMatchObject({ commandId: ids[0], command: 'wifi_scan', success: null });
      expect((await list(key)).body).toHaveLength(20);
    }
    expect((await list('owner', { limit: 1 })).body.map(({ commandId }) => commandId)).toEqual([ids.at(-1)]);
    expect(await result('otherUser')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await list('otherUser')).toMatchObject({ status: 404, body: { code: 'device_not_found' } });
    expect((await result('owner', 'x')).status).toBe(400);
    expect((await list('owner', { limit: 101 })).status).toBe(400);
    expect((await list('owner', { serial: 'x' })).status).toBe(400);
  });
});
