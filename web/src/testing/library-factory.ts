import type { Audio, Playlist, Station } from '@belfry/schemas/http/library/audio';
import type { Message } from '@belfry/schemas/http/library/texts';

const STORED = { created_at: '2026-11-01T00:00:00.000Z', updated_at: '2026-11-01T00:00:00.000Z', revision: 1 };

/** Resources of the library for tests; override only the detail that matters. */
export const aMessage = (id: number, override: Partial<Message> = {}): Message => ({
  id,
  name: `Message ${id}`,
  variants: [{ language: 'en', text: 'We close soon' }],
  fallback_language: 'en',
  chime: 'none',
  repeat: 1,
  pause_ms: 2_000,
  emergency: false,
  ...STORED,
  ...override,
});

export const anAudio = (id: number, override: Partial<Audio> = {}): Audio => ({
  id,
  name: `Audio ${id}`,
  sha256: 'a'.repeat(64),
  format: 'wav',
  bytes: 1_000,
  duration_ms: 1_400,
  title: null,
  artist: null,
  peaks: [0.5],
  loudness_lufs: -20,
  peak_dbtp: -6,
  ...STORED,
  ...override,
});

export const aPlaylist = (id: number, override: Partial<Playlist> = {}): Playlist => ({
  id,
  name: `Playlist ${id}`,
  audio_ids: [],
  shuffle: false,
  duration_ms: 0,
  ...STORED,
  ...override,
});

export const aStation = (id: number, override: Partial<Station> = {}): Station => ({
  id,
  name: `Station ${id}`,
  url: 'https://radio.test/live',
  ...STORED,
  ...override,
});
