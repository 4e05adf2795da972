import { SegmentedControl, Stack } from '@mantine/core';
import type { PlacePage } from '@belfry/schemas/http/places/places';
import { useMemo } from 'react';
import { BellsPanel } from '../../../features/bells/index.ts';
import { PagePlace } from '../../../features/places/index.ts';
import { DayPanel, DryRunPanel, PlaceCalendar } from '../../../features/schedules/index.ts';
import { useAddress } from '../../../lib/address.ts';
import { setParameter } from '../../../lib/list-address.ts';
import { useTranslation } from '../../../lib/translation.ts';

const VIEWS = ['week', 'heard', 'bells', 'music'] as const;
type View = (typeof VIEWS)[number];

const PANELS: Record<View, () => React.ReactNode> = {
  week: () => <PlaceCalendar />,
  heard: () => <DryRunPanel />,
  bells: () => <BellsPanel />,
  music: () => <DayPanel />,
};

/** Everything that will sound at a place, and what is heard there at a moment. */
export function CalendarTab({ place: { company_id, organisation_id, time_zone } }: { place: PlacePage }) {
  const { t } = useTranslation('place');
  const [address, setAddress] = useAddress();
  const view = VIEWS.find((each) => each === address.get('part')) ?? 'week';
  const page = useMemo(
    () => ({ node: company_id, owner: organisation_id, time_zone }),
    [company_id, organisation_id, time_zone],
  );
  return (
    <PagePlace value={page}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('calendar.view')}
          size="sm"
          style={{ alignSelf: 'start' }}
          data={VIEWS.map((value) => ({ value, label: t(`calendar.${value}`) }))}
          value={view}
          onChange={(next) =>
            setAddress((now) => setParameter(now, 'part', next === 'week' ? null : next), { preventScrollReset: true })
          }
        />
        {PANELS[view]()}
      </Stack>
    </PagePlace>
  );
}
