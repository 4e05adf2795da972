import { expect, it, vi } from 'vitest';
import type { SoundCall, ToPage } from '../messages.ts';
import { createRemoteOutput, createSoundCalls } from './remote-output.ts';

const ITEM = { sha256: 'bell', duration_ms: 3_000 };

/** An output whose page answers so. */
function open({ error = null as string | null, aheadMs = 0, files = ['bell'] } = {}) {
  let now = 0;
  const sent: SoundCall[] = [];
  const calls = createSoundCalls((message: ToPage) => {
    if (message.kind !== 'sound') return;
    sent.push(message.call);
    calls.answered({ kind: 'answer', id: message.id, error });
  });
  const clock = { now: () => now, monotonic: () => now, after: () => () => {} };
  const readFile = vi.fn(async (sha256: string) => (files.includes(sha256) ? new Blob([sha256]) : null));
  const output = createRemoteOutput({ call: calls.call, clock, readFile, aheadMs: () => aheadMs });
  return { output, sent, pass: (ms: number) => void (now += ms) };
}

it('the page gets the file, and the instant by the clock of the browser', async () => {
  const { output, sent } = open({ aheadMs: 3_600_000 });
  await output.play('voice', { ...ITEM, gain_db: -3 }, { volume: 80, startAt: 3_600_500 });
  expect(sent).toMatchObject([
    { op: 'play', channel: 'voice', volume: 80, startAt: 500, source: { durationMs: 3_000, gainDb: -3 } },
  ]);
});

it('why the page makes no sound, or a file is gone, is the reason of the receipt', async () => {
  await expect(open({ error: 'tap it' }).output.play('voice', ITEM, { volume: 80 })).rejects.toThrow('tap it');
  await expect(open({ files: [] }).output.play('voice', ITEM, { volume: 80 })).rejects.toThrow(/not in this browser/);
});

it('what is stopped while its file is read does not play', async () => {
  const { output, sent } = open();
  const playing = output.play('voice', ITEM, { volume: 80 });
  await output.stop('voice');
  await playing;
  expect(sent.map(({ op }) => op)).toEqual(['stop']);
  expect(output.positionS('voice')).toBe(0);
});

it('the position stands still while it is paused, and begins again with what follows', async () => {
  const { output, pass } = open();
  const ended = vi.fn();
  output.onEnded(ended);
  await output.play('music', ITEM, { volume: 80, positionS: 10 });
  pass(2_000);
  expect(output.positionS('music')).toBe(12);
  await output.pause('music');
  pass(5_000);
  expect(output.positionS('music')).toBe(12);
  await output.resume('music');
  pass(1_000);
  expect(output.positionS('music')).toBe(13);
  output.ended('music', true);
  pass(1_000);
  expect(output.positionS('music')).toBe(1);
  output.ended('music', false);
  expect(output.positionS('music')).toBe(0);
  expect(ended.mock.calls).toEqual([
    ['music', true],
    ['music', false],
  ]);
});
