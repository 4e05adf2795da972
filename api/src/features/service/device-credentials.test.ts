import type pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { hashKey } from '../../lib/keys.ts';
import { createDeviceKeys, createDeviceLookup } from './device-credentials.sql.ts';

function slowPool() {
  const statements: string[][] = [];
  const answers: (() => void)[] = [];
  const query = ({ values: [serials] }: { values: [string[]] }) => {
    statements.push(serials);
    return new Promise((resolve) => {
      answers.push(() => resolve({ rows: serials.filter((s) => s !== 'unknown').map((serial) => ({ serial })) }));
    });
  };
  const answerAll = (): void => {
    for (const answer of answers.splice(0)) answer();
  };
  return { pool: { query } as unknown as pg.Pool, statements, answerAll };
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('createDeviceLookup', () => {
  it('finds the devices of concurrent calls with one statement', async () => {
    const { pool, statements, answerAll } = slowPool();
    const lookup = createDeviceLookup(pool);
    const found = Promise.all(['a', 'b', 'unknown', 'a'].map(lookup));
    await nextTurn();
    answerAll();
    expect((await found).map((device) => device?.serial)).toEqual(['a', 'b', undefined, 'a']);
    expect(statements).toEqual([['a', 'b', 'unknown', 'a']]);
  });

  it('collects calls while two statements are running', async () => {
    const { pool, statements, answerAll } = slowPool();
    const lookup = createDeviceLookup(pool);
    const found: Promise<unknown>[] = [];
    for (const serial of ['a', 'b', 'c', 'd', 'e']) {
      found.push(lookup(serial));
      await nextTurn();
    }
    expect(statements).toEqual([['a'], ['b']]);
    answerAll();
    await found[1];
    await nextTurn();
    answerAll();
    await Promise.all(found);
    expect(statements).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
  });

  it('rejects the waiting calls when the statement fails, and works again afterwards', async () => {
    let broken = true;
    const query = () => (broken ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [{ serial: 'a' }] }));
    const lookup = createDeviceLookup({ query } as unknown as pg.Pool);
    await expect(Promise.all([lookup('a'), lookup('b')])).rejects.toThrow('away');
    broken = false;
    expect(await lookup('a')).toEqual({ serial: 'a' });
  });

  it('finds at most 500 devices with one statement', async () => {
    const { pool, statements, answerAll } = slowPool();
    const lookup = createDeviceLookup(pool);
    const found = Promise.all(Array.from({ length: 1_001 }, (_, index) => lookup(String(index))));
    await nextTurn();
    expect(statements.map((serials) => serials.length)).toEqual([500, 500]);
    answerAll();
    await nextTurn();
    expect(statements.map((serials) => serials.length)).toEqual([500, 500, 1]);
    answerAll();
    expect((await found).map((device) => device?.serial)).toEqual(
      Array.from({ length: 1_001 }, (_, index) => String(index)),
    );
  });

  it('runs one statement for each turn of the event loop that has calls, and no other', async () => {
    const { pool, statements, answerAll } = slowPool();
    const lookup = createDeviceLookup(pool);
    for (const serial of ['a', 'b']) {
      const found = lookup(serial);
      await nextTurn();
      answerAll();
      expect(await found).toEqual({ serial });
      await nextTurn();
    }
    expect(statements).toEqual([['a'], ['b']]);
  });
});

describe('createDeviceKeys', () => {
  const SERIAL = '1111-2222-3333-4444';
  const stored = { device_id: 7, serial: SERIAL, user_id: 1, device_mode: 'active', key_hash: hashKey('key') };
  const keysOf = (row: object | null) => {
    const query = vi.fn(async () => ({ rows: row ? [row] : [] }));
    return { keys: createDeviceKeys({ query } as unknown as pg.Pool), query };
  };

  it('knows a device by its serial and key', async () => {
    expect(await keysOf(stored).keys.authenticate(SERIAL, 'key')).toEqual({
      device_id: 7,
      serial: SERIAL,
      owner_id: 1,
      device_mode: 'active',
    });
  });

  it.each([
    ['a wrong key', stored, 'another key'],
    ['a device without a key', { ...stored, key_hash: null }, 'key'],
    ['a blocked device', { ...stored, device_mode: 'blocked' }, 'key'],
    ['an unknown serial', null, 'key'],
  ])('refuses %s', async (_what, row, key) => {
    expect(await keysOf(row).keys.authenticate(SERIAL, key)).toBeNull();
  });

  it('does not look for what is no serial', async () => {
    const { keys, query } = keysOf(stored);
    expect(await keys.authenticate('12', 'key')).toBeNull();
    expect(query).not.toHaveBeenCalled();
  });
});
