import { Modal, Button, PasswordInput, Stack, Text, Code, Group } from '@mantine/core';
import { type ReactNode, useState, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useReturnFocus } from '../../../lib/focus.ts';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { copyText } from '../../../ui/copy-text.tsx';
import { saveTextFile } from '../../../lib/save-file.ts';
import { toast } from '../../../ui/toast.ts';
import classes from './two-factor.module.css';

type TwoFactorDialogProps = {
  title: string;
  onClose: () => void;
  /** Escape and clicks outside do not close a step whose content is shown only once. */
  sticky?: boolean;
  children: ReactNode;
};

export function TwoFactorDialog({ title, onClose, sticky = false, children }: TwoFactorDialogProps) {
  const { t } = useTranslation('common');
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      closeOnEscape={!sticky}
      closeOnClickOutside={!sticky}
      withCloseButton={!sticky}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  );
}

type PasswordStepProps = {
  lead: string;
  submitLabel: string;
  busy: boolean;
  error: string | null;
  onSubmit: (password: string) => void;
};

export function PasswordStep({ lead, submitLabel, busy, error, onSubmit }: PasswordStepProps) {
  const { t } = useTranslation(['two-factor', 'auth']);
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  // An error is about the password that was sent, and leaves with its first change.
  const [changed, setChanged] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    setMissing(password === '');
    setChanged(false);
    if (password !== '') onSubmit(password);
  };
  return (
    <form onSubmit={submit} noValidate aria-busy={busy}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {lead}
        </Text>
        <PasswordInput
          label={t('password')}
          value={password}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value);
            setMissing(false);
            setChanged(true);
          }}
          error={missing ? t('auth:login.password_required') : !changed && error}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('auth:login.toggle_password'), tabIndex: 0 }}
          data-autofocus
        />
        <Button type="submit" loading={busy}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}

/** The recovery codes, which are shown once; each replaces a code of the app once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation(['two-factor', 'common']);
  const text = codesFile(t('recovery.heading'), codes);
  const copy = async (): Promise<void> => {
    if (await copyText(codes.join('\n'))) toast('success', t('common:copied'));
    else toast('error', t('common:copy_failed'));
  };
  return (
    <Stack gap="md">
      <Text size="sm">{t('recovery.lead')}</Text>
      <ul className={classes.codes} aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Button variant="light" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
          {t('recovery.copy')}
        </Button>
        <Button
          variant="light"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveTextFile('belfry-recovery-codes.txt', text)}
        >
          {t('recovery.save')}
        </Button>
      </Group>
      <Button onClick={onClose}>{t('recovery.done')}</Button>
    </Stack>
  );
}

/** A base 32 secret in groups of four: `JBSW Y3DP`. */
export const groupsOfFour = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? '';

export const codesFile = (heading: string, codes: readonly string[]): string => `${heading}\n\n${codes.join('\n')}\n`;
