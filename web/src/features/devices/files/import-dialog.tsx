import { Alert, Button, Group, Modal, Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { ImportFile } from './import-file.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { useImport } from './use-import.ts';

/** Chooses a CSV file, shows what it would change with every invalid line, and imports it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['device-files', 'common']);
  const messageOf = useErrorMessage();
  const form = useImport();
  const { preview, outcome, done, error } = form;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('import.title')}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        {!done && <ImportFile name={form.name} loading={form.checking} onChoose={form.choose} onReject={form.reject} />}
        {form.rejected && (
          <Alert color="error" py="xs" role="alert">
            {t('import.tooLarge')}
          </Alert>
        )}
        {error !== undefined && (
          <Alert color="error" py="xs" role="alert">
            {messageOf(error, t('import.failed'))}
          </Alert>
        )}
        {outcome && error === undefined && <ImportOutcome outcome={outcome} done={done} />}
        {!done && preview !== undefined && preview.invalid > 0 && (
          <Switch
            label={t('import.onlyValid')}
            checked={form.onlyValid}
            onChange={({ currentTarget }) => form.setOnlyValid(currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t(done ? 'common:close' : 'common:cancel')}
          </Button>
          {!done && (
            <Button loading={form.sending} disabled={!form.ready} onClick={form.send}>
              {t('import.apply', { count: form.writable })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
