import { Center, Loader, Stack, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { awaitedFor } from '../../../../lib/session/session-store.ts';

/** Waits for a session that another tab hands over; `children` where none arrives in time or none was announced. */
export function AwaitedSession({ children }: { children: ReactNode }) {
  const [left] = useState(() => awaitedFor());
  const [over, setOver] = useState(left === 0);
  useTimeout(() => setOver(true), left, { autoInvoke: left > 0 });
  return over ? children : <Waiting />;
}

function Waiting() {
  const { t } = useTranslation('auth');
  return (
    <Center component="main" mih="100dvh">
      <Stack align="center" gap="md">
        <Loader aria-hidden />
        <Text component="output">{t('awaited')}</Text>
      </Stack>
    </Center>
  );
}
