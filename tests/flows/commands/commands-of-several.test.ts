import { insertCommands } from '@belfry/api/features/commands/commands.sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevice, type TestUser } from '../../support/factories.ts';
import { startCommandService } from '../../support/services/command-service.ts';

type IssuedCommand = Parameters<typeof insertCommands>[1][number];

const AT = Date.UTC(2026, 10, 23, 12, 0, 0, 7);
const NOWHERE = '0000-0000-0000-0000';

let service: Awaited<ReturnType<typeof startCommandService>>;
beforeAll(async () => {
  service = await startCommandService();
});
afterAll(() => service.stop());

/** A command of `owner`, or of an administrator, for whom the owner of a device does not matter. */
const commandFor = (serial: string, owner: Pick<TestUser, 'id'> | null): IssuedCommand => ({
  id: crypto.randomUUID(),
  serial,
  command: 'set_volume',
  params: { channel: 1, volume: 30 },
  issuedBy: owner?.id ?? service.admin.id,
  ownerId: owner?.id ?? null,
  issuedAt: AT,
  expiresAt: AT + 1,
  deadlineAt: AT + 2,
  background: false,
  asyncCommit: false,
});

/** The stored rows of these commands, in their order; null where there is none. */
async function rowsOf(commands: readonly IssuedCommand[]): Promise<unknown[]> {
  const { rows } = await service.pool.query<{ id: string }>(
    `select c.id, c.command, c.params, c.target, c.issued_by, c.issued_at, c.expires_at, d.serial, x.state, x.held,
       x.issued_at as sent_at, x.expires_at as until, x.deadline_at
     from commands c join command_deliveries x on x.command_id = c.id join devices d using (device_id)
     where c.id = any($1::uuid[])`,
    [commands.map(({ id }) => id)],
  );
  return commands.map(({ id }) => rows.find((row) => row.id === id) ?? null);
}

const rowOf = ({ id, serial, issuedBy }: IssuedCommand) => ({
  id,
  command: 'set_volume',
  params: { channel: 1, volume: 30 },
  target: 'device',
  issued_by: issuedBy,
  issued_at: new Date(AT),
  expires_at: new Date(AT + 1),
  serial,
  state: 'queued',
  held: false,
  sent_at: new Date(AT),
  until: new Date(AT + 1),
  deadline_at: new Date(AT + 2),
});

describe.each([
  [
    'one at a time',
    (commands: IssuedCommand[]) =>
      Promise.all(commands.map((one) => insertCommands(service.pool, [one]))).then((found) => found.flat()),
  ],
  ['together', (commands: IssuedCommand[]) => insertCommands(service.pool, commands)],
])('commands that are inserted %s', (_how, insert) => {
  it('have rows where their callers have the device and it is online, and name it also where it is not', async () => {
    const [owner, other] = [await service.user(), await service.user()];
    const [mine, theirs] = [await service.onlineDevice(owner), await service.onlineDevice(other)];
    const nobodys = await service.onlineDevice();
    const offline = await createDevice({ db: service.db }, { user_id: owner.id });
    const commands = [
      commandFor(theirs.serial, owner),
      commandFor(mine.serial, owner),
      commandFor(NOWHERE, null),
      commandFor(offline.serial, owner),
      commandFor(nobodys.serial, null),
      commandFor(nobodys.serial, owner),
      commandFor(theirs.serial, null),
    ];
    expect(await insert(commands)).toEqual([
      null,
      { status: 'online', user_id: owner.id },
      null,
      { status: 'offline', user_id: owner.id },
      { status: 'online', user_id: null },
      null,
      { status: 'online', user_id: other.id },
    ]);
    const stored = new Set([1, 4, 6]);
    expect(await rowsOf(commands)).toEqual(commands.map((one, at) => (stored.has(at) ? rowOf(one) : null)));
  });
});
