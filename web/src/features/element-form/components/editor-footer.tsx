import { Alert, Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
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
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t(created ? 'done_without' : 'cancel')}
        </Button>
        <Button type="submit" loading={submitting} disabled={deleted}>
          {t(created ? 'bind_again' : adding ? 'add' : 'save')}
        </Button>
      </Group>
    </Stack>
  );
}
