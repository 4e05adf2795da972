import '@mantine/dropzone/styles.layer.css';
import { Alert, Button, Code, Group, Modal, Stack, Switch, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IMPORT_BYTES_MAX, IMPORT_COLUMNS, IMPORT_LINES_MAX } from '@belfry/schemas/http/devices/files';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useCheckImportMutation, useImportDevicesMutation } from './files-api.ts';
import { ImportOutcome } from './import-outcome.tsx';
import classes from './import.module.css';

type Chosen = { name: string; csv: string };

/** Chooses a CSV file, shows what it would change with every invalid line, and imports it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['device-files', 'common']);
  const locale = useLocale();
  const messageOf = useErrorMessage();
  const [file, setFile] = useState<Chosen | null>(null);
  const [onlyValid, setOnlyValid] = useState(false);
  const [rejected, setRejected] = useState(false);
  const [check, checked] = useCheckImportMutation();
  const [send, sent] = useImportDevicesMutation();
  const preview = checked.data;
  const done = sent.data?.applied === true;
  const outcome = sent.data ?? preview;
  const writable = preview === undefined ? 0 : preview.create + preview.update;
  const blocked = preview !== undefined && preview.invalid > 0 && !onlyValid;
  const error = sent.error ?? checked.error;

  const choose = async ([chosen]: File[]): Promise<void> => {
    if (!chosen) return;
    setRejected(false);
    const csv = await chosen.text();
    setFile({ name: chosen.name, csv });
    sent.reset();
    await check(csv);
  };
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
        {!done && (
          <>
            <Text size="sm" c="dimmed">
              {t('import.text', { lines: formatCount(IMPORT_LINES_MAX, locale) })}{' '}
              <Code>{IMPORT_COLUMNS.join(', ')}</Code>
            </Text>
            <Dropzone
              className={classes.drop ?? ''}
              onDrop={(files) => void choose(files)}
              onReject={() => setRejected(true)}
              maxSize={IMPORT_BYTES_MAX}
              maxFiles={1}
              multiple={false}
              loading={checked.isLoading}
              inputProps={{ 'aria-label': t('import.choose') }}
            >
              <Text size="sm">{file?.name ?? t('import.drop')}</Text>
            </Dropzone>
          </>
        )}
        {rejected && (
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
            checked={onlyValid}
            onChange={({ currentTarget }) => setOnlyValid(currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t(done ? 'common:close' : 'common:cancel')}
          </Button>
          {!done && (
            <Button
              loading={sent.isLoading}
              disabled={file === null || checked.isLoading || error !== undefined || writable === 0 || blocked}
              onClick={() => file && void send({ csv: file.csv, lines: onlyValid ? 'valid' : 'all' })}
            >
              {t('import.apply', { count: writable })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
