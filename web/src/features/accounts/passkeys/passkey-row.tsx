import { PASSKEY_NAME_MAX } from '@belfry/schemas/domain/account';
import type { Passkey } from '@belfry/schemas/http/accounts/passkeys';
import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useTimes } from '../../../lib/times.ts';
import classes from './passkeys.module.css';
import { useRenamePasskeyMutation } from './passkeys-api.ts';

/** One passkey. One that may have been copied is named as such. */
export function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
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
      <div className={classes.text}>
        <span className={classes.name}>{name}</span>
        <span className={classes.when}>
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
