import { randomUUID } from 'node:crypto';
import { topics } from '@belfry/schemas/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { createDevice } from '../../support/factories.ts';
import { commandHarness } from '../../support/services/command-harness.ts';
import { VOLUME } from '../../support/commands.ts';

const harness = commandHarness();
const EXPIRES_IN_S = 20;

/** A device of a user that is online, and one that is offline. */
async function twoDevices() {
  const { service } = harness;
  const owner = await service.user();
  return { owner, online: await service.onlineDevice(owner), offline: await createDevice(service) };
}
type Pair = Pick<Awaited<ReturnType<typeof twoDevices>>, 'online' | 'offline'>;
const sendTo = ({ online, offline }: Pair, over: { commandId?: string; waits?: boolean } = {}) =>
  harness.commands.sendToMany({
    userId: harness.service.admin.id,
    deviceIds: [online.device_id, offline.device_id],
    expiresInS: EXPIRES_IN_S,
    command: 'set_volume',
    params: VOLUME.params,
    ...over,
  });
const eventsOf = ({ serial }: { serial: string }) =>
  harness.service.notified.filter(({ serials }) => serials.includes(serial));
const publishedTo = () => harness.service.published.map(({ topic }) => topic);

describe('one command for many devices', () => {
  it('is published to those that are online, and fails at once for the others', async () => {
    const { service } = harness;
    const { owner, ...devices } = await twoDevices();
    const before = Date.now();
    const { commandId, offline } = await sendTo(devices);
    expect(offline).toEqual([devices.offline.device_id]);
    expect(publishedTo()).toEqual([topics.commands(devices.online.serial)]);
    expect(service.published[0]?.message).toMatchObject({ ...VOLUME, correlation_id: commandId });
    const sent = await service.untilState(commandId, devices.online.serial, 'sent');
    expect(sent.issued_at.getTime()).toBeGreaterThanOrEqual(before);
    expect(sent.expires_at.getTime() - sent.issued_at.getTime()).toBe(EXPIRES_IN_S * 1_000);
    expect(sent.deadline_at.getTime() - sent.expires_at.getTime()).toBe(30_000);
    const failed = await service.delivery(commandId, devices.offline.serial);
    expect(failed).toMatchObject({ state: 'failed', success: false, error_type: 'device_offline' });
    expect(failed?.settled_at).toEqual(failed?.issued_at);
    expect(eventsOf(devices.online)).toContainEqual({ serials: [devices.online.serial], ownerId: owner.id });
    expect(eventsOf(devices.offline)).toEqual([{ serials: [devices.offline.serial], ownerId: null }]);
    const stored = 'select command, params, target, issued_by from commands where id = $1';
    expect((await service.pool.query(stored, [commandId])).rows).toEqual([
      { ...VOLUME, target: 'run', issued_by: service.admin.id },
    ]);
  });

  it('sends nothing twice where the request is repeated with its id', async () => {
    const devices = await twoDevices();
    const [online, offline] = [devices.online.device_id, devices.offline.device_id];
    const commandId = randomUUID();
    for (let time = 0; time < 2; time++)
      expect(await sendTo(devices, { commandId })).toEqual({
        commandId,
        devices: [online, offline],
        offline: [offline],
      });
    expect(publishedTo()).toHaveLength(1);
  });

  it('publishes nothing of other commands', async () => {
    const { service } = harness;
    const devices = await twoDevices();
    service.broker.failing = true;
    await sendTo(devices, { waits: true });
    await service.pool.query('update command_deliveries set claimed_until = null');
    service.broker.failing = false;
    const other = await twoDevices();
    await sendTo(other);
    expect(publishedTo()).toEqual([topics.commands(other.online.serial)]);
  });
});

describe('one that waits for devices', () => {
  it('is queued for those that are offline, until it is cancelled', async () => {
    const { service, commands } = harness;
    const devices = await twoDevices();
    const { commandId, offline } = await sendTo(devices, { waits: true });
    expect(offline).toEqual([devices.offline.device_id]);
    const state = async (serial: string) => (await service.delivery(commandId, serial))?.state;
    await service.untilState(commandId, devices.online.serial, 'sent');
    expect(await state(devices.offline.serial)).toBe('queued');
    const events = eventsOf(devices.offline).length;
    await commands.cancelMany([commandId]);
    expect(await service.delivery(commandId, devices.offline.serial)).toMatchObject({
      state: 'cancelled',
      success: false,
      settled_at: expect.any(Date),
    });
    expect(await state(devices.online.serial)).toBe('sent');
    expect(eventsOf(devices.offline)).toHaveLength(events + 1);
  });

  it('is not cancelled by the cancellation of no command', async () => {
    const { service, commands } = harness;
    const devices = await twoDevices();
    const { commandId } = await sendTo(devices, { waits: true });
    await commands.cancelMany([]);
    expect(await service.delivery(commandId, devices.offline.serial)).toMatchObject({ state: 'queued' });
  });
});
