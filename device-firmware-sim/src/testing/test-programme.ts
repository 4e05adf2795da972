import { randomUUID } from 'node:crypto';
import type { Programme, ProgrammeRun } from '@belfry/schemas/http/schedules/programme';
import { isoTime } from '../hardware/clock.ts';

export const SERIAL = '1111-2222-3333-4444';
/** A letter stands for the audio item that lasts so many seconds; it is cached if it is in upper case. */
export const item = (letter: string, seconds = 5) => ({ sha256: hashOf(letter), duration_ms: seconds * 1_000 });
const hashOf = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(64, '0');
export const cachedHashes = (): string[] => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('').map(hashOf);

export const testProgramme = (
  runs: ProgrammeRun[],
  changes: Partial<Programme> = {},
): { sha256: string; programme: Programme } => ({
  sha256: randomUUID(),
  programme: {
    version: 1,
    serial: SERIAL,
    compiled_at: '2026-01-15T12:00:00.000Z',
    valid_until: '2026-01-22T12:00:00.000Z',
    time_zone: 'UTC',
    volume_max: 100,
    quiet_hours: [],
    audio: [],
    runs,
    music: [],
    emergency: [],
    ...changes,
  },
});

/** A bell at this time (ms since 1970). */
export const bell = (at: number, changes: Partial<Extract<ProgrammeRun, { kind: 'speech' }>> = {}): ProgrammeRun => ({
  kind: 'speech',
  run_id: randomUUID(),
  schedule_id: 1,
  title: 'Bell',
  at: isoTime(at),
  priority: 'scheduled',
  missed: { policy: 'skip', minutes: 1 },
  items: [item('B')],
  repeat: 1,
  pause_ms: 0,
  volume: null,
  ...changes,
});
