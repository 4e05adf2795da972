import { useAct } from '../../ui/use-act.ts';
import { isEmail } from '@belfry/schemas/domain/email-address';
import {
  Button,
  Group,
  List,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Code,
  FileInput,
  Modal,
  Switch,
} from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTimes } from '../../lib/times.ts';
import { LOCALE_CHOICES, useLocale } from '../../lib/i18n.ts';
import { FormButtons, FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { wholeList } from '../../ui/lists/list-state.ts';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { FileLetters } from '../../ui/fields/file-letters.tsx';
import type { TextFile } from '../../lib/api/text-file.ts';
import {
  useGetInvitationsQuery,
  useInviteMutation,
  useRevokeInvitationMutation,
  useImportUsersMutation,
} from './users-api.ts';
import { textLanguageOf } from '@belfry/schemas/domain/text-languages';
import {
  USERS_IMPORT_BYTES_MAX,
  USERS_IMPORT_COLUMNS,
  USERS_IMPORT_LINES_MAX,
  type UsersImportAnswer,
} from '@belfry/schemas/http/users/import';

/** Mails somebody a link to register, and lists the invitations that can still be used; see REG-31. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users-admin');
  return (
    <FormDialog title={t('invite.title')} onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <Stack gap="lg">
          <InviteForm onCancel={onCancel} onDirty={onDirty} />
          <OpenInvitations />
        </Stack>
      )}
    </FormDialog>
  );
}

function InviteForm({ onCancel, onDirty }: { onCancel: () => void; onDirty: (dirty: boolean) => void }) {
  const { t } = useTranslation(['users-admin', 'common']);
  const [email, setEmail] = useState('');
  const [lang, setLang] = useState(useLocale());
  const { act, failure, fail } = useAct({ inline: true });
  const [invite, { isLoading }] = useInviteMutation();
  const type = (text: string): void => {
    setEmail(text);
    fail(null);
    onDirty(text.trim() !== '');
  };
  const send = async (): Promise<void> => {
    const address = email.trim();
    if (!isEmail(address)) return fail(t('form.invalid_email'));
    const answer = await act(() => invite({ email: address, lang }), {
      done: t('invite.sent', { email: address }),
      failed: t('invite.failed'),
    });
    if (answer === undefined) return;
    type('');
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('invite.lead')}
        </Text>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <TextInput
          label={t('form.email')}
          type="email"
          autoComplete="off"
          data-autofocus
          value={email}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        <NativeSelect
          label={t('invite.lang')}
          data={LOCALE_CHOICES}
          value={lang}
          onChange={({ currentTarget }) => setLang(textLanguageOf(currentTarget.value))}
        />
        <FormButtons
          submitLabel={t('invite.submit')}
          submitting={isLoading}
          cancelLabel={t('common:close')}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

function OpenInvitations() {
  const { t } = useTranslation('users-admin');
  const errorText = useErrorMessage();
  const { act } = useAct({ parallel: true });
  const times = useTimes();
  const query = useGetInvitationsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [revoke, { isLoading, originalArgs: ending }] = useRevokeInvitationMutation();
  const end = async (id: number): Promise<void> => {
    await act(() => revoke(id), { failed: t('invite.revoke_failed') });
  };
  if (query.data?.length === 0 && !query.error) return null;
  return (
    <section aria-label={t('invite.open')}>
      <Text fw={600} size="sm" mb="xs">
        {t('invite.open')}
      </Text>
      <RowList
        list={wholeList(query, query.data)}
        label={t('invite.open')}
        keyOf={({ id }) => id}
        waiting={<LineSkeletons count={1} height={44} />}
        empty={null}
        failure={(error) => ({ message: errorText(error, t('invite.not_loaded')) })}
      >
        {({ id, email, expires_at }) => (
          <Group justify="space-between" gap="sm" wrap="nowrap">
            <div>
              <Text size="sm">{email}</Text>
              <Text size="xs" c="dimmed">
                {t('invite.until', { time: times.moment(expires_at) })}
              </Text>
            </div>
            <Button
              size="compact-sm"
              variant="light"
              color="error"
              loading={isLoading && ending === id}
              aria-label={t('invite.revoke_of', { email })}
              onClick={() => void end(id)}
            >
              {t('invite.revoke')}
            </Button>
          </Group>
        )}
      </RowList>
    </section>
  );
}

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
