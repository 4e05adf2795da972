import { Button } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { Link } from 'react-router';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import type { Bell } from '@belfry/schemas/http/bells/timetables';
import { Detail, Section, useOpened } from '../../../kit/detail/index.ts';
import { PlaceName } from '../../../kit/place-name/index.ts';
import { useListen } from '../../../kit/what/index.ts';
import { useGetPreparedTextQuery } from '../../../kit/what/what-api.ts';
import { timeOf } from '../../../lib/local-time.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useGetTimetablesQuery } from '../../bells/bells-api.ts';
import { useScheduleOwner } from '../../places/index.ts';
import { useSeenNodes } from '../../places/seen-nodes-api.ts';
import { useMay } from '../../teams/teams-api.ts';
import { useSkip } from '../skip.ts';
import type { EventProps } from './event-props.ts';
import { HeardThen, WouldHear } from './would-hear.tsx';
import { useWhen } from './when.ts';
import classes from '../calendar/calendar.module.css';

/** A bell of a timetable at one date. */
export function BellEvent({ item, occurrence, zone, onClose }: EventProps) {
  const { t } = useTranslation('calendar');
  const { to } = useOpened();
  const whenOf = useWhen(zone);
  const edits = useMay('edit_schedules');
  const { skip, takeBack, pending } = useSkip();
  const { data: timetables } = useGetTimetablesQuery(useScheduleOwner());
  const timetable = timetables?.find(({ id }) => id === -occurrence.schedule_id);
  const bell = timetable?.bells.find(({ at }) => at.padEnd(8, ':00') === occurrence.at.slice(11).padEnd(8, ':00'));
  const places = useSeenNodes([...occurrence.company_ids]);
  const one = { name: item.name, at: occurrence.at, nodes: occurrence.company_ids };
  const targets: TargetsInput = { nodes: occurrence.company_ids };
  return (
    <Detail
      title={item.name}
      path={timetable?.name}
      state={{
        state: occurrence.skipped ? 'off' : 'ok',
        text: occurrence.skipped ? t('event.skipped', { at: whenOf(item.at) }) : whenOf(item.at),
      }}
      onClose={onClose}
      action={
        edits && (
          <>
            {occurrence.skipped ? (
              <Button variant="default" loading={pending} onClick={() => void takeBack(one)}>
                {t('event.ring_again')}
              </Button>
            ) : (
              <Button variant="default" loading={pending} onClick={() => void skip(one)}>
                {t('event.skip')}
              </Button>
            )}
            {timetable && timetable.may_change !== false && (
              <Button component={Link} to={to(`timetable:${timetable.id}`)} preventScrollReset variant="default">
                {t('event.edit_timetable')}
              </Button>
            )}
          </>
        )
      }
    >
      {bell && <Sound bell={bell} targets={targets} />}
      <Section title={t(occurrence.skipped ? 'event.skipped_at' : 'event.rings_at')}>
        <ul className={classes.list}>
          {occurrence.company_ids.map((id) => (
            <li key={id}>
              <PlaceName place={{ id, name: places?.get(id)?.name ?? '…' }} />
            </li>
          ))}
        </ul>
      </Section>
      <HeardThen at={`${occurrence.at.slice(0, 10)}T${timeOf(occurrence.at)}`} />
    </Detail>
  );
}

/** What rings, to listen to where it is a text, and who would hear it. */
function Sound({ bell: { sound }, targets }: { bell: Bell; targets: TargetsInput }) {
  const { t } = useTranslation('calendar');
  const { data: message } = useGetPreparedTextQuery(sound.type === 'message' ? { id: sound.message_id } : skipToken);
  const { textButton } = useListen();
  return (
    <Section title={t('event.who')}>
      {message && (
        <p className={classes.sentence}>
          {message.name} {textButton(message)}
        </p>
      )}
      <WouldHear
        what={sound.type === 'message' ? { message_id: sound.message_id } : { text: 'bell' }}
        targets={targets}
      />
    </Section>
  );
}
