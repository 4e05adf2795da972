import { randomUUID } from 'node:crypto';
import { insertCommands } from '@belfry/api/features/commands/commands.sql';
import { unknownResponses } from '@belfry/api/mqtt/metrics';
import { COMMAND_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { commandHarness, doneResponse, SET_VOLUME } from '../../support/services/command-harness.ts';

const harness = commandHarness();

/** What the last commit that inserted commands waited for, in the words of `synchronous_commit`. */
async function commitOf(asyncCommit: readonly boolean[]): Promise<string | undefined> {
  const { service } = harness;
  const { serial } = await service.onlineDevice();
  const now = Date.now();
  const times = { issuedAt: now, expiresAt: now, deadlineAt: now };
  const { command, params } = SET_VOLUME;
  const client = await service.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local synchronous_commit = on');
    await insertCommands(
      client as unknown as pg.Pool,
      asyncCommit.map((one) => ({
        ...times,
        id: randomUUID(),
        serial,
        command,
        params,
        issuedBy: service.admin.id,
        ownerId: null,
        background: false,
        asyncCommit: one,
      })),
    );
    const { rows } = await client.query<{ synchronous_commit: string }>('show synchronous_commit');
    return rows[0]?.synchronous_commit;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('the rows of a command', () => {
  it.each([
    ['do not wait for the disk when their callers wait for outcomes', [true, true], 'off'],
    ['of a single command do not wait for the disk when its caller waits for an outcome', [true], 'off'],
    ['wait for the disk', [false], 'on'],
    ['of several commands wait for the disk', [false, false], 'on'],
    ['wait for the disk when one of them has to', [true, false], 'on'],
  ])('%s', async (_what, asyncCommit, commit) => {
    expect(await commitOf(asyncCommit)).toBe(commit);
  });

  it.each([
    ['sendAndWait', true],
    ['send', false],
  ] as const)('of %s have an asynchronous commit: %s', async (call, asyncCommit) => {
    const { service, commands } = harness;
    const { serial } = await service.onlineDevice();
    const query = vi.spyOn(service.pool, 'query');
    const answered = commands[call]({ ...SET_VOLUME, user: service.admin, serial });
    const id = await harness.untilPublished();
    const inserts = (query.mock.calls as unknown as [{ name?: string; values?: unknown[] }][]).filter(
      ([{ name }]) => name === 'insert-commands',
    );
    query.mockRestore();
    expect(inserts.map(([{ values }]) => values?.at(-1))).toEqual([asyncCommit]);
    await harness.respond(serial, doneResponse(id));
    await answered;
  });
});

it('the response to a command whose rows Postgres has lost is counted and acknowledged, and its caller gets a time-out', async () => {
  const { service, commands } = harness;
  const { serial } = await service.onlineDevice();
  const counted = async (): Promise<number> => (await unknownResponses.get()).values[0]?.value ?? 0;
  const before = await counted();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const answered = commands.sendAndWait({ ...SET_VOLUME, user: service.admin, serial });
  const id = await harness.untilPublished();
  await service.untilState(id, serial, 'sent');
  await service.pool.query('delete from commands where id = $1', [id]);
  await harness.respond(serial, doneResponse(id));
  expect(await counted()).toBe(before + 1);
  vi.advanceTimersByTime(COMMAND_TIMEOUT_MS);
  expect(await answered).toEqual({ refused: 'command_timeout', commandId: id });
});
