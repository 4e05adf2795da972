import { isAdminMode, readSession } from './session/session-store.ts';
import { draftPrefix, namesInLocal, readLocal, removeLocal, writeLocal } from './storage.ts';
import { z } from 'zod';

/** Drafts per person; the oldest gives way. */
export const DRAFTS_MAX = 20;
/** The longest draft, in characters of its JSON. A longer one is not stored, and the one before it stays. */
export const DRAFT_LENGTH_MAX = 64 * 1_024;
const DRAFT_TTL_MS = 7 * 86_400_000;

/** What was typed in a form, and when, in ms since the epoch. */
const draftSchema = z.object({ at: z.number(), values: z.record(z.string(), z.unknown()) });
export type StoredDraft = z.infer<typeof draftSchema>;

/** Names of fields that are never stored, whatever a form passes. */
const SECRET = /pass|secret|token|(^|_)key$/i;

/**
 * The person whose drafts this tab keeps; null where nobody is signed in, and while an administrator works as somebody
 * else.
 */
function draftOwner(): number | null {
  return isAdminMode() ? null : (readSession()?.user_id ?? null);
}

const isFresh = ({ at }: StoredDraft, now: number): boolean => now >= at && now - at < DRAFT_TTL_MS;

/** The draft of a form of the signed-in person, such as `schedule:12`; null where there is none, or it is older than a week. */
export function readDraft(form: string, now = Date.now()): StoredDraft | null {
  const owner = draftOwner();
  if (owner === null) return null;
  const draft = readLocal(draftPrefix(owner) + form, draftSchema);
  return draft && isFresh(draft, now) ? draft : null;
}

/** Stores what is typed in a form, without passwords and keys. */
export function writeDraft(form: string, values: object, now = Date.now()): void {
  const owner = draftOwner();
  if (owner === null) return;
  const kept = Object.fromEntries(Object.entries(values).filter(([field]) => !SECRET.test(field)));
  if (JSON.stringify(kept).length > DRAFT_LENGTH_MAX) return;
  writeLocal(draftPrefix(owner) + form, { at: now, values: kept } satisfies StoredDraft);
  removeSurplus(owner, now);
}

export function removeDraft(form: string): void {
  const owner = draftOwner();
  if (owner !== null) removeLocal(draftPrefix(owner) + form);
}

/** Deletes drafts that are too old, and the oldest of too many. */
function removeSurplus(userId: number, now: number): void {
  const drafts = namesInLocal(draftPrefix(userId)).map((name) => ({ name, draft: readLocal(name, draftSchema) }));
  const fresh = drafts.filter(({ draft }) => draft && isFresh(draft, now));
  const kept = new Set(
    fresh
      .toSorted((a, b) => (b.draft?.at ?? 0) - (a.draft?.at ?? 0))
      .slice(0, DRAFTS_MAX)
      .map(({ name }) => name),
  );
  for (const { name } of drafts) if (!kept.has(name)) removeLocal(name);
}
