import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../../api/base/api-error.ts';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { TimeZone } from '../../../../lib/format/times.ts';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { idOf, useScheduleAddress } from '../../schedule-address.ts';
import { newValues, valuesOf } from '../../schedule-values.ts';
import { useGetScheduleQuery } from '../../api/schedules-api.ts';
import { ScheduleForm } from './schedule-form.tsx';

/** `email`: of the user, to whom a report goes where nobody else is named. */
type Props = { email: string };

/** The form of a new schedule, or of the one that the address names. */
export function EditSchedule({ email }: Props) {
  const { address } = useScheduleAddress();
  const id = idOf(address, 'edit');
  return id === null ? <NewSchedule email={email} /> : <StoredSchedule key={id} id={id} email={email} />;
}

function NewSchedule({ email }: Props) {
  const { go } = useScheduleAddress();
  const zone = useContext(TimeZone);
  const [now] = useState(() => Date.now());
  return <ScheduleForm initial={newValues(now, zone, email)} schedule={null} onDone={() => go({ tab: 'manage' })} />;
}

function StoredSchedule({ id, email }: Props & { id: number }) {
  const { t } = useTranslation(['schedule', 'schedule-form']);
  const errorText = useErrorMessage();
  const { go } = useScheduleAddress();
  const { data, error, refetch, isFetching } = useGetScheduleQuery(id);
  if (!data && error) {
    const gone = isApiError(error) && error.status === 404;
    const message = gone ? t('schedule-form:gone') : errorText(error, t('load_failed'));
    return <ErrorState message={message} retrying={isFetching} {...(!gone && { onRetry: () => void refetch() })} />;
  }
  if (!data) return <LineSkeletons count={8} height={36} />;
  return <ScheduleForm initial={valuesOf(data, email)} schedule={data} onDone={() => go({ tab: 'manage' })} />;
}
