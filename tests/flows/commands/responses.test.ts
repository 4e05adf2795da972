import { describe, expect, it } from 'vitest';
import { createAdmin, type TestUser } from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { until } from '../../support/until.ts';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { healthHttp } from '@belfry/schemas/http/service/health';
import { RESULT, VOLUME, onlineDevice, untilResult, sendCommand } from '../../support/commands.ts';
import { resultsHttp } from '@belfry/schemas/http/commands/results';

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});

describe('a response', () => {
  it('to a command of another device, or to an unknown command, changes nothing', async () => {
    const [device, other] = [await onlineDevice(stack), await onlineDevice(stack)];
    const sent = await sendCommand(stack, admin, device, VOLUME);
    const forged = { result: { channel: 1, volume: 99 } };
    await other.respond({ correlation_id: sent.commandId, ...forged });
    await other.respond({ correlation_id: crypto.randomUUID(), ...forged });
    await other.metrics({ seq: 1 });
    await until('the later message', () => other.acks.length === 1);
    expect((await stack.call(resultsHttp.read, admin, sent)).body).toMatchObject({ success: null, result: null });
    await device.respond({ correlation_id: sent.commandId, result: RESULT });
    await untilResult(stack, admin, sent, ({ state }) => state === 'succeeded');
  });

  it('after the deadline still settles the command', async () => {
    const device = await onlineDevice(stack);
    const expired = await sendCommand(stack, admin, device, VOLUME);
    const timedOut = await sendCommand(stack, admin, device, { command: 'reboot' });
    await device.respond({ correlation_id: timedOut.commandId, phase: 'accepted', success: null });
    await untilResult(stack, admin, timedOut, ({ state }) => state === 'accepted');
    await stack.pool.query(
      `update command_deliveries set expires_at = now() - interval '1 s', deadline_at = now() - interval '1 s' where command_id = any($1)`,
      [[expired.commandId, timedOut.commandId]],
    );
    expect(await untilResult(stack, admin, expired, ({ state }) => state === 'expired')).toMatchObject({
      success: false,
      errorType: 'command_timeout',
    });
    expect(await untilResult(stack, admin, timedOut, ({ state }) => state === 'timed_out')).toMatchObject({
      error: 'Reboot command timed out - device may be restarting',
    });
    await device.respond({ correlation_id: timedOut.commandId, result: { uptime_seconds: 4 } });
    const late = await untilResult(stack, admin, timedOut, ({ state }) => state === 'succeeded');
    expect(late).toMatchObject({ success: true, error: null, errorType: null });
  });

  it('resolves a caller that waits at an instance which does not ingest', async () => {
    const replica = await stack.startReplica();
    const device = await onlineDevice(stack);
    await until('the replica publishes', async () => (await replica.call(healthHttp.ready, null)).status === 200);
    const sent = replica.call(commandsHttp.sendAndWait, admin, { serial: device.serial, ...VOLUME });
    const { correlation_id } = await device.nextCommand();
    await device.respond({ correlation_id, result: RESULT });
    expect((await sent).body.success).toBe(true);
    await replica.stop();
  });

  it('that is sent while the api is stopped settles the command afterwards', async () => {
    const device = await onlineDevice(stack);
    const sent = await sendCommand(stack, admin, device, VOLUME);
    await stack.stopApi();
    await device.respond({ correlation_id: sent.commandId, result: RESULT });
    await stack.startApi();
    await stack.ready();
    await untilResult(stack, admin, sent, ({ state }) => state === 'succeeded');
  });
});
