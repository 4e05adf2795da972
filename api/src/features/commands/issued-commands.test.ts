import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createIssuedCommands } from './responses.ts';
import { commandPool } from './testing/command-pool.ts';

const MAX_COMMANDS = 50_000;

describe('issued commands', () => {
  it('of this instance are found without a query', async () => {
    const { pool, statements } = commandPool();
    const issued = createIssuedCommands(pool);
    const id = randomUUID();
    expect(issued.isLocal(id)).toBe(false);
    issued.add(id, 'reboot');
    expect(issued.isLocal(id)).toBe(true);
    expect(await issued.findNames([id, id])).toEqual(new Map([[id, 'reboot']]));
    expect(statements).toEqual([]);
  });

  it('of another instance are queried once and are not local', async () => {
    const [foreign, unknown] = [randomUUID(), randomUUID()];
    const { pool, statements } = commandPool({ commands: [{ id: foreign, command: 'install' }] });
    const issued = createIssuedCommands(pool);
    expect(await issued.findNames([foreign, unknown, foreign])).toEqual(new Map([[foreign, 'install']]));
    expect(issued.isLocal(foreign)).toBe(false);
    expect(await issued.findNames([foreign])).toEqual(new Map([[foreign, 'install']]));
    expect(statements.map(({ values }) => values)).toEqual([[[foreign, unknown]]]);
  });

  it('are removed beyond 50,000, the oldest first', () => {
    const { pool } = commandPool();
    const issued = createIssuedCommands(pool);
    for (let count = 1; count <= MAX_COMMANDS; count++) issued.add(`id-${count}`, 'reboot');
    expect(issued.isLocal('id-1')).toBe(true);
    issued.add('one-more', 'reboot');
    expect(['id-1', 'id-2', 'one-more'].map(issued.isLocal)).toEqual([false, true, true]);
  });
});
