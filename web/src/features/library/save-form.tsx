import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../api/base/use-error-message.ts';
import { FormButtons } from '../../ui/dialogs/form-buttons.tsx';
import { ConflictNotice } from '../../ui/states/conflict-notice.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import type { Bodies, Kind } from '../../api/library/library-api.ts';
import { useSaveResource, type SaveOptions } from './use-save-resource.ts';

type Shown = string | boolean;
type Props<K extends Kind> = SaveOptions<K> & {
  /** Whether it can be sent; otherwise the fields show what is wrong. */
  check: () => boolean;
  labels: Record<keyof Bodies[K] & string, string>;
  /** A value as the notice about conflicting changes shows it. */
  textOf?: (field: keyof Bodies[K] & string, value: unknown) => Shown;
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
  const { save, conflicts, take, isLoading, error } = useSaveResource({ kind, item, body, apply, onSaved });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (check()) void save();
      }}
    >
      <Stack gap="sm">
        <ConflictNotice<Record<Field, Shown>>
          conflicts={conflicts.map(({ field, theirs, yours }) => {
            const stored = { field, theirs: textOf(field, theirs) };
            return yours === undefined ? stored : Object.assign(stored, { yours: textOf(field, yours) });
          })}
          labelOf={(field) => labels[field]}
          onTake={({ field }) => take(field)}
        />
        {children}
        {error !== undefined && <Notice tone="error">{errorText(error, t('save_failed'))}</Notice>}
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
