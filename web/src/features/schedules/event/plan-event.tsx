import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Button } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Detail, Section, useOpened } from '../../../kit/detail/index.ts';
import { useListen } from '../../../kit/what/index.ts';
import { useGetPreparedTextQuery } from '../../../kit/what/what-api.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useReasonText } from '../../../lib/reasons.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { PlayMusic } from '../../library/index.ts';
import { useMay } from '../../teams/teams-api.ts';
import { ScheduleSentence } from '../form/schedule-sentence.tsx';
import { PlanMenu } from '../plans/plan-menu.tsx';
import { valuesOf } from '../schedule-values.ts';
import { useGetScheduleQuery } from '../schedules-api.ts';
import { useSkip } from '../skip.ts';
import type { EventProps } from './event-props.ts';
import { MoveForm } from './move-form.tsx';
import { useWhen } from './when.ts';
import { HeardThen, WouldHear } from './would-hear.tsx';
import classes from '../calendar/calendar.module.css';

/** One time of a plan: left out, moved, or the whole plan edited. */
export function PlanEvent({ item, occurrence, zone, onClose }: EventProps) {
  const { t } = useTranslation('calendar');
  const errorText = useErrorMessage();
  const describe = useReasonText();
  const whenOf = useWhen(zone);
  const { data: plan, error, isFetching, refetch } = useGetScheduleQuery(occurrence.schedule_id);
  const gone = isApiError(error) && error.status === 404;
  const at = whenOf(item.at);
  const problem = plan?.problem ?? null;
  const state = occurrence.skipped
    ? { state: 'off' as const, text: t('event.skipped', { at }) }
    : !occurrence.enabled
      ? { state: 'off' as const, text: t('event.disabled', { at }) }
      : problem === null
        ? { state: 'ok' as const, text: at }
        : { state: 'look' as const, text: `${at} · ${describe(problem)}` };
  return (
    <Detail
      title={item.name}
      state={state}
      onClose={onClose}
      waiting={!plan}
      menu={plan && <PlanMenu plan={plan} onGone={onClose} />}
      failure={
        error === undefined || plan
          ? undefined
          : {
              message: gone ? t('event.gone') : errorText(error),
              onRetry: () => void refetch(),
              retrying: isFetching,
            }
      }
    >
      {plan && <Loaded plan={plan} item={item} occurrence={occurrence} zone={zone} onClose={onClose} />}
    </Detail>
  );
}

const musicOf = (action: Schedule['action']) =>
  action.type === 'station'
    ? ({ kind: 'stations', id: action.station_id } as const)
    : action.type === 'playlist'
      ? ({ kind: 'playlists', id: action.playlist_id } as const)
      : null;

function Loaded({ plan, item, occurrence, onClose }: EventProps & { plan: Schedule }) {
  const { t } = useTranslation('calendar');
  const { to } = useOpened();
  const edits = useMay('edit_schedules') && plan.may_change !== false;
  const { skip, takeBack, pending } = useSkip();
  const [isMoving, setMoving] = useState(false);
  const { action, targets } = plan;
  const { data: message } = useGetPreparedTextQuery(action.type === 'message' ? { id: action.message_id } : skipToken);
  const { textButton } = useListen();
  const music = musicOf(action);
  const one = { name: item.name, at: occurrence.at, plan: plan.id };
  return (
    <>
      {edits && !isMoving && (
        <div className={classes.actions}>
          {occurrence.recurring &&
            (occurrence.skipped ? (
              <Button variant="default" loading={pending} onClick={() => void takeBack(one)}>
                {t('event.happen_again')}
              </Button>
            ) : (
              <Button variant="default" loading={pending} onClick={() => void skip(one)}>
                {t('event.skip')}
              </Button>
            ))}
          {!occurrence.skipped && (
            <Button variant="default" onClick={() => setMoving(true)}>
              {t('event.move')}
            </Button>
          )}
          <Button component={Link} to={to(`plan:${plan.id}`)} preventScrollReset variant="default">
            {t('event.edit')}
          </Button>
        </div>
      )}
      {isMoving && <MoveForm occurrence={occurrence} onClose={(moved) => (moved ? onClose() : setMoving(false))} />}
      <Section title={t('event.plan')}>
        <ScheduleSentence values={valuesOf(plan, '')} isStatic />
      </Section>
      {message && (
        <Section title={t('event.who')}>
          <p className={classes.sentence}>
            {message.name} {textButton(message)}
          </p>
          <WouldHear what={{ message_id: message.id }} targets={targets} />
        </Section>
      )}
      {music && (
        <Section title={t('event.music')}>
          <PlayMusic of={music} />
        </Section>
      )}
      <HeardThen at={item.at.slice(0, 16)} />
    </>
  );
}
