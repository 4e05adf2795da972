import { useTranslation } from 'react-i18next';
import { Alert, Button, Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { BulkBody } from '@belfry/schemas/http/devices/bulk';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { FormButtons } from '../../../ui/dialogs/form-buttons.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import type { BulkKind } from './bulk-change.ts';
import { BulkFields, type BulkChoices } from './bulk-fields.tsx';
import { BulkOutcome } from './bulk-outcome.tsx';
import { useBulkForm } from './use-bulk-form.ts';

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
  const form = useBulkForm({ kind, targets, onDirty, onDone });
  const { counted, outcome, error } = form;
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
        void form.submit();
      }}
    >
      <Stack gap="md">
        <BulkFields kind={kind} values={form.values} onChange={form.change} choices={choices} />
        {counted && <BulkOutcome outcome={counted} done={false} />}
        {form.counting && (
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
          submitting={form.applying}
          submitDisabled={!counted || counted.changed === 0}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
