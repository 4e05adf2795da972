import { Alert, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormButtons } from '../../../../ui/dialogs/form-buttons.tsx';
import classes from './element-fields.module.css';

type Props = {
  adding: boolean;
  deleted: boolean;
  refusal: string | null;
  created: boolean;
  submitting: boolean;
  onCancel: () => void;
};

/** The error of the form, and its buttons. */
export function EditorFooter({ adding, deleted, refusal, created, submitting, onCancel }: Props) {
  const { t } = useTranslation(['element-form', 'common']);
  return (
    <Stack className={classes.footer ?? ''} gap="sm">
      {deleted && (
        <Alert color="error" py="xs" role="alert">
          {t('common:deleted')}
        </Alert>
      )}
      {refusal !== null && (
        <Alert color="error" py="xs" role="alert">
          {refusal}
        </Alert>
      )}
      <FormButtons
        submitLabel={t(created ? 'bind_again' : adding ? 'add' : 'save')}
        submitting={submitting}
        submitDisabled={deleted}
        cancelLabel={t(created ? 'done_without' : 'cancel')}
        onCancel={onCancel}
      />
    </Stack>
  );
}
