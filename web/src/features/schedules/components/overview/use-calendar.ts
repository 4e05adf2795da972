import { ownerParameter } from '../../../../api/targets/owner-parameter.ts';
import { useMobile } from '../../../../lib/hooks/use-mobile.ts';
import { useGetCalendarQuery } from '../../api/schedules-api.ts';
import { dateOf, isLocalDate } from '../../recurrence/local-time.ts';
import { idOf, useScheduleAddress } from '../../schedule-address.ts';
import { useScheduleOwner } from '../../use-schedule-owner.ts';
import { CALENDAR_VIEWS, rangeOf } from './calendar-range.ts';

/**
 * What the address names of the calendar, and its occurrences. A phone shows the agenda.
 * @param here the present local time, whose date is the default
 */
export function useCalendar(here: string) {
  const mobile = useMobile();
  const { address } = useScheduleAddress();
  const named = address.get('date') ?? '';
  const date = isLocalDate(named) ? named : dateOf(here);
  const chosen = CALENDAR_VIEWS.find((each) => each === address.get('view')) ?? 'week';
  const view = mobile ? 'agenda' : chosen;
  const node = idOf(address, 'node');
  const query = useGetCalendarQuery({
    ...rangeOf(view, date),
    ...(node !== null && { company_id: node }),
    ...ownerParameter(useScheduleOwner()),
  });
  return { view, date, node, query };
}
