import {
  USERS_IMPORT_BYTES_MAX,
  USERS_IMPORT_COLUMNS,
  USERS_IMPORT_LINES_MAX,
  type UsersImportAnswer,
} from '@belfry/schemas/http/users/import';
import { Button, Code, FileInput, Group, List, Modal, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { TextFile } from '../../lib/api/text-file.ts';
import { useTranslation } from '../../lib/translation.ts';
import { FileLetters } from '../../ui/fields/file-letters.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useImportUsersMutation } from './users-api.ts';

/** Chooses a CSV file of people, shows what it would add with every invalid line, and adds them; see USER-27. */
export function ImportPeople({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['users-admin', 'common']);
  const [file, setFile] = useState<TextFile | null>(null);
  const [preview, setPreview] = useState<UsersImportAnswer | null>(null);
  const [onlyValid, setOnlyValid] = useState(false);
  const { act, failure, fail } = useAct({ inline: true });
  const [send, { isLoading }] = useImportUsersMutation();

  const choose = async (file: File | null, charset = ''): Promise<void> => {
    setFile(null);
    setPreview(null);
    fail(null);
    if (!file) return;
    if (file.size > USERS_IMPORT_BYTES_MAX) return fail(t('import.too_large'));
    setFile({ file, charset });
    const data = await act(() => send({ file, charset, dry_run: '1' }), { failed: t('import.failed') });
    if (data === undefined) return;
    setPreview(data);
  };
  const apply = async (): Promise<void> => {
    if (file === null) return;
    const data = await act(() => send({ ...file, lines: onlyValid ? 'valid' : 'all' }), {
      done: ({ applied, create }) => (applied ? t('import.done', { count: create }) : undefined),
      failed: t('import.failed'),
    });
    if (data === undefined) return;
    setPreview(data);
    if (data.applied) onClose();
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
        {file && (preview || failure !== null) && (
          <FileLetters
            read={preview?.encoding}
            value={file.charset}
            disabled={isLoading}
            onChange={(charset) => void choose(file.file, charset)}
          />
        )}
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

function Outcome({ preview: outcome }: { preview: UsersImportAnswer }) {
  const { create, invalid, errors, preview, ignored_columns: ignored } = outcome;
  const { t } = useTranslation('users-admin');
  return (
    <Stack gap="xs" aria-live="polite">
      <Text size="sm">{t('import.counts', { create, invalid })}</Text>
      {ignored.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('import.ignored', { columns: ignored.join(', ') })}
        </Text>
      )}
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
