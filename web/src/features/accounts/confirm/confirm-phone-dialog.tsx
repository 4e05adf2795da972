import { maskPhone } from '@belfry/schemas/domain/phone';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Trans } from '../../../lib/trans.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useReturnFocus } from '../../../lib/focus.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useConfirmPhoneMutation, useResendPhoneMutation } from './confirm-api.ts';
import { resendErrorText, useIsUnderWay } from './use-confirmation.ts';
import { CodeForm, CodeLead } from './code-screen.tsx';

type Props = { phone: string; onClose: () => void };

export function ConfirmPhoneDialog({ phone, onClose }: Props) {
  useReturnFocus();
  const { t } = useTranslation(['confirm', 'common']);
  const [asking, setAsking] = useState(true);
  /** When the last code was sent, in ms. */
  const [sentAt, setSentAt] = useState<number | null>(null);
  const underWay = useIsUnderWay(sentAt);
  const sent = (): void => {
    setSentAt(Date.now());
    setAsking(false);
  };
  const [confirm] = useConfirmPhoneMutation();
  const [resend] = useResendPhoneMutation();
  const address = maskPhone(phone);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('phone.title')}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {asking ? (
        <AskForCode phone={phone} address={address} onSent={sent} onHad={() => setAsking(false)} />
      ) : (
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            <CodeLead contact="phone" address={address} underWay />
          </Text>
          <CodeForm
            contact="phone"
            underWay={underWay}
            sentAt={sentAt}
            onSent={sent}
            confirm={(code) => confirm({ phone, code })}
            resend={() => resend({ phone })}
            onRight={() => {
              toast('success', t('phone.confirmed'));
              onClose();
            }}
          />
        </Stack>
      )}
    </Modal>
  );
}

type AskProps = { phone: string; address: string; onSent: () => void; onHad: () => void };

function AskForCode({ phone, address, onSent, onHad }: AskProps) {
  const { t } = useTranslation('confirm');
  const errorText = useErrorMessage();
  const [resend, { isLoading, error }] = useResendPhoneMutation();
  const text = resendErrorText(error, 'phone');
  const send = async (): Promise<void> => {
    const { error: refusal } = await resend({ phone });
    if (!refusal) onSent();
  };
  return (
    <Stack gap="md">
      {error !== undefined && <Notice tone="error">{text ? t(text) : errorText(error, t('resend_failed'))}</Notice>}
      <Text size="sm" c="dimmed">
        <Trans t={t} i18nKey="phone.ask" values={{ address }} components={{ b: <b /> }} />
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="subtle" onClick={onHad} disabled={isLoading}>
          {t('phone.had')}
        </Button>
        <Button data-autofocus onClick={() => void send()} loading={isLoading}>
          {t('phone.send')}
        </Button>
      </Group>
    </Stack>
  );
}
