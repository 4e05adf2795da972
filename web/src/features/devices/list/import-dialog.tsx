import { useReturnFocus } from '../../../lib/focus.ts';
import { baseApi } from '../../../lib/api/base-api.ts';
import { callFrom } from '../../../lib/api/call.ts';
import { withTextFile, type TextFile } from '../../../lib/api/text-file.ts';
import { FileLetters } from '../../../ui/fields/file-letters.tsx';
import { Alert, Button, Group, Modal, Stack, Switch, Code, Text, Table } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { Dropzone } from '@mantine/dropzone';
import {
  IMPORT_BYTES_MAX,
  IMPORT_COLUMNS,
  IMPORT_LINES_MAX,
  filesHttp,
  type ImportAnswer,
  type ImportError,
  type ImportQuery,
} from '@belfry/schemas/http/fleet/files';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import classes from './import-dialog.module.css';
import { useState } from 'react';
import { ADMIN_DEVICE_MODES } from '@belfry/schemas/domain/device';
import { DEVICE_PASS_MAX, NOTE_MAX } from '@belfry/schemas/domain/limits';
import { TAG_MAX, TAGS_MAX } from '@belfry/schemas/domain/tags';

type Import = TextFile & Partial<ImportQuery>;
const sendFile = withTextFile(
  callFrom(filesHttp.import, ({ dry_run, lines }: Import) => ({ body: '', dry_run, lines })),
  'text/csv',
);
const { useCheckImportMutation, useImportDevicesMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** With `dry_run` it changes nothing. */
    checkImport: build.mutation(sendFile),
    importDevices: build.mutation({
      ...sendFile,
      invalidatesTags: (answer) => (answer?.applied ? ['DeviceList', 'Device', 'Company'] : []),
    }),
  }),
});

export function ImportDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus();
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
        {!done && (
          <ImportFile
            name={form.chosen?.file.name}
            loading={form.checking}
            onChoose={form.choose}
            onReject={form.reject}
          />
        )}
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
        {!done && form.chosen && (preview || error !== undefined) && (
          <FileLetters
            read={error === undefined ? preview?.encoding : undefined}
            value={form.chosen.charset}
            disabled={form.checking || form.sending}
            onChange={(charset) => form.chosen && void form.choose(form.chosen.file, charset)}
          />
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

type Props = {
  name: string | undefined;
  loading: boolean;
  onChoose: (file: File) => Promise<void>;
  onReject: () => void;
};
function ImportFile({ name, loading, onChoose, onReject }: Props) {
  const { t } = useTranslation('device-files');
  const locale = useLocale();
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('import.text', { lines: formatCount(IMPORT_LINES_MAX, locale) })} <Code>{IMPORT_COLUMNS.join(', ')}</Code>.{' '}
        {t('import.tags')}
      </Text>
      <Dropzone
        className={classes.drop ?? ''}
        onDrop={([file]) => file && void onChoose(file)}
        onReject={onReject}
        maxSize={IMPORT_BYTES_MAX}
        maxFiles={1}
        multiple={false}
        loading={loading}
        inputProps={{ 'aria-label': t('import.choose') }}
      >
        <Text size="sm">{name ?? t('import.drop')}</Text>
      </Dropzone>
    </>
  );
}

function useImport() {
  const [file, setFile] = useState<TextFile | null>(null);
  const [onlyValid, setOnlyValid] = useState(false);
  const [rejected, setRejected] = useState(false);
  const [check, checked] = useCheckImportMutation();
  const [send, sent] = useImportDevicesMutation();
  const preview = checked.data;
  const error = sent.error ?? checked.error;
  const writable = preview === undefined ? 0 : preview.create + preview.update;
  const blocked = preview !== undefined && preview.invalid > 0 && !onlyValid;

  const choose = async (file: File, charset = ''): Promise<void> => {
    setRejected(false);
    setFile({ file, charset });
    sent.reset();
    await check({ file, charset, dry_run: '1' });
  };
  return {
    chosen: file,
    choose,
    /** The file is too large, or not one file. */
    rejected,
    reject: () => setRejected(true),
    onlyValid,
    setOnlyValid,
    preview,
    writable,
    ready: file !== null && !checked.isLoading && error === undefined && writable > 0 && !blocked,
    checking: checked.isLoading,
    send: () => {
      if (file) void send({ ...file, lines: onlyValid ? 'valid' : 'all' });
    },
    sending: sent.isLoading,
    /** The result of the import; before it, the preview. */
    outcome: sent.data ?? preview,
    done: sent.data?.applied === true,
    error,
  };
}

function ImportOutcome({ outcome, done }: { outcome: ImportAnswer; done: boolean }) {
  const { t } = useTranslation('device-files');
  const textOf = useImportErrorText();
  const { create, update, unchanged, invalid, errors, ignored_columns: ignored, preview } = outcome;
  const rows = [...errors, ...preview].toSorted((one, other) => one.line - other.line);
  return (
    <Stack gap="xs" aria-live="polite">
      {done && <Text fw={600}>{t('outcome.done')}</Text>}
      <Group gap="md" fz="sm">
        <span>{t('outcome.create', { count: create })}</span>
        <span>{t('outcome.update', { count: update })}</span>
        <span>{t('outcome.unchanged', { count: unchanged })}</span>
        {invalid > 0 && <span className={classes.error}>{t('outcome.invalid', { count: invalid })}</span>}
      </Group>
      {ignored.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('outcome.ignored', { columns: ignored.join(', ') })}
        </Text>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolled region must be reachable by keyboard. */}
      <section className={classes.lines} aria-label={t('outcome.lines')} tabIndex={0}>
        <Table verticalSpacing={4} fz="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('column.line')}</Table.Th>
              <Table.Th scope="col">{t('column.field')}</Table.Th>
              <Table.Th scope="col">{t('column.outcome')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) =>
              'field' in row ? (
                <Table.Tr key={`${row.line}-${row.field}-${row.code}`} className={classes.error}>
                  <Table.Td>{row.line}</Table.Td>
                  <Table.Td>{row.field}</Table.Td>
                  <Table.Td>{textOf(row)}</Table.Td>
                </Table.Tr>
              ) : (
                <Table.Tr key={row.line}>
                  <Table.Td>{row.line}</Table.Td>
                  <Table.Td>{row.serial}</Table.Td>
                  <Table.Td>{t(`action.${row.action}`)}</Table.Td>
                </Table.Tr>
              ),
            )}
          </Table.Tbody>
        </Table>
      </section>
    </Stack>
  );
}
/** Why a line cannot be imported: which value, and which are allowed. A field that a later server names has the server's reason. */
function useImportErrorText(): (error: ImportError) => string {
  const { t } = useTranslation('device-files');
  const limits = { pass: DEVICE_PASS_MAX, note: NOTE_MAX, tags: TAGS_MAX, tag: TAG_MAX };
  return ({ field, code, reason, value }) => {
    if (code !== 'invalid') return t(`error.${code}`);
    const column = IMPORT_COLUMNS.find((each) => each === field);
    if (!column) return reason;
    const allowed = t(`allowed.${column}`, { ...limits, modes: ADMIN_DEVICE_MODES.join(', ') });
    return value === undefined || value === '' ? allowed : t('error.value', { value, allowed });
  };
}
