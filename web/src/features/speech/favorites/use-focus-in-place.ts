import type { Favorite } from '@belfry/schemas/http/speech/voices';
import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the focus in its place when the row that had it is removed: on the last button of the row that is there now, of the last
 * one at the end, or on the frame where none is left.
 * @returns the frame of the list, and what is to be called before a row is removed
 */
export function useFocusInPlace(
  favorites: readonly Favorite[] | undefined,
): [frame: RefObject<HTMLDivElement | null>, onRemove: (voice_name: string, place: number) => void] {
  const frame = useRef<HTMLDivElement>(null);
  const leaving = useRef<{ voice_name: string; place: number }>(undefined);
  useLayoutEffect(() => {
    const left = leaving.current;
    if (!left || favorites?.some(({ voice_name }) => voice_name === left.voice_name) !== false) return;
    leaving.current = undefined;
    // Who has moved on meanwhile keeps that focus.
    if (document.activeElement !== document.body) return;
    const last = [...(frame.current?.querySelectorAll('li') ?? [])].map((row) =>
      [...row.querySelectorAll('button')].at(-1),
    );
    (last[Math.min(left.place, last.length - 1)] ?? frame.current)?.focus();
  }, [favorites]);
  return [frame, (voice_name, place) => void (leaving.current = { voice_name, place })];
}
