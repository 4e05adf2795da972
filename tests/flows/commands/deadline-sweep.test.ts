import { describe, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { commandHarness, countSettled, doneResponse, SET_VOLUME } from '../../support/services/command-harness.ts';

const harness = commandHarness();

describe('the deadline sweep', () => {
  it('expires and times out deliveries after their deadline, resolves callers and counts', async () => {
    const { service, commands } = harness;
    const { serial } = await service.onlineDevice();
    // Settles what earlier tests left open.
    await commands.sweep(Date.now() + 86_400_000);
    const [expired, timedOut] = [await countSettled('expired'), await countSettled('timed_out')];
    const waiting = commands.sendAndWait({ ...SET_VOLUME, user: service.admin, serial });
    const undelivered = await harness.untilPublished();
    const sent = await commands.send({
      policy: SET_VOLUME.policy,
      user: service.admin,
      serial,
      command: 'reboot',
      params: {},
    });
    const unfinished = sent.commandId ?? '';
    await service.untilState(undelivered, serial, 'sent');
    await service.untilState(unfinished, serial, 'sent');
    await harness.respond(serial, doneResponse(unfinished, { phase: 'accepted', success: null, result: null }));
    const { expires_at } = await service.untilState(undelivered, serial, 'sent');
    const { deadline_at } = await service.untilState(unfinished, serial, 'accepted');

    await commands.sweep(expires_at.getTime());
    expect(await service.delivery(undelivered, serial)).toMatchObject({ state: 'sent' });
    await commands.sweep(expires_at.getTime() + 1);
    expect(await service.delivery(undelivered, serial)).toMatchObject({
      state: 'expired',
      success: false,
      error_type: 'command_timeout',
      error: 'The device did not answer the set_volume command in time',
    });
    expect(await waiting).toMatchObject({
      commandId: undelivered,
      outcome: { state: 'expired', error_type: 'command_timeout' },
    });
    await commands.sweep(deadline_at.getTime());
    expect(await service.delivery(unfinished, serial)).toMatchObject({ state: 'accepted' });
    await commands.sweep(deadline_at.getTime() + 1);
    expect(await service.delivery(unfinished, serial)).toMatchObject({
      state: 'timed_out',
      success: false,
      error: 'Reboot command timed out - device may be restarting',
    });
    expect([await countSettled('expired'), await countSettled('timed_out')]).toEqual([expired + 1, timedOut + 1]);
    for (const id of [undelivered, unfinished]) expect(await harness.notificationsOf(id)).toEqual([]);
  });

  it('notifies the owners of the devices of expired commands', async () => {
    const { service, commands } = harness;
    await commands.sweep(Date.now() + 86_400_000);
    const owner = await service.user();
    const { serial } = await service.onlineDevice(owner);
    const { commandId } = await commands.send({ ...SET_VOLUME, user: service.admin, serial });
    const { expires_at } = await service.untilState(commandId ?? '', serial, 'sent');
    const events = () => service.notified.filter(({ ownerId }) => ownerId === owner.id);
    await until('it was notified of the command and of its sending', () => events().length === 2);
    service.notified.length = 0;
    await commands.sweep(expires_at.getTime() + 1);
    expect(events()).toEqual([{ serials: [serial], ownerId: owner.id }]);
  });

  it('uses the current time by default, and does not change deliveries before their deadline', async () => {
    const { service, commands } = harness;
    const { serial } = await service.onlineDevice();
    const late = await commands.send({ ...SET_VOLUME, user: service.admin, serial });
    const open = await commands.send({ ...SET_VOLUME, user: service.admin, serial });
    const id = late.commandId ?? '';
    await service.untilState(id, serial, 'sent');
    await service.untilState(open.commandId ?? '', serial, 'sent');
    await service.pool.query('update command_deliveries set expires_at = to_timestamp(0) where command_id = $1', [id]);
    await commands.sweep();
    expect(await service.delivery(id, serial)).toMatchObject({ state: 'expired' });
    expect(await service.delivery(open.commandId ?? '', serial)).toMatchObject({ state: 'sent' });
  });
});
