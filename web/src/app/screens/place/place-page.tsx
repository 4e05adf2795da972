import { Tabs, Title } from '@mantine/core';
import type { PlacePage as Place } from '@belfry/schemas/http/places/places';
import { Navigate, useParams } from 'react-router';
import { useGetPlaceQuery } from '../../../features/places/places-api.ts';
import { placeAddress } from '../../../kit/place-name/index.ts';
import { useAddressTab } from '../../../lib/address.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { lazyPart } from '../../../ui/states/lazy-part.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { TabRow } from '../../../ui/tabbed-page.tsx';
import { useOpened } from '../../../kit/detail/index.ts';
import { NowTab } from './now-tab.tsx';
import { PlaceHead } from './place-head.tsx';
import { SpeakerRows } from './speaker-rows.tsx';
import classes from './place.module.css';

const Waiting = () => <LineSkeletons count={8} height={40} />;
const CalendarTab = lazyPart<{ place: Place }>({
  load: async () => (await import('./calendar-tab.tsx')).CalendarTab,
  Waiting,
});
const ActivityTab = lazyPart<{ companyId: number }>({
  load: async () => (await import('../../../features/activity/index.ts')).PlaceActivity,
  Waiting,
});
const AboutTab = lazyPart<{ place: Place }>({ load: async () => (await import('./about-tab.tsx')).AboutTab, Waiting });

const SpeakerDrawer = lazyDialog(async () => (await import('./speaker-drawer.tsx')).SpeakerDrawer);

const TABS = ['now', 'calendar', 'activity', 'loudspeakers', 'about'] as const;

/** All about one place. */
export function PlacePage() {
  const { t } = useTranslation('place');
  const errorText = useErrorMessage();
  const id = Number(useParams()['id']);
  const { currentData, error, isFetching, refetch } = useGetPlaceQuery(id);
  const isGone = !(id > 0) || (isApiError(error) && error.status === 404);
  if (isGone)
    return (
      <Title order={1} size={20}>
        {t('gone')}
      </Title>
    );
  if (error && !currentData)
    return <ErrorState message={errorText(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!currentData) return <LineSkeletons count={3} height={24} />;
  const parent = currentData.above.at(-1);
  const [speaker] = currentData.speakers;
  // A loudspeaker is shown at its place.
  if (currentData.type === 'Device' && parent && speaker)
    return <Navigate to={`${placeAddress(parent.company_id)}?speaker=${speaker.serial}`} replace />;
  return <Loaded key={id} place={currentData} />;
}

function Loaded({ place }: { place: Place }) {
  const { t } = useTranslation('place');
  const locale = useLocale();
  const [tab, go] = useAddressTab(TABS);
  const { opened, close } = useOpened('speaker');
  const label = (name: (typeof TABS)[number]): string =>
    name === 'loudspeakers'
      ? `${t('tabs.loudspeakers')} ${formatCount(place.loudspeakers, locale)}`
      : t(`tabs.${name}`);
  return (
    <>
      <PlaceHead place={place} />
      <Tabs value={tab} onChange={go} keepMounted={false} color="gray">
        <TabRow tab={tab} aria-label={place.name}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {label(name)}
            </Tabs.Tab>
          ))}
        </TabRow>
        <Tabs.Panel value="now" className={classes.panel ?? ''}>
          <NowTab place={place} />
        </Tabs.Panel>
        <Tabs.Panel value="calendar" className={classes.panel ?? ''}>
          <CalendarTab place={place} />
        </Tabs.Panel>
        <Tabs.Panel value="activity" className={classes.panel ?? ''}>
          <ActivityTab companyId={place.company_id} />
        </Tabs.Panel>
        <Tabs.Panel value="loudspeakers" className={classes.panel ?? ''}>
          <SpeakerRows place={place} />
        </Tabs.Panel>
        <Tabs.Panel value="about" className={classes.panel ?? ''}>
          <AboutTab place={place} />
        </Tabs.Panel>
      </Tabs>
      {opened !== null && <SpeakerDrawer key={opened} serial={opened} onClose={close} />}
    </>
  );
}
