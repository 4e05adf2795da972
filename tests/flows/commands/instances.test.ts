import { createLogger } from '@belfry/api/log';
import { describe, expect, it, vi } from 'vitest';
import { commandHarness, doneResponse, SET_VOLUME } from '../../support/services/command-harness.ts';
import { until } from '../../support/until.ts';
import { RESULT } from '../../support/commands.ts';

const harness = commandHarness();

describe('several instances', () => {
  it('notify each other once of a settled command, and resolve the waiting caller', async () => {
    const { service, commands } = harness;
    const other = service.instance();
    const { serial } = await service.onlineDevice();
    const answered = commands.sendAndWait({ ...SET_VOLUME, user: service.admin, serial });
    const id = await harness.untilPublished();
    await service.untilState(id, serial, 'sent');
    await harness.respond(serial, doneResponse(id), other);
    await until('the notification', () => harness.notifications.some((payload) => payload.includes(id)));
    expect(await harness.notificationsOf(id)).toEqual([id]);
    commands.onSettledNotification(`${crypto.randomUUID()},${id}`);
    expect(await answered).toMatchObject({ commandId: id, outcome: { state: 'succeeded', result: RESULT } });
  });

  it('notify each other once of a settled broadcast', async () => {
    const { service, commands } = harness;
    const [first, second] = [await service.onlineDevice(), await service.onlineDevice()];
    const { commandId } = await commands.broadcast({ user: service.admin, command: 'reboot', params: {} });
    const id = commandId ?? '';
    await service.pool.query('update command_deliveries set expires_at = to_timestamp(0) where command_id = $1', [id]);
    const other = service.instance();
    await other.sweep();
    await until('the notification', () => harness.notifications.some((payload) => payload.includes(id)));
    expect(await harness.notificationsOf(id)).toEqual([id]);
    for (const { serial } of [first, second])
      expect(await service.delivery(id, serial)).toMatchObject({ state: 'expired' });
  });

  it('query only commands for which a caller waits', async () => {
    const { service, commands } = harness;
    const query = vi.spyOn(service.pool, 'query');
    commands.onSettledNotification(`${crypto.randomUUID()},${crypto.randomUUID()}`);
    commands.onSettledNotification('');
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
  });

  it('log a notification that cannot be processed', async () => {
    const { service } = harness;
    const log = createLogger('silent');
    const debug = vi.spyOn(log, 'debug').mockReturnValue(undefined);
    const instance = service.instance({ log });
    const { serial } = await service.onlineDevice();
    const answered = instance.sendAndWait({ ...SET_VOLUME, user: service.admin, serial });
    const id = await harness.untilPublished();
    await service.untilState(id, serial, 'sent');
    const query = vi.spyOn(service.pool, 'query').mockRejectedValueOnce(new Error('away'));
    instance.onSettledNotification(id);
    await until('it is logged', () => debug.mock.calls.length > 0);
    expect(debug.mock.calls).toEqual([
      [{ err: expect.objectContaining({ message: 'away' }) }, 'the notification of another instance was not processed'],
    ]);
    query.mockRestore();
    await harness.respond(serial, doneResponse(id), instance);
    expect(await answered).toMatchObject({ outcome: { state: 'succeeded' } });
  });
});
