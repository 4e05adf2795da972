import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storedObjectOf } from '../../api/base/stored-object.ts';
import {
  useSaveResourceMutation,
  type Bodies,
  type Kind,
  type Resources,
  type Save,
} from '../../api/library/library-api.ts';
import { mergeEdit, type FieldConflict } from '../../lib/editing/edit-conflict.ts';
import { toast } from '../../ui/toast.ts';
import { RESOURCE_SCHEMAS } from './resource-schemas.ts';

export type SaveOptions<K extends Kind> = {
  kind: K;
  /** The edited item; undefined for a new one. */
  item: Resources[K] | undefined;
  /** The values of the fields. */
  body: Bodies[K];
  /** Puts values into the fields, after somebody else has saved meanwhile. */
  apply: (body: Bodies[K]) => void;
  onSaved: () => void;
};

/** Saves a resource of the library. After an edit conflict the next attempt replaces what is stored now. */
export function useSaveResource<K extends Kind>({ kind, item, body, apply, onSaved }: SaveOptions<K>) {
  type Field = keyof Bodies[K] & string;
  const { t } = useTranslation('library');
  const [send, { isLoading, error }] = useSaveResourceMutation();
  /** What the form began with, or what somebody else has saved since. */
  const [stored, setStored] = useState<Resources[K] | undefined>(item);
  const [conflicts, setConflicts] = useState<readonly FieldConflict<Bodies[K]>[]>([]);

  function rebase(current: Resources[K]): void {
    const fields = Object.keys(body) as Field[];
    const pick = (from: object): Bodies[K] =>
      Object.fromEntries(fields.map((field) => [field, from[field as keyof typeof from]])) as unknown as Bodies[K];
    const merged = mergeEdit({ opened: pick(stored ?? current), current: pick(current), typed: body });
    apply(merged.values);
    setStored(current);
    setConflicts(merged.conflicts);
  }
  async function save(): Promise<void> {
    setConflicts([]);
    const revision = stored && { id: stored.id, revision: stored.revision };
    const answer = await send({ kind, ...revision, body } as Save);
    if (!answer.error) {
      toast('success', t('saved'));
      return onSaved();
    }
    const current = storedObjectOf(answer.error, RESOURCE_SCHEMAS[kind]);
    if (current) rebase(current);
  }
  /** Puts the stored value of a field into the form. */
  function take(field: Field): void {
    const taken = conflicts.find((each) => each.field === field);
    if (taken) apply({ ...body, [field]: taken.theirs });
    setConflicts(conflicts.filter((each) => each !== taken));
  }
  const isConflict = storedObjectOf(error, RESOURCE_SCHEMAS[kind]) !== null;
  return { save, conflicts, take, isLoading, error: isConflict ? undefined : error };
}
