import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createDeviceLookup } from './lookup.ts';

/** A pool that answers when it is told to, and remembers what each statement asked for. */
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

describe('looking devices up', () => {
  it('asks for all that come together in one statement, and gives each its own', async () => {
    const { pool, statements, answerAll } = slowPool();
    const lookup = createDeviceLookup(pool);
    const asked = Promise.all(['a', 'b', 'unknown', 'a'].map(lookup));
    await nextTurn();
    answerAll();
    expect((await asked).map((found) => found?.serial)).toEqual(['a', 'b', undefined, 'a']);
    expect(statements).toEqual([['a', 'b', 'unknown', 'a']]);
  });

  it('collects what comes while two statements run', async () => {
    const { pool, statements, answerAll } = slowPool();
    const lookup = createDeviceLookup(pool);
    const asked: Promise<unknown>[] = [];
    for (const serial of ['a', 'b', 'c', 'd', 'e']) {
      asked.push(lookup(serial));
      await nextTurn();
    }
    expect(statements).toEqual([['a'], ['b']]);
    answerAll();
    await asked[1];
    await nextTurn();
    answerAll();
    await Promise.all(asked);
    expect(statements).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
  });

  it('fails those who asked, and works again afterwards', async () => {
    let broken = true;
    const query = () => (broken ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [{ serial: 'a' }] }));
    const lookup = createDeviceLookup({ query } as unknown as pg.Pool);
    await expect(Promise.all([lookup('a'), lookup('b')])).rejects.toThrow('away');
    broken = false;
    expect(await lookup('a')).toEqual({ serial: 'a' });
  });

  it('asks for five hundred in one statement at most', async () => {
    const { pool, statements, answerAll } = slowPool();
    const lookup = createDeviceLookup(pool);
    const asked = Promise.all(Array.from({ length: 1_001 }, (_, index) => lookup(String(index))));
    await nextTurn();
    expect(statements.map((serials) => serials.length)).toEqual([500, 500]);
    answerAll();
    await nextTurn();
    expect(statements.map((serials) => serials.length)).toEqual([500, 500, 1]);
    answerAll();
    expect((await asked).map((found) => found?.serial)).toEqual(
      Array.from({ length: 1_001 }, (_, index) => String(index)),
    );
  });

  it('asks nothing when nobody waits, and once for those of each turn', async () => {
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
