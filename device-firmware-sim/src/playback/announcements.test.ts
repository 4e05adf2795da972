import { beforeEach, expect, test } from 'vitest';
import { bootPlayback, type TestPlayback } from '../testing/test-playback.ts';
import { item } from '../testing/test-programme.ts';

const [ONE, TWO, THREE] = [1, 2, 3].map((n) => `0e3a4b0c-1111-4222-8333-44445555666${n}`) as [string, string, string];
let device: TestPlayback;

beforeEach(() => {
  device = bootPlayback();
});

test('cached audio plays at once, its items in order, with receipts', async () => {
  expect(device.say({ run_id: ONE, items: [item('A'), item('B', 3)], volume: 40 })).toBe('playing');
  await device.wait(1);
  expect(device.receipts(ONE)).toEqual(['fetched', 'started']);
  expect(device.players.status('voice')).toMatchObject({ state: 'playing', volume: 40, duration: 8 });
  await device.wait(7);
  expect(device.takeOutput()).toEqual(['voice A at 40', 'voice B at 40']);
  expect(device.receipts(ONE)).toEqual(['fetched', 'started', 'finished']);
  await device.wait(1);
  expect(device.players.status('voice').state).toBe('idle');
});

test('repeats with a pause', async () => {
  device.say({ run_id: ONE, repeat: 2, pause_ms: 2_000 });
  await device.wait(11);
  expect(device.receipts(ONE)).toEqual(['fetched', 'started']);
  await device.wait(1);
  expect(device.takeOutput()).toHaveLength(2);
  expect(device.receipts(ONE).at(-1)).toBe('finished');
});

test('a higher priority interrupts, an equal one waits for its turn', async () => {
  expect(device.say({ run_id: ONE, priority: 'scheduled' })).toBe('playing');
  await device.wait(1);
  expect(device.say({ run_id: TWO, items: [item('B')] })).toBe('playing');
  await device.wait(1);
  expect(device.receipts(ONE).at(-1)).toBe('interrupted: interrupted by priority say_now');
  expect(device.say({ run_id: THREE, items: [item('C')] })).toBe('queued');
  await device.wait(5);
  expect(device.receipts(TWO)).toEqual(['fetched', 'started', 'finished']);
  expect(device.receipts(THREE)).toEqual(['fetched', 'started']);
  expect(device.takeOutput()).toEqual(['voice A at 100', 'voice stops', 'voice B at 100', 'voice C at 100']);
});

test('a run that plays, waits or was played is not played again', async () => {
  device.say({ run_id: ONE });
  expect(device.say({ run_id: TWO })).toBe('queued');
  expect([device.say({ run_id: ONE }), device.say({ run_id: TWO })]).toEqual(['duplicate', 'duplicate']);
  await device.wait(11);
  expect([device.say({ run_id: ONE }), device.say({ run_id: TWO })]).toEqual(['duplicate', 'duplicate']);
  expect(device.takeOutput()).toHaveLength(2);
});

test('what has expired while it waited is skipped', async () => {
  device.say({ run_id: ONE, items: [item('A', 20)] });
  device.say({ run_id: TWO }, 10);
  await device.wait(12);
  expect(device.receipts(TWO)).toEqual(['fetched', 'skipped: expired']);
  await device.wait(20);
  expect(device.takeOutput()).toHaveLength(1);
});

test('stop ends what plays and what waits', async () => {
  device.say({ run_id: ONE });
  device.say({ run_id: TWO });
  await device.wait(1);
  expect(device.playback.stop(TWO)).toBe(true);
  expect(device.playback.stop(ONE)).toBe(true);
  expect(device.playback.stop(ONE)).toBe(false);
  expect(device.receipts(ONE).at(-1)).toBe('interrupted: stopped');
  expect(device.receipts(TWO).at(-1)).toBe('skipped: stopped');
  await device.wait(10);
  expect(device.takeOutput()).toEqual(['voice A at 100', 'voice stops']);
});

test('audio that cannot be downloaded is skipped with the reason', async () => {
  expect(device.say({ run_id: ONE, items: [item('a')] })).toBe('queued');
  await device.wait(1);
  expect(device.receipts(ONE)).toEqual(['skipped: The file is not on the server of this device']);
});

test('an emergency repeats until it is stopped, also after a loss of power', async () => {
  device.say({ run_id: ONE });
  await device.wait(1);
  expect(device.say({ run_id: TWO, priority: 'emergency', repeat: 0, pause_ms: 1_000 })).toBe('playing');
  await device.wait(3_600);
  expect(device.takeOutput()).toHaveLength(2 + 601);
  device.powerOff();
  const again = bootPlayback(device.clock, device.flash);
  await again.wait(12);
  expect(again.receipts(TWO)).toEqual(['fetched', 'started', 'interrupted: power was lost', 'fetched', 'started']);
  expect(again.playback.stop(TWO)).toBe(true);
  again.takeOutput();
  again.powerOff();
  const last = bootPlayback(device.clock, device.flash);
  await last.wait(15);
  expect(last.takeOutput()).toEqual([]);
});

test('what was spoken when power was lost is interrupted, and not spoken again', async () => {
  device.say({ run_id: ONE });
  await device.wait(1);
  device.powerOff();
  const again = bootPlayback(device.clock, device.flash);
  expect(again.receipts(ONE)).toEqual(['fetched', 'started', 'interrupted: power was lost']);
  expect(again.say({ run_id: ONE })).toBe('duplicate');
});

test('after a change of the owner nothing of the former one is left', async () => {
  device.say({ run_id: ONE, priority: 'emergency', repeat: 0 });
  await device.wait(1);
  device.playback.erase();
  expect(device.receipts()).toEqual([]);
  expect(device.flash.audio.size).toBe(0);
  expect(device.flash.memory.emergencies).toEqual([]);
  await device.wait(10);
  expect(device.takeOutput().filter((line) => line.includes(' at '))).toHaveLength(1);
});

test('a device that returns after "all clear" speaks no emergency', async () => {
  device.say({ run_id: ONE, priority: 'emergency', repeat: 0 });
  await device.wait(10);
  device.powerOff();
  const again = bootPlayback(device.clock, device.flash);
  await again.wait(2);
  again.playback.connected();
  await again.wait(1);
  // The server sends what waits for the device as soon as it is online.
  expect(again.playback.stop(ONE)).toBe(true);
  await again.wait(60);
  expect(again.takeOutput()).toEqual([]);
});

test('between two announcements are 700 ms', async () => {
  device.say({ run_id: ONE });
  device.say({ run_id: TWO, items: [item('B')] });
  await device.wait(5);
  await device.clock.advance(600);
  expect(device.takeOutput()).toEqual(['voice A at 100']);
  await device.clock.advance(200);
  expect(device.takeOutput()).toEqual(['voice B at 100']);
});

test('a bell cuts into a long announcement, which continues after it', async () => {
  const long = [item('A', 50), item('C', 50)];
  device.say({ run_id: ONE, items: long });
  await device.wait(60);
  device.say({ run_id: TWO, items: [item('B')], priority: 'scheduled' }, 10);
  await device.wait(1);
  expect(device.receipts(TWO)).toEqual(['fetched', 'started']);
  await device.wait(70);
  expect(device.receipts(TWO).at(-1)).toBe('finished');
  expect(device.receipts(ONE)).toEqual(['fetched', 'started', 'finished']);
  const played = device.takeOutput().filter((line) => line.includes(' at '));
  expect(played).toEqual(['voice A at 100', 'voice C at 100', 'voice B at 100', 'voice C at 100']);
});

test('a bell waits for an announcement that ends soon enough', async () => {
  device.say({ run_id: ONE });
  device.say({ run_id: TWO, items: [item('B')], priority: 'scheduled' }, 60);
  await device.wait(15);
  expect(device.takeOutput()).toEqual(['voice A at 100', 'voice B at 100']);
  expect(device.receipts(ONE).at(-1)).toBe('finished');
});
