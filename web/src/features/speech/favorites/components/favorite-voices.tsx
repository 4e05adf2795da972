import { SimpleGrid } from '@mantine/core';
import { useGetFavoritesQuery } from '../favorites-api.ts';
import { FavoritesCard } from './favorites-card.tsx';
import { VoiceChooser } from './voice-chooser.tsx';

/** The favourite voices screen without its title, which is also a tab of the settings; see VOICE-24. */
export function FavoriteVoices() {
  const { data: favorites = [] } = useGetFavoritesQuery();
  return (
    <SimpleGrid type="container" cols={{ base: 1, '700px': 2 }} spacing="lg" style={{ alignItems: 'start' }}>
      <VoiceChooser favorites={favorites} />
      <FavoritesCard />
    </SimpleGrid>
  );
}
