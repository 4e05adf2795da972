import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert, Button, Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { BulkBody } from '@belfry/schemas/http/devices/bulk';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { FormButtons } from '../../../ui/dialogs/form-buttons.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useChangeDevicesMutation, usePreviewBulkQuery } from './bulk-api.ts';
import { changeOf, INITIAL, type BulkKind, type BulkValues } from './bulk-change.ts';
import { BulkFields, type BulkChoices } from './bulk-fields.tsx';
import { BulkOutcome } from './bulk-outcome.tsx';

const SETTLE_MS = 400;
const SUCCESS_MS = 5_000;

export type BulkDialogProps = {
  kind: BulkKind;
  targets: BulkBody['targets'];
  /** How many devices are selected. */
  count: number;
  choices: BulkChoices;
  onClose: () => void;
};

/** One change of all selected devices, with a preview that counts before anything is changed; see DEV-43. */
export function BulkDialog({ kind, count, onClose, ...props }: BulkDialogProps) {
  const { t } = useTranslation('device-bulk');
  return (
    <FormDialog title={t(`title.${kind}`, { count })} onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <BulkForm kind={kind} {...props} onCancel={onCancel} onDirty={onDirty} onDone={onClose} />
      )}
    </FormDialog>
  );
}

type FormProps = Omit<BulkDialogProps, 'count' | 'onClose'> & {
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
};

function BulkForm({ kind, targets, choices, onCancel, onDirty, onDone }: FormProps) {
  const { t } = useTranslation(['device-bulk', 'common']);
  const messageOf = useErrorMessage();
  const [values, setValues] = useState<BulkValues>(INITIAL);
  const [apply, { data: outcome, error: refused, isLoading }] = useChangeDevicesMutation();
  const change = changeOf(kind, values);
  const [settled] = useDebouncedValue(JSON.stringify(change), SETTLE_MS);
  const [first] = useState(settled);
  const ready = settled === JSON.stringify(change) && change !== null;
  const preview = usePreviewBulkQuery({ targets, change: change ?? {} }, { skip: !ready || outcome !== undefined });
  const counted = ready ? preview.currentData : undefined;
  const dirty = outcome === undefined && JSON.stringify(change) !== first;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const submit = async (): Promise<void> => {
    if (!change || !counted) return;
    const { data } = await apply({ targets, change });
    if (!data || data.failed > 0) return;
    toast('success', t('outcome.changed', { count: data.changed }), { durationMs: SUCCESS_MS });
    onDone();
  };
  const error = refused ?? (ready ? preview.error : undefined);
  if (outcome) {
    return (
      <Stack gap="md">
        <BulkOutcome outcome={outcome} done />
        <Group justify="flex-end">
          <Button onClick={onDone} data-autofocus>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        <BulkFields
          kind={kind}
          values={values}
          onChange={(changed) => setValues((before) => ({ ...before, ...changed }))}
          choices={choices}
        />
        {counted && <BulkOutcome outcome={counted} done={false} />}
        {ready && !counted && error === undefined && (
          <>
            <VisuallyHidden component="output">{t('preview.counting')}</VisuallyHidden>
            <Skeleton height={64} />
          </>
        )}
        {error !== undefined && (
          <Alert color="error" py="xs" role="alert">
            {messageOf(error)}
          </Alert>
        )}
        <FormButtons
          submitLabel={counted ? t('apply', { count: counted.changed }) : t('applyNone')}
          submitting={isLoading}
          submitDisabled={!counted || counted.changed === 0}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
