import type { Passkey } from '@belfry/schemas/http/accounts/passkeys';
import { PASSKEYS_MAX, PASSKEY_NAME_MAX } from '@belfry/schemas/domain/account';
import { Button, Group, Text, Stack, ActionIcon, TextInput } from '@mantine/core';
import { IconPlus, IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react';
import { useId, useState, type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { passkeyObstacle } from '../../../lib/passkeys.ts';
import { RowList } from '../../../ui/lists/list-frame.tsx';
import { wholeList } from '../../../ui/lists/list-state.ts';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import classes from './passkeys.module.css';
import rows from '../../../ui/lists/text-row.module.css';
import { useGetPasskeysQuery, useRemovePasskeyMutation, useRenamePasskeyMutation } from './passkeys-api.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { TwoFactorDialog } from '../two-factor/index.ts';
import { PasswordField } from './password-field.tsx';
import { useTimes } from '../../../lib/times.ts';

export function PasskeySettings() {
  const { t } = useTranslation(['passkeys', 'auth']);
  const errorText = useErrorMessage();
  const query = useGetPasskeysQuery();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const id = useId();
  const obstacle = passkeyObstacle();
  const full = (query.data?.length ?? 0) >= PASSKEYS_MAX;
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" gap="sm">
        <div className={classes.lead}>
          <Text size="sm" fw={400} component="h3" id={id}>
            {t('title')}
          </Text>
          <Text size="xs" c="dimmed">
            {t('lead')}
          </Text>
        </div>
        {obstacle === null && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={full}
            aria-haspopup="dialog"
            onClick={() => setAdding(true)}
          >
            {t('add.open')}
          </Button>
        )}
      </Group>
      {obstacle !== null && (
        <Text size="xs" mt="xs">
          {t(`auth:passkey.obstacles.${obstacle}`)}
        </Text>
      )}
      {full && (
        <Text size="xs" mt="xs">
          {t('full', { count: PASSKEYS_MAX })}
        </Text>
      )}
      <RowList
        list={wholeList(query, query.data)}
        label={t('title')}
        entry={rows.row}
        keyOf={(passkey) => passkey.id}
        waiting={<LineSkeletons count={2} height={40} />}
        empty={null}
        failure={(error) => ({ message: errorText(error, t('error')) })}
      >
        {(passkey) => <PasskeyRow passkey={passkey} onRemove={() => setRemoving(passkey)} />}
      </RowList>
      {adding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
      {removing && <RemovePasskeyDialog passkey={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}

/** Requires the password, since a passkey that is removed may be the only second factor. */
function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation(['passkeys', 'auth']);
  const errorText = useErrorMessage();
  const [remove, { isLoading }] = useRemovePasskeyMutation();
  const [password, setPassword] = useState('');
  const [ofPassword, setOfPassword] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    setRefusal(null);
    if (password === '') return setOfPassword(t('auth:login.password_required'));
    const { error } = await remove({ id: passkey.id, password });
    if (error) {
      const code = isApiError(error) ? error.code : null;
      if (code === 'wrong_password') return setOfPassword(errorText(error, t('failed')));
      return setRefusal(code === 'conflict' ? t('remove.last') : errorText(error, t('failed')));
    }
    toast('success', t('remove.done', { name: passkey.name }));
    onClose();
  };
  return (
    <TwoFactorDialog title={t('remove.title')} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate aria-busy={isLoading}>
        <Stack gap="md">
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('remove.lead', { name: passkey.name })}
          </Text>
          {refusal !== null && <Notice tone="error">{refusal}</Notice>}
          <PasswordField
            value={password}
            error={ofPassword}
            onChange={(typed) => {
              setPassword(typed);
              setOfPassword(null);
            }}
          />
          <Button type="submit" color="error" loading={isLoading}>
            {t('remove.submit')}
          </Button>
        </Stack>
      </form>
    </TwoFactorDialog>
  );
}

/** One passkey. One that may have been copied is named as such. */
function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useTranslation('passkeys');
  const times = useTimes();
  const [renaming, setRenaming] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  // The focus returns to where it was before the form took the place of the row.
  useEffect(() => {
    if (wasRenaming.current && !renaming) pencil.current?.focus();
    wasRenaming.current = renaming;
  }, [renaming]);
  const { name, created_at, last_used_at, set_aside_at } = passkey;
  if (renaming) return <PasskeyName passkey={passkey} onClose={() => setRenaming(false)} />;
  return (
    <>
      <IconFingerprint size={22} stroke={1.6} className={classes.icon} aria-hidden />
      <div className={rows.text}>
        <span className={rows.name}>{name}</span>
        <span className={rows.detail}>
          {last_used_at === null
            ? t('never_used', { day: times.day(created_at) })
            : t('used', { day: times.day(created_at), used: times.moment(last_used_at) })}
        </span>
        {set_aside_at !== null && (
          <Text size="xs" c="error">
            {t('set_aside', { day: times.day(set_aside_at) })}
          </Text>
        )}
      </div>
      <ActionIcon
        ref={pencil}
        variant="subtle"
        color="gray"
        aria-label={t('rename.open', { name })}
        onClick={() => setRenaming(true)}
      >
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="error"
        aria-label={t('remove.open', { name })}
        aria-haspopup="dialog"
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}

function PasskeyName({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation(['passkeys', 'common']);
  const errorText = useErrorMessage();
  const [rename, { error, isLoading }] = useRenamePasskeyMutation();
  const [name, setName] = useState(passkey.name);
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    setMissing(name.trim() === '');
    if (name.trim() === '') return;
    const { data } = await rename({ id: passkey.id, name });
    if (data) onClose();
  };
  const failure = error === undefined ? undefined : errorText(error, t('failed'));
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-busy={isLoading} style={{ flex: 1 }}>
      <Group gap="xs" align="flex-start">
        <TextInput
          aria-label={t('name')}
          value={name}
          maxLength={PASSKEY_NAME_MAX}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
          error={missing ? t('name_missing') : failure}
          ref={field}
          flex="1 1 180px"
        />
        <Button type="submit" loading={isLoading}>
          {t('rename.submit')}
        </Button>
        <Button variant="default" onClick={onClose} disabled={isLoading}>
          {t('common:cancel')}
        </Button>
      </Group>
    </form>
  );
}
