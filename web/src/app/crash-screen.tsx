import { Button, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Replaces a screen that could not be loaded or rendered; the rest of the page is not affected. */
export function CrashScreen() {
  const { t } = useTranslation('shell');
  return (
    <Stack align="center" gap="sm" py={96} px="md" ta="center" role="alert">
      <Title order={2} size="h3">
        {t('crash.title')}
      </Title>
      <Text c="dimmed">{t('crash.message')}</Text>
      <Button onClick={() => globalThis.location.reload()}>{t('reload')}</Button>
    </Stack>
  );
}
