import { Button } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Detail, Section, useOpened } from '../../../kit/detail/index.ts';
import { OnePlace } from '../../../kit/where/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useLocalTimes } from '../../../lib/local-time.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { MomentField } from '../../../ui/fields/date-field.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { usePlaceName } from '../../places/index.ts';
import { useMay } from '../../teams/teams-api.ts';
import { useGetDryRunQuery } from '../schedules-api.ts';
import { DryRunResult } from './dry-run.tsx';

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

type Props = {
  /** By the clock of the place. */
  at: string;
  /** The place of the calendar; null: of all. */
  node: number | null;
  /** The place with which it begins. */
  first: number | null;
  onMoment: (at: string) => void;
  onClose: () => void;
};

/** What a place hears at a moment, and why; see PLAN-8. */
export function MomentDrawer({ at, node, first, onMoment, onClose }: Props) {
  const { t } = useTranslation('calendar');
  const times = useLocalTimes();
  const { to } = useOpened();
  const plans = useMay('edit_schedules');
  const [choice, setChoice] = useState(node ?? first);
  const place = node ?? choice;
  const name = usePlaceName(place ?? 0);
  if (!LOCAL.test(at)) return null;
  return (
    <Detail
      title={times.moment(at)}
      path={node === null ? undefined : name}
      onClose={onClose}
      action={
        plans && (
          <Button component={Link} to={to(`plan:new:${at}${place === null ? '' : `:${place}`}`)} preventScrollReset>
            {t('moment.plan')}
          </Button>
        )
      }
    >
      {node === null && <OnePlace label={t('place')} value={choice} onChange={setChoice} />}
      <MomentField
        label={t('moment.at')}
        description={t('moment.clock')}
        value={at}
        onChange={(value) => LOCAL.test(value) && onMoment(value)}
      />
      <Section title={t('moment.heard')}>
        <Result node={place} at={at} />
      </Section>
    </Detail>
  );
}

function Result({ node, at }: { node: number | null; at: string }) {
  const { t } = useTranslation('dry-run');
  const errorText = useErrorMessage();
  const { currentData, error, isFetching, refetch } = useGetDryRunQuery(
    node === null ? skipToken : { company_id: node, at },
  );
  if (node === null) return null;
  if (error) {
    const message = errorText(error, t('failed'));
    return <ErrorState message={message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return currentData ? <DryRunResult run={currentData} /> : <LineSkeletons count={6} />;
}
