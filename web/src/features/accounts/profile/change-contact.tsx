import { useAct } from '../../../ui/use-act.ts';
import { CODE_LENGTH } from '@belfry/schemas/domain/account';
import { isEmail } from '@belfry/schemas/domain/email-address';
import { normalizePhone, PHONE_TEXT_MAX } from '@belfry/schemas/domain/phone';
import { Anchor, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { usePhoneProblem } from '../../../lib/phone-problem.ts';
import { CodeField } from '../../../ui/fields/code-field.tsx';
import { FormButtons, FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { useChangeContactMutation, useConfirmContactMutation } from './profile-api.ts';

type Kind = 'email' | 'phone';

/** Changes the own email or phone; see HOME-13. */
export function ChangeContact({ kind }: { kind: Kind }) {
  const { t } = useTranslation('profile');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-haspopup="dialog"
        aria-label={t(`contact.title.${kind}`)}
        onClick={() => setOpened(true)}
      >
        {t('contact.change')}
      </Anchor>
      {opened && <ChangeContactDialog kind={kind} onClose={() => setOpened(false)} />}
    </>
  );
}

function ChangeContactDialog({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const { t } = useTranslation('profile');
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <FormDialog title={t(`contact.title.${kind}`)} size="sm" onClose={onClose}>
      {({ onCancel, onDirty }) =>
        sentTo === null ? (
          <ContactStep kind={kind} onSent={setSentTo} onCancel={onCancel} onDirty={onDirty} />
        ) : (
          <CodeStep kind={kind} sentTo={sentTo} onDone={onClose} onCancel={onCancel} />
        )
      }
    </FormDialog>
  );
}

type ContactStepProps = {
  kind: Kind;
  onSent: (contact: string) => void;
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
};

function ContactStep({ kind, onSent, onCancel, onDirty }: ContactStepProps) {
  const { t } = useTranslation('profile');
  const phoneProblem = usePhoneProblem();
  const [contact, setContact] = useState('');
  const [password, setPassword] = useState('');
  const { act, failure, fail } = useAct({ inline: true });
  const [change, { isLoading }] = useChangeContactMutation();
  const send = async (): Promise<void> => {
    const typed = contact.trim();
    const problem = kind === 'phone' ? phoneProblem(typed) : isEmail(typed) ? null : t('contact.invalid_email');
    if (problem !== null) return fail(problem);
    const answer = await act(() => change(kind === 'email' ? { email: typed, password } : { phone: typed, password }), {
      failed: t('contact.failed'),
    });
    if (answer === undefined) return;
    onDirty(false);
    onSent(typed);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <TextInput
          label={t(`contact.new.${kind}`)}
          type={kind === 'email' ? 'email' : 'tel'}
          autoComplete="off"
          maxLength={kind === 'email' ? undefined : PHONE_TEXT_MAX}
          data-autofocus
          value={contact}
          onChange={({ currentTarget }) => {
            setContact(currentTarget.value);
            fail(null);
            onDirty(currentTarget.value.trim() !== '');
          }}
          onBlur={() => kind === 'phone' && setContact((text) => normalizePhone(text) ?? text)}
        />
        <PasswordInput
          label={t('contact.password')}
          autoComplete="current-password"
          value={password}
          visibilityToggleButtonProps={{ 'aria-label': t('contact.toggle'), tabIndex: 0 }}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value);
            fail(null);
          }}
        />
        <FormButtons
          submitLabel={t('contact.send')}
          submitting={isLoading}
          submitDisabled={contact.trim() === '' || password === ''}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

type CodeStepProps = { kind: Kind; sentTo: string; onDone: () => void; onCancel: () => void };

function CodeStep({ kind, sentTo, onDone, onCancel }: CodeStepProps) {
  const { t } = useTranslation('profile');
  const [code, setCode] = useState('');
  const { act, failure, fail } = useAct({ inline: true });
  const [confirm, { isLoading }] = useConfirmContactMutation();
  const send = async (entered: string): Promise<void> => {
    if (isLoading) return;
    const answer = await act(() => confirm({ kind, code: entered }), {
      done: t(`contact.done.${kind}`),
      failed: t('contact.failed'),
    });
    if (answer === undefined) return;
    onDone();
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void send(code);
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <Text size="sm">{t('contact.sent', { contact: sentTo })}</Text>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <CodeField
          label={t('contact.code')}
          inputMode="numeric"
          length={CODE_LENGTH}
          data-autofocus
          readOnly={isLoading}
          value={code}
          onChange={(typed) => {
            setCode(digitsOf(typed));
            fail(null);
          }}
          onComplete={(complete) => void send(digitsOf(complete))}
        />
        <FormButtons
          submitLabel={t('contact.submit')}
          submitting={isLoading}
          submitDisabled={code.length < CODE_LENGTH}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').slice(0, CODE_LENGTH);
