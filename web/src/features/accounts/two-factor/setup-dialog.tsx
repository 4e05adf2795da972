import { useState, useEffect, useId, useRef, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { toast } from '../../../ui/toast.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useConfirmTwoFactorMutation, useEnrolTwoFactorMutation, type Enrolment } from './two-factor-api.ts';
import { PasswordStep, RecoveryCodes, TwoFactorDialog, groupsOfFour } from './two-factor-steps.tsx';
import { TWO_FACTOR_CODE_LENGTH } from '@belfry/schemas/domain/account';
import { Button, Input, Stack, Text } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { CodeInput, type CodeInputHandle } from '../../../ui/fields/code-input.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import classes from './two-factor.module.css';

/** Three steps: the password, the app and its first code, the recovery codes. Leaving before the last changes nothing. */
export function SetupDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('two-factor');
  const errorText = useErrorMessage();
  const [enrol, enrolling] = useEnrolTwoFactorMutation();
  const [confirm, confirming] = useConfirmTwoFactorMutation();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  const begin = async (password: string): Promise<void> => {
    const { data } = await enrol({ password });
    if (data) setEnrolment(data);
  };
  const finish = async (code: string): Promise<void> => {
    const { data } = await confirm({ code });
    if (!data) return;
    setCodes(data);
    toast('success', t('setup.done'));
  };
  const errorOf = (error: unknown): string | null => (error === undefined ? null : errorText(error, t('failed')));
  return (
    <TwoFactorDialog title={t(codes ? 'recovery.title' : 'setup.title')} onClose={onClose} sticky={codes !== null}>
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : enrolment ? (
        <AppStep
          enrolment={enrolment}
          busy={confirming.isLoading}
          error={errorOf(confirming.error)}
          onSubmit={(code) => void finish(code)}
        />
      ) : (
        <PasswordStep
          lead={t('setup.password_lead')}
          submitLabel={t('next')}
          busy={enrolling.isLoading}
          error={errorOf(enrolling.error)}
          onSubmit={(password) => void begin(password)}
        />
      )}
    </TwoFactorDialog>
  );
}

type Props = { enrolment: Enrolment; busy: boolean; error: string | null; onSubmit: (code: string) => void };
export function AppStep({ enrolment, busy, error, onSubmit }: Props) {
  const { t } = useTranslation('two-factor');
  const [code, setCode] = useState('');
  const [short, setShort] = useState(false);
  // An error is about the code that was sent, and leaves with its first change.
  const [changed, setChanged] = useState(false);
  const refusal = changed ? null : error;
  const id = useId();
  const boxes = useRef<CodeInputHandle>(null);
  useEffect(() => {
    if (error !== null && !busy) boxes.current?.focus();
  }, [error, busy]);
  const confirm = (entered: string): void => {
    if (busy) return;
    setShort(entered.length < TWO_FACTOR_CODE_LENGTH);
    setChanged(false);
    if (entered.length === TWO_FACTOR_CODE_LENGTH) onSubmit(entered);
  };
  const change = (entered: string): void => {
    setCode(entered);
    setShort(false);
    setChanged(true);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    confirm(code);
  };
  return (
    <form onSubmit={submit} noValidate aria-busy={busy}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('setup.scan')}
        </Text>
        <div className={classes.qr}>
          <QRCodeSVG value={enrolment.otpauth_url} size={184} marginSize={2} title={t('setup.qr')} />
        </div>
        <div>
          <Text size="sm" c="dimmed">
            {t('setup.manual')}
          </Text>
          <CopyText value={enrolment.secret} className={classes.secret}>
            {groupsOfFour(enrolment.secret)}
          </CopyText>
        </div>
        <Input.Wrapper
          label={t('setup.code')}
          labelElement="div"
          labelProps={{ id }}
          error={short ? t('setup.code_short') : refusal}
          errorProps={{ role: 'alert' }}
        >
          <CodeInput
            ref={boxes}
            length={TWO_FACTOR_CODE_LENGTH}
            label={t('setup.code')}
            size="md"
            invalid={refusal !== null}
            readOnly={busy}
            onChange={change}
            onSubmit={confirm}
          />
        </Input.Wrapper>
        <Button type="submit" loading={busy}>
          {t('setup.confirm')}
        </Button>
      </Stack>
    </form>
  );
}
