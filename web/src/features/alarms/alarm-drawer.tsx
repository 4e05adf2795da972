import type { AlarmDetails, AlarmHistoryEvent } from '@belfry/schemas/http/alarms/alarms';
import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { PlaceName } from '../../kit/place-name/index.ts';
import { Detail, Section, Technical } from '../../kit/detail/index.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { speakerAddress } from '../../lib/device-address.ts';
import { useTimes } from '../../lib/times.ts';
import { nameWithPlace } from '../../lib/name-with-place.ts';
import { useTranslation } from '../../lib/translation.ts';
import { type Fact, Facts } from '../../ui/card.tsx';
import { AlarmComment, SnoozeItems, TakeButton } from './alarm-actions.tsx';
import { useAlarmText } from './alarm-text.ts';
import { useGetAlarmQuery } from './alarms-api.ts';
import classes from './alarms.module.css';

/** What is wrong, what puts it right, who takes care of it, and what has happened to it. */
export function AlarmDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('alarms');
  const errorText = useErrorMessage();
  const textOf = useAlarmText();
  const { data, error, isFetching, refetch } = useGetAlarmQuery(id);
  const alarm = data?.alarm_id === id ? data : undefined;
  const text = alarm && textOf(alarm);
  const failed = error !== undefined && !alarm;
  return (
    <Detail
      onClose={onClose}
      title={text?.name ?? t('alarm')}
      path={text?.where}
      state={text && { ...text.state, text: [text.state.text, text.care].join(' · ') }}
      action={alarm && <TakeButton alarm={alarm} />}
      menu={alarm?.may_handle && alarm.state !== 'cleared' ? <SnoozeItems alarm={alarm} /> : undefined}
      waiting={!alarm}
      failure={
        failed
          ? { message: errorText(error, t('error')), onRetry: () => void refetch(), retrying: isFetching }
          : undefined
      }
    >
      {alarm && <Loaded alarm={alarm} />}
    </Detail>
  );
}

function Loaded({ alarm }: { alarm: AlarmDetails }) {
  const { t } = useTranslation('alarms');
  return (
    <>
      <Section>
        <p className={classes.cure}>{t(`meaning.${alarm.kind}`)}</p>
        <Facts facts={useFacts(alarm)} />
      </Section>
      <Section>
        {alarm.may_handle ? (
          <AlarmComment alarm={alarm} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('only_read')}
          </Text>
        )}
      </Section>
      <Section title={t('history')}>
        <ol className={classes.history}>
          {alarm.events.toReversed().map((event) => (
            <HistoryRow key={event.event_id} event={event} />
          ))}
        </ol>
      </Section>
      {alarm.devices.length > 0 && <Technical>{alarm.devices.join(', ')}</Technical>}
    </>
  );
}

function useFacts(alarm: AlarmDetails): Fact[] {
  const { t } = useTranslation(['alarms', 'teams']);
  const { moment } = useTimes();
  const { company_id, place, places, devices, device_count, detail, told } = alarm;
  const hidden = device_count - devices.length;
  const names = told && [...told.roles.map((role) => t(`teams:roles.${role}`)), ...told.people.map(({ name }) => name)];
  const facts: (Fact | null)[] = [
    place === null || company_id === null
      ? null
      : [
          t('facts.place'),
          <PlaceName key="place" place={{ id: company_id, name: place, path: alarm.path }} withPath />,
        ],
    devices.length === 0
      ? null
      : [
          t('facts.devices'),
          <ul key="devices" className={classes.devices}>
            {places.map(({ serial, place: name, path }) => (
              <li key={serial}>
                <Link className={classes.link} to={speakerAddress(serial)}>
                  {nameWithPlace(path, name)}
                </Link>
              </li>
            ))}
            {hidden > 0 && <li>{t('and_more', { count: hidden })}</li>}
          </ul>,
        ],
    detail === null ? null : [t('facts.detail'), detail],
    [t('facts.raised'), moment(alarm.raised_at)],
    alarm.cleared_at === null ? null : [t('facts.cleared'), moment(alarm.cleared_at)],
    alarm.merged_into === null ? null : [t('facts.merged'), t('merged', { id: alarm.merged_into })],
    alarm.maintenance_until === null ? null : [t('facts.maintenance'), moment(alarm.maintenance_until)],
    names === null ? null : [t('facts.told'), names.length === 0 ? t('nobody') : names.join(', ')],
  ];
  return facts.filter((fact) => fact !== null);
}

function HistoryRow({ event }: { event: AlarmHistoryEvent }) {
  const { t } = useTranslation('alarms');
  const { moment } = useTimes();
  const detail =
    event.event === 'severity'
      ? t(`severity.${event.severity}`)
      : event.event === 'devices'
        ? t('devices', { count: event.device_count })
        : undefined;
  return (
    <li>
      {t(`events.${event.event}`)}
      {detail !== undefined && `: ${detail}`}
      {event.by && ` · ${event.by.name}`}
      <div className={classes.at}>{moment(event.at)}</div>
      {event.comment !== null && <p>{event.comment}</p>}
    </li>
  );
}
