import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashKey } from '../../lib/keys.ts';
import { createBruteForceGuard } from './brute-force-guard.ts';

const SERIAL = '1111-2222-3333-4444';
let key: string;
beforeEach(() => {
  key = 'the right key';
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function guarded() {
  const findHashes = vi.fn(async () => [hashKey(key)]);
  const guard = createBruteForceGuard(findHashes);
  const check = vi.fn(async (password: string) => ({
    result: password === key ? ('allow' as const) : ('deny' as const),
  }));
  const attempt = async (password: string, username = SERIAL): Promise<string> =>
    (await guard({ username, password }, () => check(password))).result;
  return { attempt, check, findHashes };
}

const guess = async ({ attempt }: ReturnType<typeof guarded>, count: number): Promise<void> => {
  await Promise.all(Array.from({ length: count }, (_, number) => attempt(`wrong ${number}`)));
};

describe('somebody who guesses the key of a device', () => {
  it('is checked twenty times a minute, however many attempts arrive at once', async () => {
    const tested = guarded();
    await guess(tested, 500);
    expect([tested.check.mock.calls.length, tested.findHashes.mock.calls.length]).toEqual([20, 1]);
    vi.advanceTimersByTime(60_000);
    await guess(tested, 500);
    expect(tested.check).toHaveBeenCalledTimes(40);
  });

  it('locks neither the device out nor another one', async () => {
    const tested = guarded();
    await guess(tested, 500);
    for (let time = 0; time < 50; time++) expect(await tested.attempt(key)).toBe('allow');
    expect(await tested.attempt('wrong', '5555-6666-7777-8888')).toBe('deny');
    expect(tested.check).toHaveBeenCalledTimes(71);
  });

  it('is not admitted with a key that has been revoked since', async () => {
    const tested = guarded();
    await guess(tested, 30);
    const former = key;
    key = 'another key';
    expect(await tested.attempt(former)).toBe('deny');
  });

  it('keeps a device with a new key out for ten seconds at most', async () => {
    const tested = guarded();
    await guess(tested, 30);
    key = 'another key';
    expect(await tested.attempt(key)).toBe('deny');
    vi.advanceTimersByTime(10_000);
    expect(await tested.attempt(key)).toBe('allow');
  });
});

it('a failure to read the hashes is an error each time, and not remembered', async () => {
  const tested = guarded();
  await guess(tested, 20);
  tested.findHashes.mockRejectedValueOnce(new Error('Postgres is away'));
  await expect(tested.attempt(key)).rejects.toThrow('away');
  expect(await tested.attempt(key)).toBe('allow');
});

it('a person with several keys is admitted with each of them', async () => {
  const guard = createBruteForceGuard(async () => [hashKey('one'), hashKey('two')]);
  const attempt = (password: string) => guard({ username: '7', password }, async () => ({ result: 'allow' as const }));
  const deny = async () => ({ result: 'deny' as const });
  for (let time = 0; time < 20; time++) await guard({ username: '7', password: 'wrong' }, deny);
  expect(await Promise.all(['one', 'two', 'three'].map(attempt))).toEqual([
    { result: 'allow' },
    { result: 'allow' },
    { result: 'deny' },
  ]);
});

it('devices that reconnect often with the right key are never limited', async () => {
  const tested = guarded();
  for (let time = 0; time < 100; time++) await tested.attempt(key);
  expect(tested.findHashes).not.toHaveBeenCalled();
});

it('a hundred thousand names cost the same each, and the last ten thousand are remembered', async () => {
  const tested = guarded();
  await guess(tested, 20);
  const walks = vi.spyOn(Map.prototype, 'keys');
  for (let number = 0; number < 100_000; number++) {
    await tested.attempt('wrong', `device ${number}`);
    if (number % 9_000 === 0) await tested.attempt('wrong');
  }
  expect(walks, 'nothing looks for the oldest name among the others').not.toHaveBeenCalled();
  walks.mockRestore();
  expect(tested.check, 'the name that somebody goes on guessing is not forgotten').toHaveBeenCalledTimes(100_020);
  tested.check.mockClear();
  for (const name of ['device 99999', 'device 90001', 'device 1'])
    for (let time = 0; time < 20; time++) await tested.attempt('wrong', name);
  expect(tested.check).toHaveBeenCalledTimes(19 + 19 + 20);
});
