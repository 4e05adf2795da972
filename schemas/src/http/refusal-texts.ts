import type { QuotaKind } from './service/quotas.ts';

const noRoom = (what: string): string =>
  `This installation has no room for more ${what}. Please ask your administrator.`;

/** What is said where the installation has no room for more of a kind (422 `unprocessable`). */
export const NO_ROOM_TEXTS: Readonly<Record<QuotaKind, string>> = {
  users: noRoom('accounts'),
  nodes: noRoom('elements of company trees'),
  library: noRoom('messages, sounds and playlists'),
  schedules: noRoom('schedules'),
  groups: noRoom('groups'),
  audio_bytes: noRoom('audio'),
};

/** What is said to somebody who may not register; see REG-31. */
export const INVITATION_TEXTS = {
  needed: 'Registration here needs an invitation. Please ask your administrator for one.',
  off: 'Nobody can register here. Please ask your administrator for an account.',
  ended: 'This invitation has ended or was used. Please ask for a new one.',
  other: 'This invitation is for another email address',
} as const;

export type RefusalKey = `no_room_${QuotaKind}` | `invitation_${keyof typeof INVITATION_TEXTS}`;

const keysOf = (prefix: 'no_room' | 'invitation', texts: Readonly<Record<string, string>>): [string, RefusalKey][] =>
  Object.entries(texts).map(([key, text]) => [text, `${prefix}_${key}` as RefusalKey]);

const KEYS = new Map([...keysOf('no_room', NO_ROOM_TEXTS), ...keysOf('invitation', INVITATION_TEXTS)]);

/** The key of a refusal whose code has many texts, under which the console has it in other languages; undefined for any other text. */
export const refusalKeyOf = (text: string): RefusalKey | undefined => KEYS.get(text);
