import { beforeEach, describe, expect, test } from 'vitest';
import { encodePageFrame } from '@belfry/schemas/mqtt/page-frames';
import { isoTime } from '../hardware/clock.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { bootPageDevice, OTHER_PAGE, PAGE, RADIO, RUN, type PageDevice } from '../testing/page-device.ts';
import { testFrame } from '../testing/test-live-pages.ts';
import { testFlash } from '../testing/test-playback.ts';
import { item, testProgramme } from '../testing/test-programme.ts';
import { createMissingPageOutput } from './page-output.ts';

let clock = createManualClock();
let device: PageDevice;
beforeEach(() => {
  clock = createManualClock();
  device = bootPageDevice(clock);
});
const upTo = (count: number): number[] => Array.from({ length: count }, (_, seq) => seq);

describe('a page', () => {
  test('is heard from its first frame to its end, with receipts, and tells how', async () => {
    expect(await device.open()).toBe('ready');
    expect(device.players.status('voice')).toMatchObject({ state: 'playing', current_track: 'Live page' });
    await clock.advance(500);
    const next = await device.speak(2);
    expect(device.receipts()).toEqual(['started']);
    device.pageTransport.send(PAGE, testFrame(next, clock.now(), { isEnd: true, packet: new Uint8Array() }));
    await clock.advance(300);
    expect(device.heard()).toEqual(upTo(50));
    expect(device.receipts(RUN)).toEqual(['started', 'finished']);
    expect(device.pageTransport.joined()).toEqual([]);
    expect(device.pageOutput.isOpen()).toBe(false);
    expect(device.players.status('voice').state).toBe('finished');
    const figures = { frames: 50, lost: 0, concealed: 0, late: 0, latency_ms: 250 };
    expect(await device.close()).toEqual({ page_id: PAGE, ...figures });
  });

  test('that is closed ends after what has come', async () => {
    await device.open();
    await device.speak(1);
    expect(await device.close()).toMatchObject({ frames: 25, lost: 0 });
    expect(device.receipts()).toEqual(['started', 'finished']);
  });

  test('that is opened twice is heard once', async () => {
    expect([await device.open(), await device.open()]).toEqual(['ready', 'ready']);
    await device.speak(1);
    expect(device.receipts()).toEqual(['started']);
  });

  test('in which nobody has spoken is skipped', async () => {
    await device.open();
    const figures = { frames: 0, lost: 0, concealed: 0, late: 0, latency_ms: null };
    expect(await device.close()).toEqual({ page_id: PAGE, ...figures });
    expect(device.receipts()).toEqual(['skipped: there is nothing to play']);
    expect(await device.close(OTHER_PAGE)).toEqual({ page_id: OTHER_PAGE, ...figures });
  });

  test('is joined in the middle by a device that is late, which misses nothing after that', async () => {
    expect(await device.open({ starts_at: isoTime(clock.now() - 5_000) })).toBe('late');
    await device.speak(1, 120);
    expect(device.heard()[0]).toBe(120);
    expect(await device.close()).toMatchObject({ frames: 25, lost: 0 });
  });

  test('tells which frames were missing and which came too late', async () => {
    await device.open();
    await device.speak(1);
    await clock.advance(80);
    await device.speak(1, 27);
    device.pageTransport.send(PAGE, testFrame(25, clock.now() - 1_080));
    expect(await device.close()).toMatchObject({ frames: 50, lost: 1, concealed: 2, late: 1 });
  });
});

describe('the chime', () => {
  const chime = item('C', 2);

  test('begins at its instant, once the radio has sunk, and the radio rises after the page', async () => {
    const flash = testFlash();
    flash.programme.save(testProgramme([], { music: [RADIO] }));
    device = bootPageDevice(clock, flash);
    await device.wait(1);
    device.takeOutput();
    expect(await device.open({ chime, starts_at: isoTime(clock.now() + 1_000), volume: 80 })).toBe('ready');
    expect(device.takeOutput()).toEqual(['voice C at 80']);
    await clock.advance(690);
    expect(device.takeOutput()).toEqual([]);
    await clock.advance(20);
    expect(device.takeOutput()).toEqual(['radio to 20 in 300']);
    await clock.advance(2_400);
    await device.speak(1);
    expect(device.takeOutput()).toEqual([]);
    await device.close();
    expect(device.takeOutput()).toEqual(['radio to 50 in 300']);
  });

  test('continues where it would be on a device that is a little late, and is left out on one that is later', async () => {
    expect(await device.open({ chime, starts_at: isoTime(clock.now() - 500) })).toBe('ready');
    expect(device.takeOutput()).toEqual(['voice C at 100 from 0.5']);
    device.playback.halt();
    device = bootPageDevice(clock);
    expect(await device.open({ chime, starts_at: isoTime(clock.now() - 4_000) })).toBe('late');
    expect(device.takeOutput()).toEqual([]);
  });

  test('ends with the page', async () => {
    await device.open({ chime });
    await clock.advance(1_000);
    device.takeOutput();
    expect(device.playback.stop(RUN)).toBe(true);
    expect(device.takeOutput()).toEqual(['voice stops']);
    expect(device.receipts()).toEqual(['skipped: stopped']);
  });
});

describe('hostile frames', () => {
  test('are not heard: of another version, length or page, or no frames at all', async () => {
    await device.open();
    await device.speak(1);
    const good = encodePageFrame(testFrame(25, clock.now()));
    const strange = [
      new Uint8Array(),
      Uint8Array.of(1, 2, 3),
      Object.assign(good.slice(), { 0: 2 }),
      encodePageFrame(testFrame(25, clock.now(), { samples: 960 })),
      encodePageFrame(testFrame(25, clock.now(), { packet: Uint8Array.of(0xff) })),
      encodePageFrame(testFrame(25, Number.NaN)),
      encodePageFrame(testFrame(3_000_000, clock.now())),
    ];
    for (const bytes of strange) device.pageTransport.received(PAGE, bytes);
    device.pageTransport.send(OTHER_PAGE, testFrame(25, clock.now()));
    await clock.advance(1_000);
    expect(device.heard()).toEqual(upTo(25));
  });

  test('of a page that the broker does not let the device hear are not awaited', async () => {
    device.pageTransport.admits = false;
    await expect(device.open()).rejects.toThrow('does not let this device hear');
    expect(device.receipts()).toEqual(['skipped: the broker does not let this device hear the page']);
    expect(device.pageOutput.isOpen()).toBe(false);
    device.pageTransport.send(PAGE, testFrame(0, clock.now()));
    await clock.advance(1_000);
    expect(device.heard()).toEqual([]);
  });
});

test('a device that cannot be paged says why', async () => {
  device = bootPageDevice(clock, testFlash(), { pageOutput: createMissingPageOutput('aplay is not installed') });
  await expect(device.open()).rejects.toMatchObject({ errorType: 'not_supported', message: 'aplay is not installed' });
});
