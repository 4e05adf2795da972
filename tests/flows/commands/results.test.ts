import { findCommandNames } from '@belfry/api/features/commands/commands.sql';
import { applyChanges } from '@belfry/api/features/commands/deliveries.sql';
import { responseChange, publishedChange, type DeliveryChange } from '@belfry/api/features/commands/delivery';
import { deleteCommandsOf } from '@belfry/api/features/commands/commands.repository';
import { findDeliveries, findDelivery, listDeliveries } from '@belfry/api/features/commands/results.sql';
import { MAX_PAYLOAD_BYTES, MAX_PAYLOAD_NESTING } from '@belfry/schemas/mqtt/payload-limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCommandService, sendScan } from '../../support/services/command-service.ts';
import type { TestDevice } from '../../support/factories.ts';

const OMITTED = { omitted: 'The result is too large or nested too deeply to be shown' };

let service: Awaited<ReturnType<typeof startCommandService>>;
let commands: ReturnType<typeof service.instance>;
beforeAll(async () => {
  service = await startCommandService();
  commands = service.instance();
});
afterAll(() => service.stop());

const sentTo = (device: TestDevice): Promise<string> => sendScan(service, commands, device);
const read = (commandId: string, { serial }: TestDevice, ownerId: number | null = null) =>
  findDelivery(service.pool, { serial, commandId, ownerId });

describe('changes of deliveries', () => {
  const AT = Date.UTC(2026, 10, 20);
  const change = (
    commandId: string,
    { serial }: TestDevice,
    overrides: Partial<DeliveryChange> = {},
  ): DeliveryChange => ({
    ...publishedChange(commandId, serial, AT),
    ...overrides,
  });
  const end = { success: true, result: { networks: [] }, execution_time_ms: 7, at: new Date(AT).toISOString() };
  const message = { phase: 'done', error: null, error_type: null, ...end } as const;

  it('store every value, and the first time of each phase', async () => {
    const device = await service.onlineDevice();
    const id = await sentTo(device);
    const running = {
      ...message,
      phase: 'running',
      success: null,
      result: { progress: 5 },
      correlation_id: id,
    } as const;
    await applyChanges(service.pool, [responseChange('wifi_scan', device.serial, running, AT)]);
    await applyChanges(service.pool, [responseChange('wifi_scan', device.serial, running, AT + 5_000)]);
    expect(await read(id, device)).toMatchObject({
      state: 'accepted',
      phase: 'running',
      progress: { progress: 5 },
      result: null,
      accepted_at: new Date(AT),
      deadline_at: new Date(AT + 30_000),
      settled_at: null,
      success: null,
    });
    const failure = { ...message, success: false, error: 'full', error_type: 'disk', correlation_id: id };
    expect(await applyChanges(service.pool, [responseChange('wifi_scan', device.serial, failure, AT + 9_000)])).toEqual(
      {
        unknown: [],
        applied: [0],
        devices: [{ serial: device.serial, user_id: null }],
      },
    );
    expect(await read(id, device)).toMatchObject({
      state: 'failed',
      phase: 'done',
      progress: { progress: 5 },
      success: false,
      result: { networks: [] },
      error: 'full',
      error_type: 'disk',
      execution_time_ms: 7,
      accepted_at: new Date(AT),
      settled_at: new Date(AT + 9_000),
    });
  });

  it('are not applied against the state machine, and are reported if there is no such delivery', async () => {
    const [device, other] = [await service.onlineDevice(), await service.onlineDevice()];
    const id = await sentTo(device);
    const changes = [
      change(crypto.randomUUID(), device),
      change(id, device),
      change(id, other),
      change(id, device, { serial: '9999-9999-9999-9999' }),
    ];
    const { unknown, applied, devices } = await applyChanges(service.pool, changes);
    expect(unknown.toSorted((one, other) => one - other)).toEqual([0, 2, 3]);
    expect({ applied, devices }).toEqual({ applied: [], devices: [] });
    expect(await applyChanges(service.pool, [])).toEqual({ unknown: [], applied: [], devices: [] });
  });
});

describe('a result', () => {
  it('is found by its command, its device and its owner', async () => {
    const [owner, otherUser] = [await service.user(), await service.user()];
    const [device, other] = [await service.onlineDevice(owner), await service.onlineDevice(owner)];
    const id = await sentTo(device);
    expect(await read(id, device)).toMatchObject({
      command_id: id,
      command: 'wifi_scan',
      progress: null,
      result: null,
    });
    expect(await read(id, device, owner.id)).toMatchObject({ command_id: id });
    expect(await read(id, device, otherUser.id)).toBeUndefined();
    expect(await read(id, other)).toBeUndefined();
    expect(await read(crypto.randomUUID(), device)).toBeUndefined();
  });

  it.each([
    ['with the largest size', { text: 'x'.repeat(4 * MAX_PAYLOAD_BYTES.responses - 12) }, true],
    ['larger', { text: 'x'.repeat(4 * MAX_PAYLOAD_BYTES.responses - 11) }, false],
    [
      'with the deepest nesting',
      JSON.parse('{"a":'.repeat(MAX_PAYLOAD_NESTING) + '1' + '}'.repeat(MAX_PAYLOAD_NESTING)),
      true,
    ],
    [
      'nested deeper',
      JSON.parse('{"a":'.repeat(MAX_PAYLOAD_NESTING + 1) + '1' + '}'.repeat(MAX_PAYLOAD_NESTING + 1)),
      false,
    ],
    ['with many keys', Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, n])), true],
  ])('that was stored %s is returned or replaced by a note', async (_what, stored: Record<string, unknown>, shown) => {
    const device = await service.onlineDevice();
    const id = await sentTo(device);
    await service.pool.query('update command_deliveries set result = $2, progress = $2 where command_id = $1', [
      id,
      JSON.stringify(stored),
    ]);
    const expected = shown ? stored : OMITTED;
    expect(await read(id, device)).toMatchObject({ result: expected, progress: expected });
    expect(await findDeliveries(service.pool, [id])).toMatchObject([{ command_id: id, result: expected }]);
  });

  it('is listed with the newest first, up to a limit, for its owner only', async () => {
    const [owner, otherUser] = [await service.user(), await service.user()];
    const device = await service.onlineDevice(owner);
    const ids = [];
    for (let count = 0; count < 3; count++) ids.push(await sentTo(device));
    const list = (ownerId: number | null, limit: number) =>
      listDeliveries(service.db, { serial: device.serial, ownerId, limit });
    const listed = await list(null, 10);
    expect(listed?.map(({ command_id }) => command_id)).toEqual(ids.toReversed());
    expect((await list(owner.id, 2))?.map(({ command_id }) => command_id)).toEqual(ids.toReversed().slice(0, 2));
    expect(await list(otherUser.id, 10)).toBeNull();
    const { serial } = await service.onlineDevice(owner);
    expect(await listDeliveries(service.db, { serial, ownerId: null, limit: 10 })).toEqual([]);
  });
});

describe('commands', () => {
  it('are found by their ids, including broadcasts', async () => {
    const id = await sentTo(await service.onlineDevice());
    const { commandId } = await commands.broadcast({ user: service.admin, command: 'install', params: {} });
    const names = await findCommandNames(service.pool, [id, commandId ?? '', crypto.randomUUID()]);
    expect(new Map(names.map((row) => [row.id, row.command]))).toEqual(
      new Map([
        [id, 'wifi_scan'],
        [commandId, 'install'],
      ]),
    );
    // A broadcast has many deliveries, and no caller waits for it.
    expect(await findDeliveries(service.pool, [commandId ?? ''])).toEqual([]);
  });

  it('of a device are deleted with it; broadcasts and those of other devices remain', async () => {
    const [device, other] = [await service.onlineDevice(), await service.onlineDevice()];
    const [id, others] = [await sentTo(device), await sentTo(other)];
    const { commandId: broadcast } = await commands.broadcast({ user: service.admin, command: 'reboot', params: {} });
    await deleteCommandsOf(service.db, [device.device_id]);
    const left = await findCommandNames(service.pool, [id, others, broadcast ?? '']);
    expect(new Set(left.map((row) => row.id))).toEqual(new Set([others, broadcast]));
    expect(await read(broadcast ?? '', device)).toBeDefined();
  });
});
