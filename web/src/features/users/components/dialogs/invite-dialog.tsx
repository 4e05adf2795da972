import { isEmail } from '@belfry/schemas/domain/email-address';
import { Button, Group, List, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { useTimes } from '../../../../lib/times.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { FormButtons, FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../../../ui/states/notice.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useGetInvitationsQuery, useInviteMutation, useRevokeInvitationMutation } from '../../invitations-api.ts';

const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'ru', label: 'Русский' },
] as const;

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
  const errorText = useErrorMessage();
  const locale = useLocale();
  const [email, setEmail] = useState('');
  const [lang, setLang] = useState<'en' | 'ru'>(locale.startsWith('ru') ? 'ru' : 'en');
  const [failure, setFailure] = useState<string | null>(null);
  const [invite, { isLoading }] = useInviteMutation();
  const type = (text: string): void => {
    setEmail(text);
    setFailure(null);
    onDirty(text.trim() !== '');
  };
  const send = async (): Promise<void> => {
    const address = email.trim();
    if (!isEmail(address)) return setFailure(t('form.invalid_email'));
    const { error } = await invite({ email: address, lang });
    if (error) return setFailure(errorText(error, t('invite.failed')));
    toast('success', t('invite.sent', { email: address }));
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
          data={LANGUAGES}
          value={lang}
          onChange={({ currentTarget }) => setLang(currentTarget.value === 'ru' ? 'ru' : 'en')}
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
  const times = useTimes();
  const { data = [] } = useGetInvitationsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [revoke] = useRevokeInvitationMutation();
  const end = async (id: number): Promise<void> => {
    const { error } = await revoke(id);
    if (error) toast('error', errorText(error, t('invite.revoke_failed')));
  };
  if (data.length === 0) return null;
  return (
    <section aria-label={t('invite.open')}>
      <Text fw={600} size="sm" mb="xs">
        {t('invite.open')}
      </Text>
      <List listStyleType="none" spacing="xs">
        {data.map(({ id, email, expires_at }) => (
          <List.Item key={id}>
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
                aria-label={t('invite.revoke_of', { email })}
                onClick={() => void end(id)}
              >
                {t('invite.revoke')}
              </Button>
            </Group>
          </List.Item>
        ))}
      </List>
    </section>
  );
}
