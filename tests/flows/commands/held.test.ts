import { describe, expect, it, vi } from 'vitest';
import { commandHarness, doneResponse, SET_VOLUME } from '../../support/services/command-harness.ts';
import { createDevice } from '../../support/factories.ts';
import { RESULT, VOLUME } from '../../support/commands.ts';
import { until } from '../../support/until.ts';

const harness = commandHarness();
const EXPIRES_IN_S = 3_600;
const HOUR_MS = EXPIRES_IN_S * 1_000;

const setStatus = (serial: string, status: string) =>
  harness.service.pool.query(
    `update device_state set reported_status = $2 from devices d where d.device_id = device_state.device_id and d.serial = $1`,
    [serial, status],
  );
/** Changes the status of a device, and looks for what waits for it. */
async function sweepWhile(serial: string, status: 'online' | 'offline'): Promise<void> {
  await setStatus(serial, status);
  await harness.commands.sweep();
}
const hold = (serial: string) =>
  harness.commands.send({ ...SET_VOLUME, user: harness.service.admin, serial, queueForS: EXPIRES_IN_S });
async function held() {
  const { serial } = await createDevice(harness.service);
  const { commandId } = await hold(serial);
  return { serial, id: commandId ?? '' };
}
const messagesOf = (id: string) =>
  harness.service.published.filter(({ message }) => message['correlation_id'] === id).map(({ message }) => message);

describe('a command that waits for its device', () => {
  it('is queued until its expiry, and sent once the device is online', async () => {
    const { service, commands } = harness;
    const { serial } = await createDevice(service);
    const sent = await hold(serial);
    expect(sent).toEqual({ commandId: expect.any(String), state: 'queued' });
    const id = sent.commandId ?? '';
    expect(messagesOf(id)).toEqual([]);
    const row = await service.delivery(id, serial);
    expect(row).toMatchObject({ state: 'queued', sent_at: null, settled_at: null });
    expect(row && row.expires_at.getTime() - row.issued_at.getTime()).toBe(HOUR_MS);
    const settled = 'select from command_deliveries where command_id = $1 and deadline_at > expires_at';
    expect((await service.pool.query(settled, [id])).rowCount).toBe(1);
    await setStatus(serial, 'online');
    expect(await commands.dispatch({ serials: [serial] })).toBe(1);
    await service.untilState(id, serial, 'sent');
    expect(messagesOf(id)).toEqual([expect.objectContaining({ ...VOLUME, expires_at: row?.expires_at.toISOString() })]);
    await harness.respond(serial, doneResponse(id));
    expect(await service.delivery(id, serial)).toMatchObject({ state: 'succeeded' });
    await commands.dispatch({ serials: [serial] });
    await commands.sweep();
    expect(messagesOf(id)).toHaveLength(1);
  });

  it('goes out at once to a device that is online, without what waits for others', async () => {
    const { service } = harness;
    const waiting = await held();
    await setStatus(waiting.serial, 'online');
    const { serial } = await service.onlineDevice();
    expect(await hold(serial)).toEqual({ commandId: expect.any(String), state: 'sent' });
    expect(messagesOf(waiting.id)).toEqual([]);
  });

  it('is told to consoles when it is queued, and when it waits again', async () => {
    const { service } = harness;
    const owner = await service.user();
    const { serial } = await createDevice(service, { user_id: owner.id });
    const { commandId } = await hold(serial);
    const event = { serials: [serial], ownerId: owner.id };
    const events = () => service.notified.filter(({ ownerId }) => ownerId === owner.id);
    expect(events()).toEqual([event]);
    await sweepWhile(serial, 'online');
    await service.untilState(commandId ?? '', serial, 'sent');
    await until('the event of the sending', () => events().length > 1);
    await sweepWhile(serial, 'offline');
    expect(events()).toEqual([event, event, event]);
  });

  it('is refused for a device that the caller has not', async () => {
    const { service, commands } = harness;
    const { serial } = await createDevice(service);
    const request = { ...SET_VOLUME, user: await service.user(), serial, queueForS: EXPIRES_IN_S };
    const refused = { refused: 'device_not_found', commandId: null };
    for (const call of [commands.send, commands.sendAndWait]) expect(await call(request)).toEqual(refused);
  });

  it('is published once by several instances that find the device online at the same time', async () => {
    const { serial, id } = await held();
    await setStatus(serial, 'online');
    const instances = [harness.commands, harness.service.instance(), harness.service.instance()];
    const published = await Promise.all(instances.map((commands) => commands.dispatch({ serials: [serial] })));
    expect(published.reduce((sum, one) => sum + one)).toBe(1);
    expect(messagesOf(id)).toHaveLength(1);
  });

  it('is published by another instance when the one that has claimed it died before', async () => {
    const { serial, id } = await held();
    await setStatus(serial, 'online');
    const now = Date.now();
    await harness.service.pool.query('update command_deliveries set claimed_until = $2 where command_id = $1', [
      id,
      new Date(now + 5_000),
    ]);
    await harness.commands.sweep(now);
    expect(messagesOf(id)).toEqual([]);
    await harness.commands.sweep(now + 5_000);
    expect(messagesOf(id)).toHaveLength(1);
  });

  it('waits on while the broker is unavailable', async () => {
    const { service } = harness;
    service.broker.failing = true;
    const { serial } = await service.onlineDevice();
    const sent = await hold(serial);
    expect(sent).toMatchObject({ state: 'queued' });
    const id = sent.commandId ?? '';
    expect(await service.delivery(id, serial)).toMatchObject({ state: 'queued' });
    service.broker.failing = false;
    await harness.commands.sweep(Date.now() + 10_001);
    expect(messagesOf(id)).toHaveLength(1);
  });

  it('waits again when the device went offline before it accepted the command, and is sent with the same id', async () => {
    const { service } = harness;
    const { serial, id } = await held();
    await sweepWhile(serial, 'online');
    await service.untilState(id, serial, 'sent');
    await sweepWhile(serial, 'offline');
    expect(await service.delivery(id, serial)).toMatchObject({ state: 'queued', sent_at: null });
    await sweepWhile(serial, 'online');
    expect(messagesOf(id)).toHaveLength(2);
  });

  it('is not sent again when the device went offline after it accepted the command', async () => {
    const { service } = harness;
    const { serial, id } = await held();
    await sweepWhile(serial, 'online');
    await service.untilState(id, serial, 'sent');
    await harness.respond(serial, doneResponse(id, { phase: 'accepted', success: null, result: null }));
    await sweepWhile(serial, 'offline');
    await sweepWhile(serial, 'online');
    expect(messagesOf(id)).toHaveLength(1);
    await harness.respond(serial, doneResponse(id, { result: RESULT }));
    expect(await service.delivery(id, serial)).toMatchObject({ state: 'succeeded' });
  });

  it('is repeated every 30 s while the device is online and does not accept it', async () => {
    const { service, commands } = harness;
    const { serial, id } = await held();
    await setStatus(serial, 'online');
    const now = Date.now();
    await commands.sweep(now);
    await service.untilState(id, serial, 'sent');
    for (const [after, messages] of [
      [29_999, 1],
      [30_000, 2],
      [59_999, 2],
      [60_000, 3],
    ] as const) {
      await commands.sweep(now + after);
      expect(messagesOf(id)).toHaveLength(messages);
    }
    expect(new Set(messagesOf(id).map((message) => message['expires_at'])).size).toBe(1);
  });

  it('is asked for with an expired message when the device has accepted it and is silent', async () => {
    const { service, commands } = harness;
    const { serial, id } = await held();
    await setStatus(serial, 'online');
    const now = Date.now();
    await commands.sweep(now);
    await service.untilState(id, serial, 'sent');
    await harness.respond(serial, doneResponse(id, { phase: 'accepted', success: null, result: null }));
    await commands.sweep(now + 9_999);
    expect(messagesOf(id)).toHaveLength(1);
    await commands.sweep(now + 10_000);
    const [, question] = messagesOf(id);
    expect(Date.parse(String(question?.['expires_at']))).toBeLessThanOrEqual(now);
    await harness.respond(serial, doneResponse(id, { result: RESULT }));
    await commands.sweep(now + 20_001);
    expect(messagesOf(id)).toHaveLength(2);
  });

  it('expires by the clock of the server, and is never sent afterwards', async () => {
    const { service, commands } = harness;
    const { serial, id } = await held();
    const expiresAt = (await service.delivery(id, serial))?.expires_at.getTime() ?? 0;
    await commands.sweep(expiresAt);
    expect(await service.delivery(id, serial)).toMatchObject({ state: 'queued' });
    await setStatus(serial, 'online');
    await commands.sweep(expiresAt + 1);
    expect(await service.delivery(id, serial)).toMatchObject({
      state: 'expired',
      success: false,
      error_type: 'device_offline',
      error: 'The device did not come online before the command expired',
    });
    await commands.sweep(expiresAt + 2);
    expect(messagesOf(id)).toEqual([]);
  });

  it('is refused where 50 commands wait for the device already', async () => {
    const { serial } = await createDevice(harness.service);
    for (let n = 0; n < 50; n++) await hold(serial);
    await expect(hold(serial)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('lets no waiting caller wait for a device that is offline', async () => {
    const { serial } = await createDevice(harness.service);
    const request = { ...SET_VOLUME, user: harness.service.admin, serial, queueForS: EXPIRES_IN_S };
    const sent = await harness.commands.sendAndWait(request);
    expect(sent).toEqual({ commandId: expect.any(String), waitsUntil: expect.any(Date) });
  });

  it('answers a waiting caller with the outcome of a device that is online', async () => {
    const { serial } = await harness.service.onlineDevice();
    const request = { ...SET_VOLUME, user: harness.service.admin, serial, queueForS: EXPIRES_IN_S };
    const sent = harness.commands.sendAndWait(request);
    const id = await harness.untilPublished();
    await harness.respond(serial, doneResponse(id));
    expect(await sent).toMatchObject({ commandId: id, outcome: { state: 'succeeded', result: RESULT } });
  });

  it('still waits where an online device does not answer the waiting caller in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const { serial } = await harness.service.onlineDevice();
    const request = { ...SET_VOLUME, user: harness.service.admin, serial, queueForS: EXPIRES_IN_S };
    const sent = harness.commands.sendAndWait(request);
    await harness.service.untilState(await harness.untilPublished(), serial, 'sent');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await sent).toMatchObject({ waitsUntil: expect.any(Date) });
  });
});
