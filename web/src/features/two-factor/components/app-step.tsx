import { TWO_FACTOR_CODE_LENGTH } from '@belfry/schemas/domain/account';
import { Button, Input, PinInput, Stack, Text } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../../ui/copy-text.tsx';
import { groupsOfFour } from '../secret-text.ts';
import type { Enrolment } from '../two-factor-api.ts';
import classes from './two-factor.module.css';

type Props = { enrolment: Enrolment; busy: boolean; error: string | null; onSubmit: (code: string) => void };

/** The secret as a QR code, or typed by hand, and the first code that the app makes of it. */
export function AppStep({ enrolment, busy, error, onSubmit }: Props) {
  const { t } = useTranslation('two-factor');
  const [code, setCode] = useState('');
  const [short, setShort] = useState(false);
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    setShort(code.length < TWO_FACTOR_CODE_LENGTH);
    if (code.length === TWO_FACTOR_CODE_LENGTH) onSubmit(code);
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
          error={short ? t('setup.code_short') : error}
          errorProps={{ role: 'alert' }}
        >
          <PinInput
            mt={4}
            length={TWO_FACTOR_CODE_LENGTH}
            type="number"
            oneTimeCode
            // Without an id of ours it makes one after the first drawing, and its boxes anew with it.
            id={`${id}-code`}
            ref={first}
            placeholder=""
            aria-labelledby={id}
            getInputProps={(box) => ({ 'aria-label': t('setup.digit', { digit: box + 1 }) })}
            value={code}
            onChange={setCode}
            onComplete={onSubmit}
            error={error !== null && code.length === TWO_FACTOR_CODE_LENGTH}
          />
        </Input.Wrapper>
        <Button type="submit" loading={busy}>
          {t('setup.confirm')}
        </Button>
      </Stack>
    </form>
  );
}
