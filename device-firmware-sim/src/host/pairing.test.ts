import type { ErrorCode } from '@belfry/schemas/http/errors';
import type { PairedDevice, Pairing } from '@belfry/schemas/http/device-ownership/pairing';
import { expect, it, onTestFinished } from 'vitest';
import { ApiUnavailableError } from '../fleet/api-client.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { pairDevice, pairingLines } from './pairing.ts';

const PAIRED: PairedDevice = {
  serial: '1234-5678-9012-3456',
  device_key: 'key',
  api_url: 'http://server:8080',
  mqtt_url: 'mqtt://server:1883',
  mqtt_ws_url: 'ws://server:8083/mqtt',
};
type Answer = PairedDevice | ErrorCode | 'away';

/** A device whose calls are answered so, one after the other; `at` are the seconds of its calls. */
function start(answers: readonly Answer[], { asked = [] as 'away'[] } = {}) {
  const clock = createManualClock();
  const begin = clock.monotonic();
  const seconds = () => Math.round((clock.monotonic() - begin) / 1_000);
  const [lines, at, played]: [string[], number[], number[]] = [[], [], []];
  const [left, refusals] = [[...answers], [...asked]];
  let codes = 0;
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const done = pairDevice({
    clock,
    identity: { model: 'box', hostname: 'box-1', device_version: '1.0.0', language: 'de' },
    tell: (news) => lines.push(...pairingLines(news)),
    play: async () => void played.push(seconds()),
    signal: abort.signal,
    api: {
      async ask() {
        if (refusals.shift()) throw new ApiUnavailableError('http://server does not answer');
        codes += 1;
        const uri = 'http://server/add';
        const times = { expires_in: 900, interval: 5 };
        const code = { device_code: `secret-${codes}`, user_code: `BCD-FG${'HJK'[codes - 1]}` };
        return { ...code, verification_uri: uri, verification_uri_complete: uri, ...times } satisfies Pairing;
      },
      audio: async () => Buffer.from('mp3'),
      async token() {
        at.push(seconds());
        const answer = left.shift() ?? 'authorization_pending';
        if (answer === 'away') throw new ApiUnavailableError('http://server does not answer');
        return typeof answer === 'string' ? { refusal: answer } : answer;
      },
    },
  });
  return { clock, lines, at, played, done };
}

it('asks every five seconds until a person has entered the code, and slower when it is told to', async () => {
  const { clock, lines, at, done } = start(['authorization_pending', 'slow_down', 'authorization_pending', PAIRED]);
  await clock.advance(60_000);
  await expect(done).resolves.toEqual(PAIRED);
  expect(at).toEqual([5, 10, 20, 30]);
  expect(lines[0]).toBe('code BCD-FGH: enter it at http://server/add within 15 minutes');
});

it('speaks its code once a minute, and no more once it is added', async () => {
  const { clock, played, done } = start([
    ...Array.from({ length: 30 }, () => 'authorization_pending' as const),
    PAIRED,
  ]);
  await clock.advance(600_000);
  await done;
  expect(played).toEqual([0, 60, 120]);
});

it('asks for a new code when its own has expired', async () => {
  const { clock, lines, done } = start(['expired_token', PAIRED]);
  await clock.advance(20_000);
  await expect(done).resolves.toEqual(PAIRED);
  expect(lines).toContain('the code has expired: asking for a new one');
  expect(lines.some((line) => line.startsWith('code BCD-FGJ'))).toBe(true);
});

it('tells that it was refused, and asks again after a minute', async () => {
  const { clock, lines, at, done } = start(['access_denied', PAIRED]);
  await clock.advance(90_000);
  await expect(done).resolves.toEqual(PAIRED);
  expect(lines).toContain('refused in the console: it asks again in a minute');
  expect(at).toEqual([5, 70]);
});

it('tells once that the server is away, asks more and more rarely, and keeps its code', async () => {
  const { clock, lines, at, done } = start(['away', 'away', PAIRED], { asked: ['away', 'away'] });
  await clock.advance(120_000);
  await expect(done).resolves.toEqual(PAIRED);
  expect(lines.filter((line) => line.includes('does not answer'))).toHaveLength(2);
  expect(at).toEqual([20, 30, 50]);
  expect(lines.filter((line) => line.startsWith('code '))).toHaveLength(1);
});
