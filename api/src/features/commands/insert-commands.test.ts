import { randomUUID } from 'node:crypto';
import { RIGHTS } from '@belfry/schemas/domain/rights';
import { describe, expect, it } from 'vitest';
import type { IssuedCommand } from './command.ts';
import { insertCommands } from './commands.sql.ts';
import { recordingPool } from './testing/command-pool.ts';
import { SERIAL } from './testing/delivery-writer-harness.ts';

const ORIGIN = { key_id: 11, api_key_id: 12, door: 'api', ip: '192.0.2.7' };
const commandOf = (over: Partial<IssuedCommand> = {}): IssuedCommand => ({
  id: randomUUID(),
  serial: SERIAL,
  command: 'set_volume',
  params: { channel: 1, volume: 30 },
  issuedBy: 7,
  ownerId: null,
  issuedAt: 1_000,
  expiresAt: 2_000,
  deadlineAt: 3_000,
  background: false,
  asyncCommit: true,
  origin: ORIGIN,
  ...over,
});

const poolOf = (rows: readonly object[]) => recordingPool(() => rows);
const DEVICE = { status: 'online', user_id: 9 };

describe('commands', () => {
  it('are stored by one statement with a value of each in every column', async () => {
    const { pool, statements } = poolOf([DEVICE, { status: null, user_id: null }]);
    const commands = [commandOf(), commandOf({ background: true, origin: null, ownerId: 9 })];
    expect(await insertCommands(pool, commands)).toEqual([DEVICE, null]);
    expect(statements).toHaveLength(1);
    expect(statements[0]!.values).toEqual([
      commands.map(({ id }) => id),
      [SERIAL, SERIAL],
      ['set_volume', 'set_volume'],
      commands.map(({ params }) => JSON.stringify(params)),
      [7, 7],
      [null, 9],
      ...[1_000, 2_000, 3_000].map((ms) => [new Date(ms), new Date(ms)]),
      [false, true],
      [RIGHTS.operate, RIGHTS.read],
      [11, null],
      [12, null],
      ['api', null],
      ['192.0.2.7', null],
      true,
    ]);
  });

  it('wait for the disk if one of them must', async () => {
    const { pool, statements } = poolOf([DEVICE, DEVICE]);
    await insertCommands(pool, [commandOf(), commandOf({ asyncCommit: false })]);
    expect(statements[0]!.values.at(-1)).toBe(false);
  });
});
