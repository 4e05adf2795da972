import type { PlacePage } from '@belfry/schemas/http/places/places';
import { useMemo } from 'react';
import { PagePlace } from '../../../features/places/index.ts';
import { PlaceCalendar } from '../../../features/schedules/index.ts';

/** Everything that will sound at a place, and what is heard there at a moment. */
export function CalendarTab({ place: { company_id, organisation_id, time_zone } }: { place: PlacePage }) {
  const page = useMemo(
    () => ({ node: company_id, owner: organisation_id, time_zone }),
    [company_id, organisation_id, time_zone],
  );
  return (
    <PagePlace value={page}>
      <PlaceCalendar />
    </PagePlace>
  );
}
