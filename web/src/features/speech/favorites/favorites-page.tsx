import { Stack } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { PageHeading } from '../../../ui/tabbed-page.tsx';
import { FavoriteVoices } from './favorite-voices.tsx';

export function FavoritesPage() {
  const { t } = useTranslation('favorites');
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} lead={t('lead')} />
      <FavoriteVoices />
    </Stack>
  );
}
