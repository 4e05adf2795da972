import { useContext } from 'react';
import { OnePlace } from '../../kit/where/index.ts';
import { PagePlace, useSchedulePlace } from './schedule-address.ts';

type Props = {
  /** None: it stands in a bar. */
  label?: string;
  hint: string;
  className?: string;
  value: number | null;
  /** The view is about one place in any case. */
  isNeeded?: boolean;
};

/** The place that a view of the schedules is about; for administrators it also says whose schedules the page shows; see PLAN-9. */
export function SchedulePlace({ className, ...props }: Props) {
  const { choose } = useSchedulePlace();
  if (useContext(PagePlace)) return null;
  return (
    <div className={className}>
      <OnePlace {...props} onChange={choose} />
    </div>
  );
}
