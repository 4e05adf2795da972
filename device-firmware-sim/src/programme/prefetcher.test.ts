import { beforeEach, expect, test } from 'vitest';
import { DownloadError } from '../firmware/download.ts';
import { isoTime } from '../hardware/clock.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { bell, item, testProgramme } from '../testing/test-programme.ts';
import type { AudioCache } from '../audio-cache/audio-cache.ts';
import { createPrefetcher } from './programme-player.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
let clock = createManualClock();
let fetched: string[] = [];
let needed: { sha256s: readonly string[]; kept: number } | null = null;
let failure: Error | null = null;

beforeEach(() => {
  clock = createManualClock();
  fetched = [];
  needed = null;
  failure = null;
});

const letterOf = (sha256: string): string => String.fromCharCode(Number.parseInt(sha256, 16));
const cache: AudioCache = {
  has: () => false,
  pathOf: () => null,
  async ensure(items) {
    if (failure) throw failure;
    fetched.push(...items.map(({ sha256 }) => letterOf(sha256)));
  },
  setNeeded: (sha256s, kept) => void (needed = { sha256s, kept }),
  clear: () => ({ bytes: 0, files: 0 }),
};
const { programme } = testProgramme(
  [
    bell(NOON + 7_200_000, { items: [item('C')] }),
    bell(NOON + 3_600_000, { items: [item('A'), item('B')] }),
    bell(NOON - 3_600_000, { items: [item('P')] }),
  ],
  {
    emergency: [{ message_id: 1, name: 'Fire', items: [item('F')], repeat: 1, pause_ms: 0, volume: null }],
    music: [
      {
        kind: 'playlist',
        name: 'Lobby',
        from: isoTime(NOON - 60_000),
        until: isoTime(NOON + 60_000),
        items: [item('M'), item('B')],
        shuffle: false,
        volume: null,
      },
    ],
  },
);

test('fetches what emergencies need first, then the soonest, each once, and nothing of the past', async () => {
  createPrefetcher({ clock, cache, fetched: () => {} }).start(programme);
  await clock.advance(1);
  expect(fetched).toEqual(['F', 'M', 'B', 'A', 'C']);
  expect(needed).toMatchObject({ kept: 1 });
});

test('tries again after a minute what could not be fetched, until it is stopped', async () => {
  failure = new DownloadError('download_failed', 'The server answers 404');
  const prefetcher = createPrefetcher({ clock, cache, fetched: () => {} });
  prefetcher.start(programme);
  await clock.advance(59_000);
  failure = null;
  expect(fetched).toEqual([]);
  await clock.advance(1_001);
  expect(fetched).toHaveLength(4);
  failure = new DownloadError('download_failed', 'The server answers 404');
  prefetcher.start(programme);
  await clock.advance(1);
  prefetcher.stop();
  failure = null;
  await clock.advance(120_000);
  expect(fetched).toHaveLength(4);
});

test('stops at a full disk', async () => {
  failure = new DownloadError('disk_full', 'The audio cache is full');
  createPrefetcher({ clock, cache, fetched: () => {} }).start(programme);
  await clock.advance(1);
  failure = null;
  await clock.advance(120_000);
  expect(fetched).toEqual([]);
});
