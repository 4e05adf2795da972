import { LOCAL_KEYS, readLocal, writeLocal } from '../storage.ts';

const isOwnerId = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0;

/** The organisation whose objects lists show, by its owner; null: all that the person may see. */
export const readOrganisation = (): number | null => {
  const stored = readLocal(LOCAL_KEYS.organisation, (value) => (isOwnerId(value) ? value : null));
  return stored ?? null;
};

export const writeOrganisation = (ownerId: number | null): void => writeLocal(LOCAL_KEYS.organisation, ownerId);

/** Whether a call takes the owner whose objects it lists or adds to. */
type WithQuery = { query?: { shape?: object } };

/** The fields of a call, with the chosen organisation where it takes an owner and names none. */
export function inOrganisation(endpoint: object, input: unknown): unknown {
  const organisation = readOrganisation();
  if (organisation === null || !takesOwner(endpoint as WithQuery)) return input;
  const fields = typeof input === 'object' && input !== null ? input : {};
  return 'user_id' in fields && fields.user_id !== undefined ? fields : { ...fields, user_id: organisation };
}

const takesOwner = ({ query }: WithQuery): boolean => query?.shape !== undefined && 'user_id' in query.shape;
