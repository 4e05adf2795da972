import { LOCAL_KEYS, readLocal, writeLocal } from '../storage.ts';
import { z } from 'zod';
import { readSession } from './session-store.ts';

const choiceSchema = z.object({ user_id: z.int(), organisation: z.int() });

/** The organisation whose objects lists show, by its owner; null: all that the person may see. Another person of this browser has another one. */
export function readOrganisation(): number | null {
  const choice = readLocal(LOCAL_KEYS.organisation, choiceSchema);
  return choice !== undefined && choice.user_id === readSession()?.user_id ? choice.organisation : null;
}

export function writeOrganisation(organisation: number | null): void {
  writeLocal(LOCAL_KEYS.organisation, organisation === null ? null : { user_id: readSession()?.user_id, organisation });
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** Calls back when another organisation is chosen, in this tab or in another one. @returns its end */
export function onOrganisationChanged(listener: () => void): () => void {
  const inOtherTab = ({ key }: StorageEvent): void => {
    if (key === LOCAL_KEYS.organisation || key === null) listener();
  };
  listeners.add(listener);
  globalThis.addEventListener('storage', inOtherTab);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener('storage', inOtherTab);
  };
}

type WithQuery = { query?: { shape?: object } };

/** The fields of a call, with the chosen organisation where it takes an owner and names none. */
export function inOrganisation(endpoint: object, input: unknown): unknown {
  const organisation = readOrganisation();
  if (organisation === null || !takesOwner(endpoint)) return input;
  const fields = typeof input === 'object' && input !== null ? input : {};
  return 'user_id' in fields && fields.user_id !== undefined ? fields : { ...fields, user_id: organisation };
}

const takesOwner = ({ query }: WithQuery): boolean => query?.shape !== undefined && 'user_id' in query.shape;
