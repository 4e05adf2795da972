import { beforeEach, expect, it } from 'vitest';
import type { BrokerTwins } from '@belfry/schemas/http/service/internal';
import { TwinGuard } from './twin-guard.ts';

const SERIAL = '1111-2222-3333-4444';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let reports: BrokerTwins[];
let guard: TwinGuard;
beforeEach(() => {
  reports = [];
  guard = new TwinGuard((twins) => reports.push(twins));
});

type Held = { destroyed: boolean; reportedIp: string | null; lastReceivedAt: number; transport: { peer: string } };
function connect(attempts: readonly (readonly [at: number, peer: string, ip?: string])[], first?: Held): boolean[] {
  let held = first;
  return attempts.map(([at, peer, ip]) => {
    const admitted = guard.admits(SERIAL, peer, held, at);
    if (admitted) {
      held = { destroyed: false, reportedIp: null, lastReceivedAt: at, transport: { peer } };
      if (ip !== undefined) guard.noteStatus(SERIAL, held, ip);
    }
    return admitted;
  });
}
const every = (seconds: number, ...peers: string[]) => peers.map((peer, at) => [at * seconds * SECOND, peer] as const);

it('the one that is connected stays, and the other is refused, when two places take turns', () => {
  expect(connect(every(5, '10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.2', '10.0.0.2'))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(reports).toEqual([
    { serial: SERIAL, stays: { peer: '10.0.0.1', ip: null }, refused: { peer: '10.0.0.2', ip: null } },
  ]);
});

it('is noticed within a minute behind one router, by the addresses that they report or by their haste', () => {
  const slow = [0, 15, 30, 45, 60].map((at) => [at * SECOND, '203.0.113.7', `10.0.0.${1 + ((at / 15) % 2)}`] as const);
  expect(connect(slow).indexOf(false)).toBe(4);
  expect(reports[0]).toMatchObject({ stays: { ip: '10.0.0.2' }, refused: { ip: '10.0.0.1' } });
  guard.forget(SERIAL);
  expect(connect(every(5, ...Array<string>(6).fill('203.0.113.7')))).toEqual([true, true, true, true, false, false]);
});

it('is not said of a device that changes its network, restarts slowly, or whose connection had ended', () => {
  expect(connect(every(5, 'eth', 'wifi', 'eth'))).toEqual([true, true, true]);
  guard.forget(SERIAL);
  expect(connect(every(30, ...Array<string>(8).fill('10.0.0.1')))).not.toContain(false);
  guard.forget(SERIAL);
  const ended = { destroyed: true, reportedIp: null, lastReceivedAt: 0, transport: { peer: 'a' } };
  for (let at = 0; at < 20; at += 1) expect(guard.admits(SERIAL, 'b', ended, at * SECOND)).toBe(true);
  expect(reports).toEqual([]);
});

it('goes on while the other tries, is told again every 20 s, and ends a quarter of an hour after the last attempt', () => {
  const held = { destroyed: false, reportedIp: null, lastReceivedAt: 0, transport: { peer: 'a' } };
  const admits = (at: number, peer = 'b') => {
    held.lastReceivedAt = at;
    return guard.admits(SERIAL, peer, held, at);
  };
  connect(every(1, 'a', 'b', 'a', 'b'));
  expect([10, 15, 40].map((seconds) => admits(seconds * SECOND))).toEqual([false, false, false]);
  expect(reports).toHaveLength(2);
  expect(admits(15 * MINUTE)).toBe(false);
  guard.expire(29 * MINUTE);
  expect(admits(29 * MINUTE)).toBe(false);
  guard.expire(45 * MINUTE);
  expect(admits(45 * MINUTE)).toBe(true);
});

it('refuses nobody because of a connection that may be dead, or after the key has changed', () => {
  const held = { destroyed: false, reportedIp: null, lastReceivedAt: 0, transport: { peer: 'a' } };
  connect(every(1, 'a', 'b', 'a', 'b'));
  expect(guard.admits(SERIAL, 'b', held, 80 * SECOND)).toBe(false);
  expect(guard.admits(SERIAL, 'b', held, 91 * SECOND)).toBe(true);
  guard.forget(SERIAL);
  expect(guard.admits(SERIAL, 'b', { ...held, lastReceivedAt: 92 * SECOND }, 92 * SECOND)).toBe(true);
});
