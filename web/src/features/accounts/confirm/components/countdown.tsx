import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { countdownTone, formatCountdown } from '../countdown.ts';

type Props = {
  left: number;
  sending: boolean;
  disabled: boolean;
  /** Whether no code is under way, so that another one is not the same again. */
  first: boolean;
  onResend: () => void;
};

/** The time until the code can be requested again, and the button that requests it. */
export function Countdown({ left, sending, disabled, first, onResend }: Props) {
  const { t } = useTranslation('confirm');
  return (
    <Group justify="space-between" mih={36}>
      <Text component="span" size="sm" c="dimmed" role="timer">
        {left > 0 ? t('resend_in') : t('resend_now')}{' '}
        {left > 0 && (
          <Text
            component="span"
            fw={650}
            className="tabular"
            data-tone={countdownTone(left)}
            c={`var(--bf-${countdownTone(left)})`}
          >
            {formatCountdown(left)}
          </Text>
        )}
      </Text>
      <Button variant="subtle" size="compact-sm" loading={sending} disabled={left > 0 || disabled} onClick={onResend}>
        {t(first ? 'request' : 'resend')}
      </Button>
    </Group>
  );
}
