import { topics } from '@belfry/schemas/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { commandHarness, doneResponse } from '../../support/services/command-harness.ts';
import { createDevice } from '../../support/factories.ts';

const harness = commandHarness();

describe('a broadcast', () => {
  it('publishes one message, and fails the deliveries of offline devices', async () => {
    const { service, commands } = harness;
    const [online, gone] = [await service.onlineDevice(), await createDevice(service)];
    const { rows } = await service.pool.query<{ count: number }>('select count(*)::int as count from devices');
    const sent = await commands.broadcast({ user: service.admin, command: 'reboot', params: {} });
    const id = await harness.untilPublished();
    expect(sent).toEqual({ commandId: id, devices: rows[0]?.count });
    expect(service.published).toEqual([
      {
        topic: topics.fleetCommands,
        message: {
          correlation_id: id,
          command: 'reboot',
          params: {},
          issued_at: expect.any(String),
          expires_at: expect.any(String),
        },
        options: { qos: 1, retain: false },
      },
    ]);
    const row = await service.delivery(id, online.serial);
    expect(row).toMatchObject({ state: 'sent', success: null, error: null, settled_at: null });
    expect(row?.sent_at).not.toBeNull();
    expect(Number(row?.deadline_at) - Number(row?.issued_at)).toBe(330_000);
    expect(await service.delivery(id, gone.serial)).toMatchObject({
      state: 'failed',
      success: false,
      error: 'Device is currently offline and cannot receive reboot command',
      error_type: 'device_offline',
      settled_at: row?.issued_at,
    });
    // The instance that issued the command settles it, so no notification is sent.
    await harness.respond(online.serial, doneResponse(id, { result: { uptime_seconds: 1 } }));
    expect(await service.delivery(id, online.serial)).toMatchObject({ state: 'succeeded' });
    expect(await harness.notificationsOf(id)).toEqual([]);
  });

  it('notifies each owner of that owner’s devices only', async () => {
    const { service, commands } = harness;
    const [owner, otherUser] = [await service.user(), await service.user()];
    const [device, other] = [await service.onlineDevice(owner), await service.onlineDevice(otherUser)];
    service.broker.failing = true;
    await commands.broadcast({ user: service.admin, command: 'install', params: {} });
    const serialsOf = ({ id }: { id: number }) =>
      service.notified.filter(({ ownerId }) => ownerId === id).map(({ serials }) => serials);
    // Once when the deliveries are inserted, and once when they fail.
    expect(serialsOf(owner)).toEqual([[device.serial], [device.serial]]);
    expect(serialsOf(otherUser)).toEqual([[other.serial], [other.serial]]);
  });

  it('fails for every device when the broker does not accept the message', async () => {
    const { service, commands } = harness;
    const { serial } = await service.onlineDevice();
    service.broker.failing = true;
    const sent = await commands.broadcast({ user: service.admin, command: 'install', params: {} });
    expect(sent).toMatchObject({ refused: 'websocket_unavailable', devices: expect.any(Number) });
    expect(sent.devices).toBeGreaterThan(0);
    const row = await service.delivery(sent.commandId ?? '', serial);
    expect(row).toMatchObject({
      state: 'failed',
      success: false,
      error: 'WebSocket server unavailable - cannot send commands',
      error_type: 'websocket_unavailable',
      sent_at: null,
    });
    expect(row?.settled_at).not.toBeNull();
  });
});
