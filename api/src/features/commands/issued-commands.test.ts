import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createIssuedCommands } from './issued-commands.ts';
import { commandPool } from './testing/command-pool.ts';

const REMEMBERED_MAX = 50_000;

describe('the commands of this instance', () => {
  it('are known without asking the database', async () => {
    const { pool, statements } = commandPool();
    const issued = createIssuedCommands(pool);
    const id = randomUUID();
    expect(issued.isOurs(id)).toBe(false);
    issued.remember(id, 'reboot');
    expect(issued.isOurs(id)).toBe(true);
    expect(await issued.names([id, id])).toEqual(new Map([[id, 'reboot']]));
    expect(statements).toEqual([]);
  });

  it('are told from those of another instance, which are asked for once', async () => {
    const [foreign, nobodys] = [randomUUID(), randomUUID()];
    const { pool, statements } = commandPool({ commands: [{ id: foreign, command: 'install' }] });
    const issued = createIssuedCommands(pool);
    expect(await issued.names([foreign, nobodys, foreign])).toEqual(new Map([[foreign, 'install']]));
    expect(issued.isOurs(foreign)).toBe(false);
    expect(await issued.names([foreign])).toEqual(new Map([[foreign, 'install']]));
    expect(statements.map(({ values }) => values)).toEqual([[[foreign, nobodys]]]);
  });

  it('are forgotten beyond fifty thousand, the oldest first', () => {
    const { pool } = commandPool();
    const issued = createIssuedCommands(pool);
    for (let count = 1; count <= REMEMBERED_MAX; count++) issued.remember(`id-${count}`, 'reboot');
    expect(issued.isOurs('id-1')).toBe(true);
    issued.remember('one-more', 'reboot');
    expect(['id-1', 'id-2', 'one-more'].map(issued.isOurs)).toEqual([false, true, true]);
  });
});
