import { beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { bootPageDevice, OTHER_PAGE, OTHER_RUN, RADIO, RUN, SPEECH, type PageDevice } from '../testing/page-device.ts';
import { testFlash } from '../testing/test-playback.ts';
import { item, testProgramme } from '../testing/test-programme.ts';

let clock = createManualClock();
let flash = testFlash();
let device: PageDevice;
beforeEach(() => {
  clock = createManualClock();
  flash = testFlash();
  device = bootPageDevice(clock, flash);
});
const OTHER = { page_id: OTHER_PAGE, run_id: OTHER_RUN };

test('an announcement of a schedule is interrupted, and begins its item again after the page', async () => {
  device.say({ run_id: SPEECH, priority: 'scheduled', items: [item('A', 5), item('B', 5)] });
  await device.wait(6);
  device.takeOutput();
  expect(await device.open()).toBe('ready');
  await device.speak(1);
  expect(device.takeOutput()).toEqual(['voice stops']);
  await device.close();
  expect(device.takeOutput()).toEqual([]);
  await device.wait(1);
  expect(device.takeOutput()).toEqual(['voice B at 100']);
  await device.wait(6);
  expect(device.receipts(SPEECH)).toEqual(['fetched', 'started', 'finished']);
});

test('what a person says during a page comes before the announcement that the page has interrupted', async () => {
  const scheduled = '0e3a4b0c-1111-4222-8333-444455556669';
  device.say({ run_id: scheduled, priority: 'scheduled', items: [item('A', 5)] });
  await device.wait(1);
  await device.open();
  device.say({ run_id: SPEECH, priority: 'say_now', items: [item('B', 5)] });
  await device.speak(1);
  device.takeOutput();
  await device.close();
  await device.wait(14);
  expect(device.takeOutput()).toEqual(['voice B at 100', 'voice A at 100']);
  expect(device.receipts(scheduled)).toEqual(['fetched', 'started', 'finished']);
});

test('what is to be announced during a page waits for its end', async () => {
  await device.open();
  expect(device.say({ run_id: SPEECH, priority: 'say_now' })).toBe('queued');
  await device.speak(2);
  expect(device.receipts(SPEECH)).toEqual(['fetched']);
  await device.close();
  await device.wait(2);
  expect(device.receipts(SPEECH)).toEqual(['fetched', 'started']);
});

test('music that was lowered for an announcement stays so for a page that cuts in', async () => {
  flash.programme.save(testProgramme([], { music: [RADIO] }));
  device = bootPageDevice(clock, flash);
  await device.wait(1);
  device.say({ run_id: SPEECH, priority: 'scheduled' });
  await device.wait(1);
  device.takeOutput();
  await device.open();
  await device.speak(1);
  await device.close();
  await device.wait(3);
  expect(device.takeOutput()).toEqual(['voice stops', 'voice A at 100']);
  await device.wait(4);
  expect(device.takeOutput()).toEqual(['radio to 50 in 300']);
});

test('an emergency ends a page, and makes a place busy', async () => {
  await device.open();
  await device.speak(1);
  expect(device.say({ run_id: SPEECH, priority: 'emergency' })).toBe('playing');
  expect(device.receipts(RUN)).toEqual(['started', 'interrupted: interrupted by priority emergency']);
  await clock.advance(1);
  expect(await device.open(OTHER)).toBe('busy');
  expect(await device.open({ ...OTHER, priority: 'emergency' })).toBe('busy');
  expect(device.receipts(OTHER_RUN).at(-1)).toBe('skipped: something else was heard there');
  const before = device.heard().length;
  await device.speak(1, 25);
  expect(device.heard()).toHaveLength(before);
});

test('an announcement of a person makes a place busy, except for a page that is an emergency', async () => {
  device.say({ run_id: SPEECH, priority: 'say_now' });
  await clock.advance(100);
  expect(await device.open(OTHER)).toBe('busy');
  expect(await device.open({ priority: 'emergency' })).toBe('ready');
  expect(device.receipts(SPEECH).at(-1)).toBe('interrupted: interrupted by priority emergency');
});

test('another page makes a place busy, except for one that is an emergency', async () => {
  await device.open();
  await device.speak(1);
  expect(await device.open(OTHER)).toBe('busy');
  expect(await device.open({ ...OTHER, priority: 'emergency' })).toBe('ready');
  expect(device.receipts(RUN)).toEqual(['started', 'interrupted: interrupted by priority emergency']);
  expect(device.pageTransport.joined()).toEqual([OTHER_PAGE]);
});

test('a page that leaves out busy places interrupts nothing', async () => {
  device.say({ run_id: SPEECH, priority: 'scheduled' });
  await clock.advance(100);
  expect(await device.open({ busy: 'skip' })).toBe('busy');
  expect(device.receipts(RUN)).toEqual(['skipped: something else was heard there']);
  await device.wait(6);
  expect(device.receipts(SPEECH)).toEqual(['fetched', 'started', 'finished']);
});

test('a page that waits begins when the place is free, in the middle, or gives up', async () => {
  device.say({ run_id: SPEECH, items: [item('A', 5)] });
  await clock.advance(100);
  const patient = device.begin({ busy: 'wait', wait_s: 8 });
  const impatient = device.begin({ ...OTHER, busy: 'wait', wait_s: 2 });
  await clock.advance(3_000);
  expect(await impatient).toBe('busy');
  expect(device.receipts(RUN)).toEqual([]);
  await clock.advance(3_000);
  expect(await patient).toBe('late');
  await device.speak(1, 80);
  expect(device.receipts(RUN)).toEqual(['started']);
});

test('a page that ends while a place waits is not heard there', async () => {
  device.say({ run_id: SPEECH, items: [item('A', 5)] });
  await clock.advance(100);
  const waiting = device.begin({ busy: 'wait', wait_s: 8 });
  await clock.advance(1_000);
  await device.close();
  await clock.advance(6_000);
  expect(await waiting).toBe('busy');
  expect(device.pageTransport.joined()).toEqual([]);
});

test('in quiet hours a place hears emergencies only, and no page above its limit of volume', async () => {
  const quiet_hours = [{ from: '11:00', to: '13:00', days: [1, 2, 3, 4, 5, 6, 7] }];
  flash.programme.save(testProgramme([], { quiet_hours, volume_max: 30 }));
  device = bootPageDevice(clock, flash);
  expect(await device.open(OTHER)).toBe('busy');
  expect(device.receipts(OTHER_RUN)).toEqual(['skipped: quiet hours']);
  expect(await device.open({ priority: 'emergency', volume: 90 })).toBe('ready');
  expect(device.players.status('voice').volume).toBe(90);
  device.playback.halt();
  flash.programme.save(testProgramme([], { volume_max: 30 }));
  device = bootPageDevice(clock, flash);
  await device.open({ volume: 90 });
  expect(device.players.status('voice').volume).toBe(30);
});
