import {
  USERS_IMPORT_BYTES_MAX,
  USERS_IMPORT_COLUMNS,
  USERS_IMPORT_LINES_MAX,
  type UsersImportAnswer,
} from '@belfry/schemas/http/users/import';
import { Button, Code, FileInput, Group, List, Modal, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { Notice } from '../../../../ui/states/notice.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useImportUsersMutation } from '../../users-admin-api.ts';

/** Chooses a CSV file of people, shows what it would add with every invalid line, and adds them; see USER-27. */
export function ImportPeople({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['users-admin', 'common']);
  const errorText = useErrorMessage();
  const [csv, setCsv] = useState<string | null>(null);
  const [preview, setPreview] = useState<UsersImportAnswer | null>(null);
  const [onlyValid, setOnlyValid] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [send, { isLoading }] = useImportUsersMutation();

  const choose = async (file: File | null): Promise<void> => {
    setCsv(null);
    setPreview(null);
    setFailure(null);
    if (!file) return;
    if (file.size > USERS_IMPORT_BYTES_MAX) return setFailure(t('import.too_large'));
    const text = await file.text();
    const { data, error } = await send({ csv: text, dry_run: '1' });
    if (!data) return setFailure(errorText(error, t('import.failed')));
    setCsv(text);
    setPreview(data);
  };
  const apply = async (): Promise<void> => {
    if (csv === null) return;
    const { data, error } = await send({ csv, lines: onlyValid ? 'valid' : 'all' });
    if (!data) return setFailure(errorText(error, t('import.failed')));
    setPreview(data);
    if (!data.applied) return;
    toast('success', t('import.done', { count: data.create }));
    onClose();
  };
  const ready = preview !== null && preview.create > 0 && (preview.invalid === 0 || onlyValid);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('import.title')}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('import.text', { lines: USERS_IMPORT_LINES_MAX })} <Code>{USERS_IMPORT_COLUMNS.join(', ')}</Code>
        </Text>
        <FileInput label={t('import.choose')} accept=".csv,text/csv" clearable onChange={(file) => void choose(file)} />
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        {preview && <Outcome preview={preview} />}
        {preview !== null && preview.invalid > 0 && preview.create > 0 && (
          <Switch
            label={t('import.only_valid')}
            checked={onlyValid}
            onChange={({ currentTarget }) => setOnlyValid(currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button loading={isLoading} disabled={!ready} onClick={() => void apply()}>
            {t('import.apply', { count: preview?.create ?? 0 })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Outcome({ preview: { create, invalid, errors, preview } }: { preview: UsersImportAnswer }) {
  const { t } = useTranslation('users-admin');
  return (
    <Stack gap="xs" aria-live="polite">
      <Text size="sm">{t('import.counts', { create, invalid })}</Text>
      <List size="xs">
        {errors.map(({ line, field, reason }) => (
          <List.Item key={`${line} ${field} ${reason}`} c="var(--bf-error)">
            {t('import.line', { line, text: `${field}: ${reason}` })}
          </List.Item>
        ))}
        {preview.map(({ line, name, email }) => (
          <List.Item key={line}>{t('import.line', { line, text: `${name}, ${email}` })}</List.Item>
        ))}
      </List>
    </Stack>
  );
}
