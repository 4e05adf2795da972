import { topics } from '@belfry/schemas/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { commandHarness, doneResponse, SET_VOLUME } from '../../support/services/command-harness.ts';
import { createDevice } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { VOLUME } from '../../support/commands.ts';

const harness = commandHarness();

describe('sending a command', () => {
  it('stores the command, publishes it and stores that it was sent', async () => {
    const { service, commands } = harness;
    const { serial } = await service.onlineDevice();
    const before = Date.now();
    const sent = await commands.send({ ...SET_VOLUME, user: service.admin, serial });
    const id = await harness.untilPublished();
    expect(sent).toEqual({ commandId: id });
    const [{ topic, message, options }] = service.published as [(typeof service.published)[0]];
    expect({ topic, options }).toEqual({ topic: topics.commands(serial), options: { qos: 1, retain: false } });
    expect(message).toEqual({
      correlation_id: id,
      ...VOLUME,
      issued_at: expect.any(String),
      expires_at: expect.any(String),
    });
    const row = await service.untilState(id, serial, 'sent');
    expect(row.issued_at.getTime()).toBeGreaterThanOrEqual(before);
    expect(row.expires_at.getTime() - row.issued_at.getTime()).toBe(15_000);
    expect(row.deadline_at.getTime() - row.expires_at.getTime()).toBe(30_000);
    expect([message['issued_at'], message['expires_at']]).toEqual(
      [row.issued_at, row.expires_at].map((at) => at.toISOString()),
    );
    expect(row.sent_at).not.toBeNull();
    expect(row).toMatchObject({ success: null, settled_at: null });
    const { rows } = await service.pool.query('select command, params, target, issued_by from commands where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ ...VOLUME, target: 'device', issued_by: service.admin.id }]);
  });

  it('is refused for an offline or unknown device, without a row or a message', async () => {
    const { service, commands } = harness;
    const { serial: offline } = await createDevice(service);
    const send = { send: commands.send, sendAndWait: commands.sendAndWait };
    for (const call of Object.values(send)) {
      expect(await call({ ...SET_VOLUME, user: service.admin, serial: offline })).toEqual({
        refused: 'device_offline',
        commandId: null,
      });
      expect(await call({ ...SET_VOLUME, user: service.admin, serial: '9999-9999-9999-9999' })).toEqual({
        refused: 'device_not_found',
        commandId: null,
      });
    }
    expect(service.published).toEqual([]);
    const { rows } = await service.pool.query(
      'select from command_deliveries join devices using (device_id) where serial = $1',
      [offline],
    );
    expect(rows).toEqual([]);
  });

  it('is refused for a device of another user, unless the sender is an administrator', async () => {
    const { service, commands } = harness;
    const [owner, otherUser] = [await service.user(), await service.user()];
    const { serial } = await service.onlineDevice(owner);
    expect(await commands.send({ ...SET_VOLUME, user: otherUser, serial })).toEqual({
      refused: 'device_not_found',
      commandId: null,
    });
    for (const user of [owner, service.admin])
      expect(await commands.send({ ...SET_VOLUME, user, serial })).toEqual({ commandId: expect.any(String) });
  });

  it('fails when the broker does not accept the message, and stores the error', async () => {
    const { service, commands } = harness;
    const { serial } = await service.onlineDevice();
    service.broker.failing = true;
    const sent = await commands.send({ ...SET_VOLUME, user: service.admin, serial });
    expect(sent).toEqual({ refused: 'websocket_unavailable', commandId: expect.any(String) });
    const row = await service.untilState(sent.commandId ?? '', serial, 'failed');
    expect(row).toMatchObject({
      success: false,
      error: 'WebSocket server unavailable - cannot send commands',
      error_type: 'websocket_unavailable',
      sent_at: null,
    });
    expect(row.settled_at).not.toBeNull();
  });
});

describe('the event commands_changed', () => {
  it('names the device to its owner when a command is inserted, and again when it is sent', async () => {
    const { service, commands } = harness;
    const owner = await service.user();
    const { serial } = await service.onlineDevice(owner);
    const { commandId } = await commands.send({ ...SET_VOLUME, user: service.admin, serial });
    await service.untilState(commandId ?? '', serial, 'sent');
    const event = { serials: [serial], ownerId: owner.id };
    const events = () => service.notified.filter(({ ownerId }) => ownerId === owner.id);
    // The state can be read a moment before its event.
    await until('the event of the sending', () => events().length > 1);
    expect(events()).toEqual([event, event]);
  });

  it('is not sent for a refused command', async () => {
    const { service, commands } = harness;
    const { serial } = await createDevice(service);
    await commands.send({ ...SET_VOLUME, user: service.admin, serial });
    expect(service.notified.filter(({ serials }) => serials.includes(serial))).toEqual([]);
  });
});

describe('stop', () => {
  it('writes pending changes, and ignores later responses', async () => {
    const { service, commands } = harness;
    const { serial } = await service.onlineDevice();
    const { commandId } = await commands.send({ ...SET_VOLUME, user: service.admin, serial });
    expect(commands.stuckBatches()).toEqual([]);
    await commands.stop();
    expect(await service.delivery(commandId ?? '', serial)).toMatchObject({ state: 'sent' });
    commands.receiveResponse(
      { serial, message: doneResponse(commandId ?? ''), receivedAt: Date.now() },
      () => undefined,
    );
    await service.instance().sweep();
    expect(await service.delivery(commandId ?? '', serial)).toMatchObject({ state: 'sent' });
  });
});
