import { beforeEach, expect, it, vi } from 'vitest';
import { volumeToDb } from '@belfry/schemas/domain/loudness';
import { serialSchema } from '@belfry/schemas/domain/serial';
import { letPass } from '@belfry/schemas/testing/clock';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createTestSender, L16, SPEAKER, type SentPacket } from '../testing/test-sender.ts';

const OTHER = serialSchema.parse('5555-6666-7777-8888');
const FILE = { sha256: 'one', duration_ms: 1_000 };
const NEXT = { sha256: 'two', duration_ms: 1_000 };
const FULL = { volume: 100 };
let clock: ManualClock;
let sender: ReturnType<typeof createTestSender>;

beforeEach(() => {
  clock = createManualClock();
  sender = createTestSender(clock);
});

/** Runs until a promise has settled, or for ten seconds. */
async function until<T>(promise: Promise<T>): Promise<T> {
  const progress = { isSettled: false };
  const settled = (): void => void (progress.isSettled = true);
  promise.then(settled, settled);
  for (let step = 0; step < 1_000 && !progress.isSettled; step++) {
    // A file is looked for on the real disk.
    await letPass(1);
    if (!progress.isSettled) await clock.advance(5);
  }
  return promise;
}

/** What was heard, in blocks of a millisecond: the instant of the first that is not silent, and the values. */
function heard(packets: readonly SentPacket[] = sender.packets) {
  const blocks = packets.flatMap(({ at, samples }) =>
    Array.from({ length: 20 }, (_, ms) => ({
      at: at + ms,
      value: Math.round((samples[ms * 48 + 24] ?? 0) * 1_000) / 1_000,
    })),
  );
  const sounding = blocks.filter(({ value }) => Math.abs(value) > 0.001);
  return {
    from: sounding[0]?.at ?? null,
    ms: sounding.length,
    values: [...new Set(sounding.map(({ value }) => value))],
  };
}

it('sends silence, the sound and silence, as one talk spurt without a gap, and then nothing', async () => {
  const { output } = sender.outputOf();
  const ended = vi.fn();
  output.onEnded(ended);
  await until(output.play('voice', FILE, FULL));
  await clock.advance(2_000);
  const { packets } = sender;
  expect(ended).toHaveBeenCalledExactlyOnceWith('voice', false, 0, undefined);
  expect(heard().ms).toBe(1_000);
  const leadMs = (heard().from ?? 0) - (packets[0]?.at ?? 0);
  expect(leadMs).toBeGreaterThanOrEqual(300);
  expect(leadMs).toBeLessThanOrEqual(320);
  expect(heard().values).toEqual([0.1]);
  expect(packets.map(({ isFirst }) => isFirst)).toEqual(packets.map((_, index) => index === 0));
  expect(packets.every(({ sequence }, index) => sequence === index)).toBe(true);
  const first = packets[0] ?? { at: 0, timestamp: 0 };
  expect(packets.map(({ at }) => at - first.at)).toEqual(packets.map((_, index) => 20 * index));
  expect(packets.map(({ timestamp }) => timestamp - first.timestamp)).toEqual(packets.map((_, index) => 960 * index));
  // 300 ms, 1,000 ms and 300 ms, to whole packets.
  expect(packets.length).toBeGreaterThanOrEqual(80);
  expect(packets.length).toBeLessThanOrEqual(82);
  await until(output.play('voice', FILE, FULL));
  expect(packets.filter(({ isFirst }) => isFirst)).toHaveLength(2);
  // One stream: a receiver would take what begins anew for packets that come too late.
  expect(packets.every(({ sequence }, index) => sequence === index)).toBe(true);
});

it('strikes at its instant, with the silence before it as far as there is time', async () => {
  const { output } = sender.outputOf();
  for (const aheadMs of [1_003, 153]) {
    sender.packets.length = 0;
    const startAt = clock.now() + aheadMs;
    const instant = clock.monotonic() + aheadMs;
    await until(output.play('voice', FILE, { ...FULL, startAt }));
    await clock.advance(2_000);
    expect(Math.abs((heard().from ?? 0) - instant)).toBeLessThan(1);
    const leadMs = instant - (sender.packets[0]?.at ?? 0);
    expect(leadMs).toBeGreaterThan(Math.min(300, aheadMs) - 45);
    expect(leadMs).toBeLessThan(341);
  }
});

it('has the volume of the other outputs, and fades', async () => {
  const { output } = sender.outputOf();
  await until(output.play('music', { ...FILE, gain_db: 6 }, { volume: 80 }));
  await clock.advance(200);
  const { values } = heard();
  expect(values).toHaveLength(1);
  expect(values[0]).toBeCloseTo(0.1 * 10 ** ((volumeToDb(80) + 6) / 20), 2);
  sender.packets.length = 0;
  await output.setVolume('music', 0, 100);
  await clock.advance(300);
  const after = heard();
  expect(after.ms).toBeGreaterThan(60);
  expect(after.ms).toBeLessThan(141);
  expect(after.values.length).toBeGreaterThan(20);
});

it('what follows begins before the end, and both are heard together', async () => {
  const { output } = sender.outputOf();
  const ended = vi.fn();
  output.onEnded(ended);
  await until(output.play('music', FILE, FULL));
  await until(output.follow('music', NEXT, 200));
  await clock.advance(900);
  expect(ended).toHaveBeenCalledExactlyOnceWith('music', true, 0, undefined);
  expect(output.positionS('music')).toBeCloseTo(0.1, 1);
  await clock.advance(1_500);
  expect(ended).toHaveBeenCalledTimes(2);
  expect(ended).toHaveBeenLastCalledWith('music', false, 0, undefined);
  // Both last a second, of which 200 ms are the same.
  expect(heard().ms).toBeGreaterThanOrEqual(1_790);
  expect(heard().ms).toBeLessThanOrEqual(1_820);
});

it('is paused and goes on where it was', async () => {
  const { output } = sender.outputOf();
  await until(output.play('music', FILE, FULL));
  await clock.advance(400);
  await output.pause('music');
  const positionS = output.positionS('music');
  await clock.advance(2_000);
  expect(output.positionS('music')).toBe(positionS);
  const paused = sender.packets.length;
  await clock.advance(2_000);
  expect(sender.packets).toHaveLength(paused);
  await output.resume('music');
  await clock.advance(3_000);
  expect(heard().ms).toBeGreaterThanOrEqual(999);
  expect(heard().ms).toBeLessThanOrEqual(1_001);
});

it('what is stopped or replaced before it is heard is no error', async () => {
  const { output } = sender.outputOf();
  const first = output.play('voice', FILE, FULL);
  const second = output.play('voice', NEXT, FULL);
  await until(Promise.all([first, second]));
  await clock.advance(500);
  await output.stop('voice');
  await clock.advance(1_000);
  expect(heard().values.slice(0, 1)).toEqual([0.2]);
  const stopped = output.play('voice', FILE, { ...FULL, startAt: clock.now() + 60_000 });
  await output.stop('voice');
  await until(stopped);
});

it('speakers with one address that play the same are sent once, and as loud as the loudest wants it', async () => {
  const [one, two] = [sender.outputOf(), sender.outputOf(OTHER)];
  const ended = vi.fn();
  one.output.onEnded((channel) => ended('one', channel));
  two.output.onEnded((channel) => ended('two', channel));
  const first = one.output.play('voice', FILE, { volume: 50 });
  await clock.advance(120);
  await until(Promise.all([first, two.output.play('voice', FILE, FULL)]));
  await clock.advance(2_000);
  expect(heard()).toMatchObject({ ms: 1_000, values: [0.1] });
  expect(sender.opened).toHaveLength(1);
  expect(new Set(sender.packets.map(({ at }) => at)).size).toBe(sender.packets.length);
  expect(new Set(ended.mock.calls.map(([which, channel]) => `${which} ${channel}`))).toEqual(
    new Set(['one voice', 'two voice']),
  );
  expect(ended).toHaveBeenCalledTimes(2);
});

it('one that is stopped leaves the other one what it hears; what is different is mixed', async () => {
  const [one, two] = [sender.outputOf(), sender.outputOf(OTHER)];
  await until(Promise.all([one.output.play('voice', FILE, FULL), two.output.play('voice', FILE, FULL)]));
  await one.output.stop('voice');
  await until(one.output.play('voice', NEXT, FULL));
  await clock.advance(3_000);
  // 0.1 and 0.2 together.
  expect(heard().values).toEqual(expect.arrayContaining([0.1, 0.3, 0.2]));
});

it('music of one sinks below what another one says at the same address, before it is heard, and rises after it', async () => {
  const [one, two] = [sender.outputOf(), sender.outputOf(OTHER)];
  const music = { sha256: 'one', duration_ms: 60_000 };
  await until(one.output.play('music', music, { volume: 80 }));
  await clock.advance(500);
  const startAt = clock.now() + 1_000;
  const said = until(two.output.play('voice', NEXT, { ...FULL, startAt }));
  sender.packets.length = 0;
  await said;
  await clock.advance(2_500);
  const full = 0.1 * 10 ** (volumeToDb(80) / 20);
  const ducked = 0.1 * 10 ** (volumeToDb(80 * 0.4) / 20);
  const values = sender.packets.flatMap(({ samples }) => [samples[480] ?? 0]);
  const isAt = (value: number, wanted: number): boolean => Math.abs(value - wanted) < 0.002;
  const speaking = values.filter((value) => value > 0.15);
  expect(speaking.filter((value) => !isAt(value, 0.2 + ducked)).length).toBeLessThan(4);
  const first = values.findIndex((value) => value > 0.15);
  expect(isAt(values[first - 18] ?? 0, full)).toBe(true);
  expect(isAt(values[first - 1] ?? 0, ducked)).toBe(true);
  expect(isAt(values.at(-1) ?? 0, full)).toBe(true);
});

it('each priority is heard at its own address, where it has one', async () => {
  const transport = { ...L16, priority_addresses: { emergency: { address: '239.1.2.3', port: 6_000 } } };
  const { output } = sender.outputOf(SPEAKER, transport);
  const addressed = async (priority: 'say_now' | 'emergency'): Promise<string[]> => {
    sender.packets.length = 0;
    await until(output.play('voice', FILE, { ...FULL, priority }));
    await clock.advance(3_000);
    return [...new Set(sender.packets.map(({ to }) => `${to.address}:${to.port} ${to.ttl}`))];
  };
  expect(await addressed('say_now')).toEqual(['10.0.0.9:5004 16']);
  expect(await addressed('emergency')).toEqual(['239.1.2.3:6000 16']);
});

it('refuses addresses that the server should have refused', async () => {
  for (const address of ['127.0.0.1', '8.8.8.8', '169.254.169.254', '224.0.0.1']) {
    const { output } = sender.outputOf(SPEAKER, { ...L16, address });
    await expect(output.play('voice', FILE, FULL)).rejects.toThrow('Sound may not be sent');
  }
});

it('where nothing can be sent, what plays fails with the reason, and so does what is to play', async () => {
  const { output, pageOutput } = sender.outputOf();
  const ended = vi.fn();
  const pageFailed = vi.fn();
  output.onEnded(ended);
  await until(output.play('voice', FILE, FULL));
  await pageOutput.open(pageFailed, { page_id: 'page', priority: 'say_now' });
  sender.break('No sound can be sent to the loudspeaker: ENETUNREACH');
  await clock.advance(100);
  expect(ended).toHaveBeenCalledExactlyOnceWith(
    'voice',
    false,
    0,
    'No sound can be sent to the loudspeaker: ENETUNREACH',
  );
  expect(pageFailed).toHaveBeenCalledOnce();
  await expect(until(output.play('voice', FILE, FULL))).rejects.toThrow('ENETUNREACH');
  sender.break(null);
  await until(output.play('voice', FILE, FULL));
});

it('goes on after the sender has died, and tells pages', async () => {
  const { output, pageOutput } = sender.outputOf();
  const ended = vi.fn();
  const pageFailed = vi.fn();
  output.onEnded(ended);
  await until(output.play('voice', { ...FILE, duration_ms: 10_000 }, FULL));
  await pageOutput.open(pageFailed, { page_id: 'page', priority: 'say_now' });
  await clock.advance(2_000);
  sender.restart();
  expect(pageFailed).toHaveBeenCalledExactlyOnceWith('The program that sends sound has ended');
  await clock.advance(20_000);
  expect(ended).toHaveBeenCalledOnce();
  expect(heard().ms).toBeGreaterThan(9_900);
  expect(heard().ms).toBeLessThan(10_100);
});

it('a station that is silent for five seconds is given up', async () => {
  const { output } = sender.outputOf();
  const ended = vi.fn();
  output.onEnded(ended);
  await until(output.play('radio', { url: 'http://radio.example/' }, FULL));
  await clock.advance(1_000);
  sender.station.sounds = false;
  await clock.advance(4_900);
  expect(ended).not.toHaveBeenCalled();
  await clock.advance(300);
  expect(ended).toHaveBeenCalledExactlyOnceWith('radio', false, 5_000, undefined);
});

it('a page is heard at its instants, once for all speakers of an address, and music with it', async () => {
  const pages = [sender.outputOf(), sender.outputOf(OTHER)].map(({ pageOutput }) => pageOutput);
  const opened = await Promise.all(pages.map((page) => page.open(() => {}, { page_id: 'page', priority: 'say_now' })));
  const leadMs = pages[0]?.leadMs ?? 0;
  const begins = clock.monotonic() + 500;
  await clock.advance(500 - leadMs);
  for (let frame = 0; frame < 10; frame++) {
    for (const page of opened) page.write(new Float32Array(1_920).fill(0.2), clock.now() + leadMs);
    await clock.advance(40);
  }
  for (const page of opened) page.close('drained');
  await clock.advance(2_000);
  expect(Math.abs((heard().from ?? 0) - begins)).toBeLessThan(12);
  expect(heard().ms).toBeGreaterThanOrEqual(399);
  expect(heard().ms).toBeLessThanOrEqual(401);
  expect(heard().values).toEqual([0.2]);
});
