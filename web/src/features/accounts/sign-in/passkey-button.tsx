import { Button, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { passkeyObstacle } from '../../../lib/passkeys.ts';

type Props = { asking: boolean; disabled: boolean; onClick: () => void };

/** Asks for a passkey. Where the page cannot use any, it says why; in a browser without passkeys there is nothing. */
export function PasskeyButton({ asking, disabled, onClick }: Props) {
  const { t } = useTranslation('auth');
  const obstacle = passkeyObstacle();
  if (obstacle === 'unsupported') return null;
  if (obstacle !== null) {
    return (
      <Text size="xs" c="dimmed">
        {t(`passkey.obstacles.${obstacle}`)}
      </Text>
    );
  }
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      leftSection={<IconFingerprint size={18} aria-hidden />}
      loading={asking}
      disabled={disabled}
      onClick={onClick}
    >
      {t('passkey.use')}
    </Button>
  );
}
