import { beforeEach, expect, test } from 'vitest';
import { isoTime } from '../hardware/clock.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { bootPlayback, testFlash } from '../testing/test-playback.ts';
import { bell, item, testProgramme } from '../testing/test-programme.ts';
import { OutputError, createSimulatedOutput } from '../playback/audio-output.ts';

const RUN = '5b2c0c44-0a4f-4b43-9f51-0f3c7ad6a8d1';
const NOON = Date.UTC(2026, 0, 15, 12);
const MINUTE_MS = 60_000;
let clock = createManualClock();
let flash = testFlash();

beforeEach(() => {
  clock = createManualClock();
  flash = testFlash();
});
const boot = (...[runs, changes]: Parameters<typeof testProgramme>) => {
  flash.programme.save(testProgramme(runs, changes));
  return bootPlayback(clock, flash);
};
const startsOf = () =>
  flash.receipts.toArray().flatMap(({ event, at }) => (event === 'started' ? [Date.parse(at) - NOON] : []));

test('runs start at their instants, also between two seconds', async () => {
  const device = boot([bell(NOON + 90_000), bell(NOON + 3_600_250)]);
  await device.wait(3_700);
  expect(startsOf()).toEqual([90_000, 3_600_250]);
  expect(device.receipts().filter((receipt) => receipt === 'finished')).toHaveLength(2);
});

test('quiet hours that end at the instant of a run do not silence it, those that begin then do', async () => {
  const days = [1, 2, 3, 4, 5, 6, 7];
  const device = boot([bell(NOON + MINUTE_MS), bell(NOON + 2 * MINUTE_MS)], {
    quiet_hours: [
      { from: '11:00', to: '12:01', days },
      { from: '12:02', to: '13:00', days },
    ],
  });
  await device.wait(180);
  expect(startsOf()).toEqual([MINUTE_MS]);
});

test('runs at the same instant are spoken one after the other', async () => {
  const device = boot([bell(NOON + 10_000), bell(NOON + 10_000)]);
  await device.wait(30);
  expect(startsOf()).toEqual([10_000, 15_700]);
});

test('a run that was missed is reported, or played late if its schedule allows it', async () => {
  const late = { policy: 'late', minutes: 10 } as const;
  const [skipped, played, tooLate] = [
    bell(NOON + 5 * MINUTE_MS),
    bell(NOON + 6 * MINUTE_MS, { missed: late }),
    bell(NOON + MINUTE_MS, { missed: late }),
  ];
  flash.programme.save(testProgramme([tooLate, skipped, played]));
  await clock.advance(12 * MINUTE_MS);
  const device = bootPlayback(clock, flash);
  await device.wait(10);
  expect(device.receipts(skipped.run_id)).toEqual(['missed: could not start on time']);
  expect(device.receipts(tooLate.run_id)).toEqual(['missed: could not start on time']);
  expect(device.receipts(played.run_id)).toEqual(['fetched', 'started', 'finished']);
});

test('what was over when the programme was compiled is not missed', async () => {
  const device = boot([bell(NOON - MINUTE_MS)]);
  await device.wait(10);
  expect(device.receipts()).toEqual([]);
});

test('a clock that is set forward misses runs, and one that is set back repeats none', async () => {
  let jump = 0;
  const jumping = { ...clock, now: () => clock.now() + jump };
  flash.programme.save(testProgramme([bell(NOON + 10_000), bell(NOON + 2 * MINUTE_MS), bell(NOON + 10 * MINUTE_MS)]));
  const device = bootPlayback(jumping, flash);
  await device.wait(20);
  jump = 5 * MINUTE_MS;
  await device.wait(2);
  expect(device.receipts().at(-1)).toBe('missed: could not start on time');
  jump = 0;
  await device.wait(601);
  expect(startsOf()).toEqual([10_000, 10 * MINUTE_MS]);
});

test('audio is played with its gain', async () => {
  const device = boot([]);
  device.say({ items: [{ ...item('A'), gain_db: -6.5 }, item('B')] });
  await device.wait(12);
  expect(device.takeOutput()).toEqual(['voice A at 100 -6.5 dB', 'voice B at 100']);
});

test('quiet hours silence announcements and music, and the volume limit caps them', async () => {
  const device = boot([bell(NOON + 30_000), bell(NOON + 90_000)], {
    volume_max: 30,
    quiet_hours: [{ from: '12:01', to: '12:03', days: [1, 2, 3, 4, 5, 6, 7] }],
    music: [
      {
        kind: 'station',
        name: 'FM',
        from: isoTime(NOON),
        until: isoTime(NOON + 3_600_000),
        url: 'http://fm/',
        volume: 90,
      },
    ],
  });
  await device.wait(119);
  expect(device.takeOutput()).toEqual([
    'radio http://fm/ at 30',
    // It is prepared before the radio sinks.
    'voice B at 30',
    'radio to 12 in 300',
    'radio to 30 in 300',
    'radio stops',
  ]);
  expect(device.receipts().at(-1)).toBe('skipped: quiet hours');
  device.say({ priority: 'emergency', volume: 100 });
  await device.wait(90);
  expect(device.takeOutput()).toEqual(['voice A at 100', 'radio http://fm/ at 30']);
});

test('music continues with its next track, and after a restart where it would be', async () => {
  const items = [item('M', 30), item('N', 30)];
  const music = [
    {
      kind: 'playlist' as const,
      name: 'Lobby',
      from: isoTime(NOON),
      until: isoTime(NOON + 3_600_000),
      items,
      shuffle: false,
      volume: 50,
    },
  ];
  const device = boot([], { music });
  await device.wait(35);
  expect(device.takeOutput()).toEqual(['music M at 50', 'music N at 50']);
  expect(device.players.status('music')).toMatchObject({ state: 'playing', current_track: 'Lobby', position: 5 });
  device.powerOff();
  await clock.advance(60_000);
  const again = bootPlayback(clock, flash);
  await again.wait(1);
  expect(again.takeOutput()).toEqual(['music N at 50 from 5']);
});

test('music is lowered below an announcement and paused for an emergency', async () => {
  const music = [
    {
      kind: 'station' as const,
      name: 'FM',
      from: isoTime(NOON),
      until: isoTime(NOON + 3_600_000),
      url: 'http://fm/',
      volume: 50,
    },
  ];
  const device = boot([], { music });
  await device.wait(1);
  device.takeOutput();
  device.say({});
  await device.wait(6);
  expect(device.takeOutput()).toEqual(['radio to 20 in 300', 'voice A at 100', 'radio to 50 in 300']);
  // It is heard once the radio has sunk.
  device.say({ run_id: RUN });
  await device.wait(0.25);
  expect(device.receipts(RUN)).toEqual(['fetched']);
  await device.wait(0.1);
  expect(device.receipts(RUN)).toEqual(['fetched', 'started']);
  await device.wait(6);
  device.takeOutput();
  device.say({ priority: 'emergency' });
  await device.wait(6);
  expect(device.takeOutput()).toEqual([
    'radio pauses',
    'radio to 20 in 300',
    'voice A at 100',
    'radio resumes',
    'radio to 50 in 300',
  ]);
});

test('a window of a schedule comes before the day programme, and is reported', async () => {
  const window = (kind: 'silence' | 'station', from: number, until: number) => ({
    run_id: `0e3a4b0c-1111-4222-8333-44445555666${from}`,
    schedule_id: 1,
    title: kind,
    at: isoTime(NOON + from * MINUTE_MS),
    until: isoTime(NOON + until * MINUTE_MS),
    ...(kind === 'silence' ? { kind } : { kind, url: 'http://match/', volume: null }),
  });
  const silence = window('silence', 1, 2);
  const station = window('station', 2, 3);
  const music = [
    {
      kind: 'station' as const,
      name: 'FM',
      from: isoTime(NOON),
      until: isoTime(NOON + 3_600_000),
      url: 'http://fm/',
      volume: 50,
    },
  ];
  const device = boot([silence, station], { music });
  await device.wait(200);
  expect(device.takeOutput()).toEqual([
    'radio http://fm/ at 50',
    'radio stops',
    'radio http://match/ at 70',
    'radio stops',
    'radio http://fm/ at 50',
  ]);
  expect(device.receipts(silence.run_id)).toEqual(['started', 'finished']);
  expect(device.receipts(station.run_id)).toEqual(['started', 'finished']);
});

test('a station that cannot be heard gives way to the day programme after 15 s, and says so', async () => {
  const during = { from: isoTime(NOON), until: isoTime(NOON + 60 * MINUTE_MS), volume: null };
  const run_id = '0e3a4b0c-1111-4222-8333-444455556661';
  const station = {
    kind: 'station' as const,
    run_id,
    schedule_id: 1,
    title: 'Radio',
    at: during.from,
    until: during.until,
    url: 'https://radio.test/dead',
    volume: null,
  };
  const music = { kind: 'playlist' as const, name: 'Jazz', items: [item('M', 600)], shuffle: false, ...during };
  flash.programme.save(testProgramme([station], { music: [music] }));
  let isDead = true;
  const output = createSimulatedOutput(clock);
  const played: string[] = [];
  const device = bootPlayback(clock, flash, {
    output: {
      ...output,
      async play(channel, source, options) {
        if ('url' in source && isDead) throw new OutputError('no connection');
        played.push(channel);
        await output.play(channel, source, options);
      },
    },
  });
  await device.wait(14);
  expect(played).toEqual([]);
  await device.wait(2);
  expect(played).toEqual(['music']);
  expect(device.receipts(run_id)).toEqual(['skipped: The station could not be heard']);
  isDead = false;
  await device.wait(11 * 60);
  expect(played.at(-1)).toBe('radio');
});
