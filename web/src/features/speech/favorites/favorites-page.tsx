import { Stack } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { PageHeading } from '../../../ui/tabbed-page.tsx';
import { FavoriteVoices } from './favorite-voices.tsx';

/** Choose a language and a voice, listen, and keep a list of favourites; for every user. */
export function FavoritesPage() {
  const { t } = useTranslation('favorites');
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} lead={t('lead')} />
      <FavoriteVoices />
    </Stack>
  );
}
