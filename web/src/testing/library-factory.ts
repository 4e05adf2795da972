import type { Audio, Playlist, Station } from '@belfry/schemas/http/library/audio';
import type { LibraryItem } from '@belfry/schemas/http/library/items';
import type { OwnChime } from '@belfry/schemas/http/library/chimes';
import type { Message } from '@belfry/schemas/http/library/texts';

const STORED = { created_at: '2026-11-01T00:00:00.000Z', updated_at: '2026-11-01T00:00:00.000Z', revision: 1 };

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

export const aPlaylist = (id: number, override: Partial<Playlist> = {}): Playlist => ({
  id,
  name: `Playlist ${id}`,
  audio_ids: [],
  shuffle: false,
  crossfade_s: 0,
  no_repeat: null,
  duration_ms: 0,
  ...STORED,
  ...override,
});

export const aStation = (id: number, override: Partial<Station> = {}): Station => ({
  id,
  name: `Station ${id}`,
  url: 'https://radio.test/live',
  fallback_playlist_id: null,
  ...STORED,
  ...override,
});

export const anAudio = (id: number, override: Partial<Audio> = {}): Audio => ({
  id,
  name: `Audio ${id}`,
  sha256: String(id).repeat(64).slice(0, 64),
  format: 'wav',
  bytes: 1_000,
  duration_ms: 4_000,
  title: null,
  artist: null,
  peaks: [],
  loudness_lufs: -16,
  peak_dbtp: -3,
  ...STORED,
  ...override,
});

export const aChime = (id: number, override: Partial<OwnChime> = {}): OwnChime => ({
  id,
  name: `Chime ${id}`,
  audio_id: 1,
  sha256: 'c'.repeat(64),
  duration_ms: 2_000,
  ...STORED,
  ...override,
});

/** A row of the library: `anItem('messages', aMessage(5))`. */
export const anItem = <K extends LibraryItem['kind']>(
  kind: K,
  item: Extract<LibraryItem, { kind: K }>['item'],
  use: Partial<Pick<LibraryItem, 'uses' | 'last_used_at'>> = {},
) => ({ kind, item, uses: 0, last_used_at: null, ...use }) as unknown as LibraryItem;
