import type { LibraryItem } from '@belfry/schemas/http/library/items';
import { firstText, secondsOf } from '../../kit/what/index.ts';

/** As in the address that opens it: `messages:5`. */
export const keyOf = ({ kind, item }: Pick<LibraryItem, 'kind' | 'item'>): string => `${kind}:${item.id}`;

/** Milliseconds; null where it has no end, or is not told without rendering it. A text is estimated. */
export function lengthOf({ kind, item }: LibraryItem): number | null {
  if (kind === 'stations') return null;
  if (kind !== 'messages') return item.duration_ms;
  const seconds = secondsOf(item);
  return seconds === null ? null : seconds * 1_000;
}

/** Where it is filled in to be said; null for what is no announcement, and for what only an emergency says. */
export function sayLink({ kind, item }: LibraryItem): { to: string; state?: object } | null {
  if (kind === 'messages') return item.emergency ? null : { to: `/say?message=${item.id}` };
  if (kind !== 'audio') return null;
  const { id, name, sha256, duration_ms } = item;
  return { to: '/say', state: { sound: { id, name, sha256, duration_ms } } };
}

export const textOf = (entry: LibraryItem): string =>
  entry.kind === 'messages' ? (firstText(entry.item)?.text ?? '') : '';
