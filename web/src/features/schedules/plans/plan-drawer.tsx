import { useContext, useState } from 'react';
import { Detail } from '../../../kit/detail/index.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useGetProfileQuery } from '../../../lib/session/auth-api.ts';
import { TimeZone } from '../../../lib/times.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useMay } from '../../teams/teams-api.ts';
import { ScheduleForm } from '../form/schedule-form.tsx';
import { ScheduleSentence } from '../form/schedule-sentence.tsx';
import { newValues, valuesOf } from '../schedule-values.ts';
import { useGetScheduleQuery } from '../schedules-api.ts';
import { PlanMenu } from './plan-menu.tsx';

/** A new plan: `at`, as 2026-11-23T08:00, and the place where it begins. */
export type NewPlan = { at?: string | undefined; place?: number | null | undefined };

/** The form of a new plan or of one that is changed, in a drawer. */
export function PlanDrawer({ id, first, onClose }: { id: number | null; first?: NewPlan; onClose: () => void }) {
  const { t } = useTranslation('schedule-form');
  const { data } = useGetScheduleQuery(id ?? 0, { skip: id === null });
  return (
    <Detail
      title={id === null ? t('plan_new') : (data?.name ?? '…')}
      onClose={onClose}
      menu={id !== null && data ? <PlanMenu plan={data} onGone={onClose} /> : undefined}
    >
      <PlanForm id={id} onDone={onClose} {...(first && { first })} />
    </Detail>
  );
}

const NOTHING: NewPlan = {};

type Props = { id: number | null; first?: NewPlan; onDone: () => void };

/** The form itself, also of a tab; the time and the address of the profile fill it. */
export function PlanForm({ id, first, onDone }: Props) {
  const { data: profile, isLoading } = useGetProfileQuery();
  if (isLoading) return <LineSkeletons count={8} height={36} />;
  const email = profile?.email ?? '';
  return id === null ? (
    <NewForm email={email} first={first} onDone={onDone} />
  ) : (
    <StoredForm key={id} id={id} email={email} onDone={onDone} />
  );
}

type NewProps = { email: string; first: NewPlan | undefined; onDone: () => void };

function NewForm({ email, first: { at, place } = NOTHING, onDone }: NewProps) {
  const zone = useContext(TimeZone);
  const [initial] = useState(() => ({
    ...newValues(Date.now(), zone, email),
    ...(at !== undefined && { starts_at: at }),
    ...(place != null && { targets: { nodes: [place], groups: [], devices: [] } }),
  }));
  return <ScheduleForm initial={initial} schedule={null} onDone={onDone} />;
}

function StoredForm({ id, email, onDone }: { id: number; email: string; onDone: () => void }) {
  const { t } = useTranslation(['schedule', 'schedule-form']);
  const errorText = useErrorMessage();
  const mayEdit = useMay('edit_schedules');
  const { data, error, refetch, isFetching } = useGetScheduleQuery(id);
  if (!data && error) {
    const gone = isApiError(error) && error.status === 404;
    const message = gone ? t('schedule-form:gone') : errorText(error, t('load_failed'));
    return <ErrorState message={message} retrying={isFetching} {...(!gone && { onRetry: () => void refetch() })} />;
  }
  if (!data) return <LineSkeletons count={8} height={36} />;
  if (!mayEdit || data.may_change === false)
    return (
      <>
        <ScheduleSentence values={valuesOf(data, email)} isStatic />
        <p>{t('manage.not_planned')}</p>
      </>
    );
  return <ScheduleForm initial={valuesOf(data, email)} schedule={data} onDone={onDone} />;
}
