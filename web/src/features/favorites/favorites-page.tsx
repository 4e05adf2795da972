import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FavoriteVoices } from './components/favorite-voices.tsx';

/** Choose a language and a voice, listen, and keep a list of favourites; everybody's. */
export function FavoritesPage() {
  const { t } = useTranslation('favorites');
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        <Text c="dimmed">{t('lead')}</Text>
      </div>
      <FavoriteVoices />
    </Stack>
  );
}
