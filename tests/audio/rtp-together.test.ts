import { expect, onTestFinished, test } from 'vitest';
import { startRtpPlayer } from '../support/audio/rtp-player.ts';
import { strikeTogether } from '../support/audio/strikes.ts';

const PORT = 46_260;

test('two senders with synchronous clocks begin within 30 ms of each other and of the instant', async () => {
  const players = [startRtpPlayer(), startRtpPlayer()];
  onTestFinished(async () => {
    await Promise.all(players.map((player) => player.close()));
  });
  const strikes = await strikeTogether(players, { port: PORT, strikes: 10 });
  const [apart, late] = [strikes.map((each) => each.apart), strikes.map((each) => each.late)];
  process.stdout.write(
    `apart ${Math.max(...apart).toFixed(1)} ms, after the instant ${Math.max(...late).toFixed(1)} ms\n`,
  );
  expect(Math.max(...apart)).toBeLessThan(30);
  expect(Math.max(...late)).toBeLessThan(30);
});
