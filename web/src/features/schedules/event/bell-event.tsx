import { Button } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import type { Bell } from '@belfry/schemas/http/bells/timetables';
import { Detail, Section, useOpened } from '../../../kit/detail/index.ts';
import { PlaceName } from '../../../kit/place-name/index.ts';
import { useListen } from '../../../kit/what/index.ts';
import { useGetPreparedTextQuery } from '../../../kit/what/what-api.ts';
import { dateOf, timeOf, useLocalTimes } from '../../../lib/local-time.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { TimeField } from '../../../ui/fields/time-field.tsx';
import { useGetTimetablesQuery } from '../../bells/bells-api.ts';
import { useLibraryNames } from '../../library/library-api.ts';
import { PlayChime } from '../../library/index.ts';
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
  const times = useLocalTimes();
  const { skip, takeBack, move, pending } = useSkip();
  const { data: timetables } = useGetTimetablesQuery(useScheduleOwner());
  const timetable = timetables?.find(({ id }) => id === -occurrence.schedule_id);
  // It is named by when it would ring.
  const usual = occurrence.moved_from ?? occurrence.at;
  const isExcepted = occurrence.skipped || occurrence.moved_from !== undefined;
  const [isMoving, setMoving] = useState(false);
  const bell = timetable?.bells.find(({ at }) => at.padEnd(8, ':00') === usual.slice(11).padEnd(8, ':00'));
  const places = useSeenNodes([...occurrence.company_ids]);
  const one = { name: item.name, at: usual, nodes: occurrence.company_ids };
  const stateText = occurrence.skipped
    ? t('event.skipped', { at: whenOf(item.at) })
    : occurrence.moved_from === undefined
      ? whenOf(item.at)
      : t('event.moved', { at: whenOf(item.at), from: times.time(occurrence.moved_from) });
  const targets: TargetsInput = { nodes: occurrence.company_ids };
  return (
    <Detail
      title={item.name}
      path={timetable?.name}
      state={{ state: occurrence.skipped ? 'off' : 'ok', text: stateText }}
      onClose={onClose}
      action={
        edits && (
          <>
            {isExcepted ? (
              <Button variant="default" loading={pending} onClick={() => void takeBack(one)}>
                {t('event.ring_again')}
              </Button>
            ) : (
              <>
                <Button variant="default" loading={pending} onClick={() => void skip(one)}>
                  {t('event.skip')}
                </Button>
                {!isMoving && (
                  <Button variant="default" onClick={() => setMoving(true)}>
                    {t('event.move')}
                  </Button>
                )}
              </>
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
      {isMoving && <MoveBell at={usual} onMove={(to) => void move(one, to).then((done) => done && onClose())} />}
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

/** At what other time of its day it rings. */
function MoveBell({ at, onMove }: { at: string; onMove: (to: string) => void }) {
  const { t } = useTranslation('schedule');
  const [time, setTime] = useState(timeOf(at));
  return (
    <form
      className={classes.actions}
      onSubmit={(event) => {
        event.preventDefault();
        if (time !== '') onMove(`${dateOf(at)}T${time.slice(0, 5)}`);
      }}
    >
      <TimeField label={t('move.time')} value={time} data-autofocus onChange={setTime} />
      <Button type="submit" disabled={time === '' || time.slice(0, 5) === timeOf(at).slice(0, 5)}>
        {t('move.save')}
      </Button>
    </form>
  );
}

/** What rings, to listen to where it is a text, and who would hear it. */
function Sound({ bell: { sound }, targets }: { bell: Bell; targets: TargetsInput }) {
  const { t } = useTranslation('calendar');
  const { data: message } = useGetPreparedTextQuery(sound.type === 'message' ? { id: sound.message_id } : skipToken);
  const { textButton } = useListen();
  const chimeName = useChimeName(sound);
  return (
    <Section title={t('event.who')}>
      {sound.type === 'chime' ? (
        <p className={classes.sentence}>
          {chimeName} <PlayChime name={chimeName} chime={sound.chime} chimeId={sound.chime_id ?? null} />
        </p>
      ) : (
        message && (
          <p className={classes.sentence}>
            {message.name} {textButton(message)}
          </p>
        )
      )}
      <WouldHear
        what={sound.type === 'message' ? { message_id: sound.message_id } : { text: 'bell' }}
        targets={targets}
      />
    </Section>
  );
}

function useChimeName(sound: Bell['sound']): string {
  const { t } = useTranslation('library');
  const { data: own } = useLibraryNames('chimes');
  if (sound.type !== 'chime') return '';
  const { chime, chime_id } = sound;
  return own?.find(({ id }) => id === chime_id)?.name ?? t(`chimes.${chime}`);
}
