import { Stack } from '@mantine/core';
import { useState, type ReactNode, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/base/api-error.ts';
import { useErrorMessage } from '../../api/base/use-error-message.ts';
import { mergeEdit, type FieldConflict } from '../../lib/editing/edit-conflict.ts';
import { FormButtons } from '../../ui/dialogs/form-buttons.tsx';
import { ConflictNotice } from '../../ui/states/conflict-notice.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { toast } from '../../ui/toast.ts';
import {
  useSaveResourceMutation,
  type Bodies,
  type Kind,
  type Resources,
  type Save,
} from '../../api/library/library-api.ts';

type Shown = string | boolean;
type Props<K extends Kind> = {
  kind: K;
  /** The edited item; undefined for a new one. */
  item: Resources[K] | undefined;
  /** What the fields hold. */
  body: Bodies[K];
  /** Whether it can be sent; otherwise the fields show what is wrong. */
  check: () => boolean;
  /** Puts values into the fields, after somebody else has saved meanwhile. */
  apply: (body: Bodies[K]) => void;
  labels: Record<keyof Bodies[K] & string, string>;
  /** A value as the notice about conflicting changes shows it. */
  textOf?: (field: keyof Bodies[K] & string, value: unknown) => Shown;
  onSaved: () => void;
  onCancel: () => void;
  children: ReactNode;
};

/** The frame of a form in a dialog: conflicting changes, fields, the reason of a refusal, Cancel and Save. */
export function SaveForm<K extends Kind>(props: Props<K>) {
  const { kind, item, body, check, apply, labels, onSaved, onCancel, children } = props;
  const { textOf = (_field, value) => (typeof value === 'boolean' ? value : String(value)) } = props;
  type Field = keyof Bodies[K] & string;
  const { t } = useTranslation(['library', 'common']);
  const errorText = useErrorMessage();
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
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!check()) return;
    setConflicts([]);
    const revision = stored && { id: stored.id, revision: stored.revision };
    const answer = await send({ kind, ...revision, body } as Save);
    if (!answer.error) {
      toast('success', t('saved'));
      onSaved();
    } else if (isApiError(answer.error) && answer.error.current) {
      rebase(answer.error.current as Resources[K]);
    }
  };
  const isConflict = isApiError(error) && error.current !== undefined;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <ConflictNotice<Record<Field, Shown>>
          conflicts={conflicts.map(({ field, theirs, yours }) => ({
            field,
            theirs: textOf(field, theirs),
            ...(yours !== undefined && { yours: textOf(field, yours) }),
          }))}
          labelOf={(field) => labels[field]}
          onTake={({ field }) => {
            const taken = conflicts.find((each) => each.field === field);
            if (taken) apply({ ...body, [field]: taken.theirs });
            setConflicts(conflicts.filter((each) => each !== taken));
          }}
        />
        {children}
        {error !== undefined && !isConflict && <Notice tone="error">{errorText(error, t('save_failed'))}</Notice>}
        <FormButtons
          mt="xs"
          submitLabel={t('save')}
          submitting={isLoading}
          cancelDisabled={isLoading}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
