import { useState } from 'react';
import { useSelector } from 'react-redux';
import { selectSession } from '../../../lib/session/session-slice.ts';
import { readPlaces, SAVED_PLACES_MAX, writePlaces, type SavedPlace } from '../stored.ts';

export type SavedPlaces = {
  list: readonly SavedPlace[];
  /** The one that the button speaks to; null: there is none yet. */
  chosen: SavedPlace | null;
  isFull: boolean;
  choose: (id: string) => void;
  /** Adds it, or replaces the one with its id. */
  save: (place: SavedPlace) => void;
  remove: (id: string) => void;
};

/** The places that the person has saved in this browser. */
export function useSavedPlaces(): SavedPlaces {
  const userId = useSelector(selectSession)?.user_id ?? 0;
  const [list, setList] = useState<readonly SavedPlace[]>(() => readPlaces(userId));
  const [chosenId, choose] = useState<string | null>(null);
  const change = (next: readonly SavedPlace[]): void => {
    setList(next);
    writePlaces(userId, next);
  };
  return {
    list,
    chosen: list.find(({ id }) => id === chosenId) ?? list[0] ?? null,
    isFull: list.length >= SAVED_PLACES_MAX,
    choose,
    save: (place) => {
      const isKnown = list.some(({ id }) => id === place.id);
      change(isKnown ? list.map((each) => (each.id === place.id ? place : each)) : [...list, place]);
      choose(place.id);
    },
    remove: (id) => change(list.filter((each) => each.id !== id)),
  };
}
