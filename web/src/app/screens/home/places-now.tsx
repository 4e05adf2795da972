import { useState } from 'react';
import { useGetHomeQuery } from '../../../features/places/home-api.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { EmptyHouse } from './empty-house.tsx';
import { ManyPlaces } from './many-places.tsx';
import { OnePlace } from './one-place.tsx';

/** What no event tells, as a loudspeaker that is away, is asked for in this interval. */
const POLL_MS = 10_000;

/** How the places of the person are: one place, several, or none yet. */
export function PlacesNow() {
  const { t } = useTranslation('home');
  // The first loudspeaker says who it is before the card goes away.
  const [isConnecting, setConnecting] = useState(false);
  const { data, error, isFetching, refetch } = useGetHomeQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  if (error && !data)
    return <ErrorState message={t('not_loaded')} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <LineSkeletons count={6} height={40} />;
  if (data.loudspeakers === 0 || isConnecting)
    return <EmptyHouse onAdded={() => setConnecting(true)} onDone={() => setConnecting(false)} />;
  if (data.only !== null) return <OnePlace key={data.only} id={data.only} home={data} />;
  return <ManyPlaces home={data} />;
}
