import { useState } from 'react';
import { SampleOrganisationLine } from '../../../features/sample-organisation/index.ts';
import { addLoudspeakerPath } from '../../../features/device-ownership/pairing/index.ts';
import { useGetHomeQuery } from '../../../features/places/home-api.ts';
import { useMay } from '../../../features/teams/teams-api.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { EmptyHouse } from './empty-house.tsx';
import { ManyPlaces } from './many-places.tsx';
import { SetUpLeft } from './set-up/set-up.tsx';
import { OnePlace } from './one-place.tsx';

/** What no event tells, as a loudspeaker that is away, is asked for in this interval. */
const POLL_MS = 10_000;

/** How the places of the person are: one place, several, or none yet. */
export function PlacesNow() {
  const { t } = useTranslation(['home', 'pairing']);
  const mayAdd = useMay('bind_devices');
  // The set-up goes on when the first loudspeaker is there.
  const [isSettingUp, setSettingUp] = useState(false);
  const { data, error, isFetching, refetch } = useGetHomeQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  if (error && !data)
    return <ErrorState message={t('not_loaded')} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <LineSkeletons count={6} height={40} />;
  if (data.loudspeakers === 0 || isSettingUp)
    return <EmptyHouse home={data} onBegin={() => setSettingUp(true)} onClose={() => setSettingUp(false)} />;
  return (
    <>
      <SampleOrganisationLine />
      <SetUpLeft home={data} onOpen={() => setSettingUp(true)} />
      {data.only === null ? <ManyPlaces home={data} /> : <OnePlace key={data.only} id={data.only} home={data} />}
      {mayAdd && <TextLink to={addLoudspeakerPath(data.only ?? undefined)}>{t('pairing:title')}</TextLink>}
    </>
  );
}
