import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Priority } from '@belfry/schemas/domain/announcements';
import type { Pairing } from '@belfry/schemas/http/device-ownership/pairing';
import type { PlayerPlace, PlayerScreen } from '@belfry/schemas/http/player/player';

/** What the page has sound from: a file of the storage, or the address of a stream. `gainDb`: by how much louder it is played. */
export type Source = ({ file: Blob; durationMs: number } | { url: string }) & { gainDb: number };

/** Calls of the device in its worker; instants in ms since 1970 by the clock of the browser. */
export type SoundCall =
  | { op: 'play'; channel: PlayerChannel; source: Source; volume: number; positionS: number; startAt: number }
  | { op: 'follow'; channel: PlayerChannel; source: Source; overlapMs: number }
  | { op: 'stop'; channel: PlayerChannel }
  | { op: 'pause'; channel: PlayerChannel }
  | { op: 'resume'; channel: PlayerChannel }
  | { op: 'volume'; channel: PlayerChannel; volume: number; fadeMs: number }
  | { op: 'page_open' };

/** An announcement that is heard now; `text` in `language`, null where it has none. */
export type Saying = {
  runId: string;
  title: string;
  text: string | null;
  language: string | null;
  priority: Priority;
  isLive: boolean;
};

export type Next = { at: number; title: string };

/** `kept`: what is stored survives a reload; `memory`: it does not; `full`: something could not be stored. */
export type StorageState = 'kept' | 'memory' | 'full';

export type PlayerState = {
  /** `unpaired`: it waits for a person before it asks for a code. */
  stage: 'starting' | 'unpaired' | 'pairing' | 'running' | 'failed';
  pairing: Pairing | null;
  /** What has become of the last code; `away`: the server does not answer. */
  pairingNews: 'away' | 'refused' | 'expired' | null;
  /** `refused`: the server does not take its key any more; `twin`: another device has the same key. */
  connection: 'up' | 'down' | 'refused' | 'twin';
  /** null while it is connected, and while it connects for the first time since it has started. */
  downSince: number | null;
  /** null until it has been connected. */
  place: PlayerPlace | null;
  saying: Saying | null;
  background: string | null;
  volume: number;
  /** Its output `screen` is on: the page flashes. */
  isFlashing: boolean;
  next: Next[];
  /** What the server shows on it. */
  screen: PlayerScreen;
  /** By how much the clock of the browser is behind that of the server, in ms; 0 where that is not much. */
  clockOffMs: number;
  storage: StorageState;
  /** The browser has not let it run in this time. */
  slept: { from: number; until: number } | null;
};

export type ToPage =
  | { kind: 'state'; state: PlayerState }
  | { kind: 'sound'; id: number; call: SoundCall }
  | { kind: 'samples'; samples: Float32Array<ArrayBuffer>; heardAt: number }
  | { kind: 'close_samples'; how: 'drained' | 'cut' };

export type Browser = { name: string; system: string; language: string };

export type ToWorker =
  | { kind: 'begin'; browser: Browser; version: string }
  | { kind: 'pair' | 'forget' }
  | { kind: 'visible'; isVisible: boolean }
  /** The texts that are on the page. */
  | { kind: 'shown'; ids: number[] }
  /** `error`: why it does not sound, for users; null: it does. */
  | { kind: 'answer'; id: number; error: string | null }
  | { kind: 'ended'; channel: PlayerChannel; isFollowed: boolean }
  | { kind: 'sound'; isOn: boolean };
