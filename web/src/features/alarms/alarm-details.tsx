import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import type { AlarmDetails as Details, AlarmHistoryEvent } from '@belfry/schemas/http/alarms/alarms';
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useTimes } from '../../lib/times.ts';
import { PlaceName } from '../../kit/place-name/index.ts';
import { DeviceName } from '../../ui/devices/device-marks.tsx';
import { useDeviceAddress } from '../../lib/device-address.ts';
import { Facts, type Fact } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { AlarmActions } from './alarm-actions.tsx';
import { SeverityBadge, useStateText } from './alarm-row.tsx';
import { useGetAlarmQuery, whereOf } from './alarms-api.ts';
import classes from './alarms.module.css';

export function AlarmDetails({ id }: { id: number }) {
  const { t } = useTranslation('alarms');
  const errorText = useErrorMessage();
  const { data: alarm, error, isFetching, refetch } = useGetAlarmQuery(id);
  if (alarm?.alarm_id === id) return <Loaded alarm={alarm} />;
  if (error === undefined) return <LineSkeletons count={8} height={20} />;
  return <ErrorState message={errorText(error, t('error'))} onRetry={() => void refetch()} retrying={isFetching} />;
}

function Loaded({ alarm }: { alarm: Details }) {
  const { t } = useTranslation('alarms');
  const nameOf = useTexts(ALARM_NAMES);
  const stateText = useStateText();
  return (
    <Stack gap="lg">
      <div>
        <Title order={2} size="h4">
          {nameOf[alarm.kind]}
        </Title>
        <Group gap="xs" mt={6}>
          <SeverityBadge severity={alarm.severity} />
          <Text size="sm" c="dimmed">
            {stateText(alarm.state)}
          </Text>
        </Group>
        <Text size="sm" mt="sm">
          {t(`meaning.${alarm.kind}`)}
        </Text>
      </div>
      <Facts facts={useFacts(alarm)} />
      {alarm.may_handle ? (
        <AlarmActions key={alarm.alarm_id} alarm={alarm} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('only_read')}
        </Text>
      )}
      <section aria-label={t('history')}>
        <Title order={3} size="h6" mb="xs">
          {t('history')}
        </Title>
        <ol className={classes.history}>
          {alarm.events.toReversed().map((event) => (
            <HistoryRow key={event.event_id} event={event} />
          ))}
        </ol>
      </section>
    </Stack>
  );
}

function useFacts(alarm: Details): Fact[] {
  const { t } = useTranslation(['alarms', 'teams']);
  const { moment } = useTimes();
  const { company_id, place, places, devices, device_count, detail, told } = alarm;
  const deviceAddress = useDeviceAddress();
  const hidden = device_count - devices.length;
  const names = told && [...told.roles.map((role) => t(`teams:roles.${role}`)), ...told.people.map(({ name }) => name)];
  const facts: (Fact | null)[] = [
    place === null
      ? null
      : [
          t('facts.place'),
          company_id === null ? (
            whereOf(alarm)
          ) : (
            <PlaceName key="place" place={{ id: company_id, name: place, path: alarm.above }} withPath />
          ),
        ],
    devices.length === 0
      ? null
      : [
          t('facts.devices'),
          <ul key="devices" className={classes.devices}>
            {places.map(({ serial, place, above }) => (
              <li key={serial}>
                <Anchor component={Link} to={deviceAddress(serial)} inherit>
                  <DeviceName name={above === null ? place : `${above} / ${place}`} serial={serial} />
                </Anchor>
              </li>
            ))}
            {hidden > 0 && <li>{t('and_more', { count: hidden })}</li>}
          </ul>,
        ],
    detail === null ? null : [t('facts.detail'), detail],
    [t('facts.raised'), moment(alarm.raised_at)],
    alarm.acknowledged_at === null
      ? null
      : [
          t('facts.acknowledged'),
          [moment(alarm.acknowledged_at), alarm.acknowledged_by?.name].filter((part) => part !== undefined).join(' · '),
        ],
    alarm.snoozed_until === null ? null : [t('facts.snoozed'), moment(alarm.snoozed_until)],
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
      <strong>{t(`events.${event.event}`)}</strong>
      {detail !== undefined && `: ${detail}`}
      {event.by && ` · ${event.by.name}`}
      <div className={classes.at}>{moment(event.at)}</div>
      {event.comment !== null && <p>{event.comment}</p>}
    </li>
  );
}
