import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { readDraft, removeDraft, type StoredDraft, writeDraft } from './drafts.ts';
import { changedFields } from './edit-conflict.ts';
import { readUserKey } from './session/session-store.ts';
import { settingsApi } from './session/settings-api.ts';

const SETTLE_MS = 1_000;

/** The drafts of the forms in a dialog, which are given up with it: functions that delete them. */
export const DraftScope = createContext<Set<() => void> | null>(null);

type Options<V extends object> = {
  /** The name of the form with the object that it edits, such as `schedule:12`; null: what is typed is not kept. */
  name: string | null;
  values: V;
  /**
   * The values with which the form began: only differences are stored, so that a draft does not undo what others have
   * saved since.
   */
  opened: V;
  dirty: boolean;
  restore: (values: V) => void;
};

export type FormDraft = {
  /** When the offered draft was stored, in ms since the epoch; null where none is offered. */
  offeredAt: number | null;
  take: () => void;
  discard: () => void;
  forget: () => void;
};

const selectSettings = settingsApi.endpoints.getUserSettings.select();

/** The person wants drafts; false until the settings are known, which the shell loads. */
const useAutoSave = (): boolean => useSelector(selectSettings).data?.auto_save === true;

/**
 * Keeps what is typed in a form in this browser until it is saved, and offers it when the form is opened again, after a reload, a crash or the end of
 * the session; see SHELL-40. `DraftOffer` shows the offer.
 */
export function useFormDraft<V extends object>({ name, values, opened, dirty, restore }: Options<V>): FormDraft {
  const enabled = useAutoSave() && name !== null;
  const [offer, setOffer] = useState<StoredDraft | null>(null);
  const [offeredFor, setOfferedFor] = useState<string | null>(null);
  if (enabled && offeredFor !== name) {
    setOfferedFor(name);
    setOffer(readDraft(name));
  }
  const typed = changedFields(values, opened);
  const { remove, noteTaken } = useStoredDraft({ name: enabled ? name : null, typed, dirty });
  const forget = (): void => {
    setOffer(null);
    remove();
  };
  const scope = useContext(DraftScope);
  useEffect(() => {
    scope?.add(forget);
    return () => void scope?.delete(forget);
  });
  const usable = enabled && offer ? matching(offer.values, values) : null;
  const differs = usable !== null && JSON.stringify(usable) !== JSON.stringify(values);
  return {
    offeredAt: differs && offer ? offer.at : null,
    take: () => {
      if (usable === null) return;
      setOffer(null);
      noteTaken();
      restore(usable);
    },
    discard: forget,
    forget,
  };
}

type Unstored = { waiting: { name: string; values: object } | null; hasDraft: boolean };

function flush(state: Unstored): void {
  const { waiting } = state;
  state.waiting = null;
  // Nobody is signed in after the end of the session; what was typed before is stored.
  if (waiting === null || readUserKey() === null) return;
  writeDraft(waiting.name, waiting.values);
  state.hasDraft = true;
}

/** Stores what is typed a second after the last change, and when the page is left; deletes it when nothing is typed any more. */
function useStoredDraft({ name, typed, dirty }: { name: string | null; typed: object; dirty: boolean }) {
  const unstored = useRef<Unstored>({ waiting: null, hasDraft: false });
  useEffect(() => {
    const { current } = unstored;
    const onLeave = (): void => flush(current);
    globalThis.addEventListener('pagehide', onLeave);
    return () => {
      globalThis.removeEventListener('pagehide', onLeave);
      flush(current);
    };
  }, []);
  const text = JSON.stringify(typed);
  useEffect(() => {
    const { current } = unstored;
    current.waiting = null;
    if (name === null) return;
    if (!dirty) {
      if (current.hasDraft) removeDraft(name);
      current.hasDraft = false;
      return;
    }
    current.waiting = { name, values: JSON.parse(text) as object };
    const timer = setTimeout(() => flush(current), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [name, dirty, text]);
  return {
    remove: (): void => {
      Object.assign(unstored.current, { waiting: null, hasDraft: false });
      if (name !== null) removeDraft(name);
    },
    noteTaken: (): void => {
      unstored.current.hasDraft = true;
    },
  };
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);

/**
 * The stored values of the fields that the form has, on top of its own: a later version of the form may have other fields. A field that may be
 * null takes anything.
 */
function matching<V extends object>(draft: Record<string, unknown>, values: V): V {
  const fitting = Object.entries(values).flatMap(([field, value]) => {
    const kept = draft[field];
    const fits = kept !== undefined && (kept === null || value === null || kindOf(kept) === kindOf(value));
    return fits ? [[field, kept]] : [];
  });
  return { ...values, ...Object.fromEntries(fitting) };
}
