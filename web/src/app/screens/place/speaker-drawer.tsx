import { Button, Menu, Text } from '@mantine/core';
import type { DeviceInfo } from '@belfry/schemas/http/devices/devices';
import { useState } from 'react';
import { Link } from 'react-router';
import { DeviceSettings, PlayerLines } from '../../../features/device-state/settings/index.ts';
import { useGetDeviceQuery } from '../../../features/device-state/device-state-api.ts';
import { DeviceTimeline } from '../../../features/device-timeline/index.ts';
import { Carried, OnTheNetwork } from '../../../features/network-speakers/index.ts';
import { SoundTests } from '../../../features/sound-tests/index.ts';
import { useMayAt } from '../../../features/teams/teams-api.ts';
import { Detail, Section, Technical } from '../../../kit/detail/index.ts';
import type { RowState } from '../../../kit/list/index.ts';
import { useWhereQuery } from '../../../kit/where/index.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useDeviceAddress } from '../../../lib/device-address.ts';
import { useTimes } from '../../../lib/times.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { Facts } from '../../../ui/card.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { JustNow } from '../home/just-now.tsx';
import { useSpeakerState } from './speaker-states.ts';
import classes from './place.module.css';

/** A loudspeaker: how it is and why, what it plays, and what happened to it. */
export function SpeakerDrawer({ serial, onClose }: { serial: string; onClose: () => void }) {
  const { t } = useTranslation('place');
  const errorText = useErrorMessage();
  const { data: device, error, isFetching, refetch } = useGetDeviceQuery(serial);
  const sentenceOf = useSentence();
  const isGone = isApiError(error) && error.status === 404;
  const [settings, setSettings] = useState(false);
  const may = useMayHave(device);
  const failure =
    error && !device
      ? {
          message: isGone ? t('speaker.gone') : errorText(error),
          onRetry: () => void refetch(),
          retrying: isFetching,
        }
      : undefined;
  return (
    <>
      <Detail
        onClose={onClose}
        title={device?.name ?? t('speaker.title')}
        path={device?.path}
        state={device && sentenceOf(device)}
        waiting={!device}
        failure={failure}
        action={
          device?.company_id != null &&
          may.say && (
            <Button component={Link} to={`/say?place=${device.company_id}`} size="sm">
              {t('say_here')}
            </Button>
          )
        }
        menu={device && <DrawerMenu serial={serial} onSettings={may.set ? () => setSettings(true) : null} />}
      >
        {device && <Loaded device={device} may={may} onRemoved={onClose} />}
      </Detail>
      {settings && <DeviceSettings serial={serial} onClose={() => setSettings(false)} />}
    </>
  );
}

function DrawerMenu({ serial, onSettings }: { serial: string; onSettings: (() => void) | null }) {
  const { t } = useTranslation('place');
  const addressOf = useDeviceAddress();
  return (
    <>
      {onSettings && <Menu.Item onClick={onSettings}>{t('speaker.settings')}</Menu.Item>}
      <Menu.Item component={Link} to={addressOf(serial)}>
        {t('speaker.all')}
      </Menu.Item>
    </>
  );
}

type LoadedProps = { device: DeviceInfo; may: ReturnType<typeof useMayHave>; onRemoved: () => void };

function Loaded({ device, may, onRemoved }: LoadedProps) {
  const { t } = useTranslation('place');
  const times = useTimes();
  const { serial, status, hostname, ip, connection, device_version, last_seen, description, company_id } = device;
  const facts = [
    [t('speaker.technical.serial'), <CopyText key="serial" value={serial} />],
    [t('speaker.technical.host'), [hostname, ip].filter(Boolean).join(' · ')],
    [t('speaker.technical.connection'), connection && t(`speaker.technical.connections.${connection}`)],
    [t('speaker.technical.version'), device_version ?? ''],
    [t('speaker.technical.last_seen'), last_seen === null ? '' : times.moment(last_seen)],
  ] as const;
  return (
    <>
      <Section>
        <PlayerLines device={device} mayPlay={may.command && status === 'online'} />
      </Section>
      {device.network_speaker ? (
        <OnTheNetwork
          deviceId={device.device_id}
          may={{ say: may.say, change: may.set, remove: may.build }}
          onRemoved={onRemoved}
        />
      ) : (
        <Carried serial={serial} />
      )}
      {description !== null && description !== '' && (
        <Section title={t('speaker.where')}>
          <Text size="sm">{description}</Text>
        </Section>
      )}
      {!device.network_speaker && (
        <Section title={t('speaker.test')}>
          <SoundTests device={device} operates={may.command} />
        </Section>
      )}
      {company_id !== null && <JustNow placeId={company_id} />}
      <Technical>
        <Facts compact facts={facts.filter(([, value]) => value !== '' && value !== null)} />
        <CopyText value={JSON.stringify(device, null, 2)} className={classes.json ?? ''} />
        <DeviceTimeline key={serial} serial={serial} />
      </Technical>
    </>
  );
}

/** How a loudspeaker is, and why. */
function useSentence(): (device: DeviceInfo) => { state: RowState; text: string } {
  const { t } = useTranslation('place');
  const times = useTimes();
  const stateOf = useSpeakerState();
  return ({ status, device_mode, last_seen, company_id, network_speaker }) => {
    if (device_mode === 'blocked') return { state: 'wrong', text: t('speaker.why.blocked') };
    if (network_speaker && status === 'offline') return { state: 'wrong', text: t('speaker.why.network_away') };
    if (status === 'offline') {
      const text =
        last_seen === null ? t('speaker.why.never') : t('speaker.why.offline', { time: times.moment(last_seen) });
      return { state: 'wrong', text };
    }
    if (status === 'maintenance') return { state: 'look', text: t('speaker.why.maintenance') };
    if (company_id === null) return { state: 'look', text: t('speaker.why.nowhere') };
    return stateOf(status, t(network_speaker ? 'speaker.why.network' : 'speaker.why.online'));
  };
}

/** What the person may do with a loudspeaker at its place. */
function useMayHave(device: DeviceInfo | undefined) {
  const node = device?.company_id ?? 0;
  const { data } = useWhereQuery({ right: 'read', targets: { nodes: [node] } }, { skip: node === 0 });
  const path = [...(data?.items[0]?.above ?? []), node];
  const owner = device?.user_id ?? 0;
  return {
    say: useMayAt('say')(owner, path),
    command: useMayAt('command_devices')(owner, path),
    set: useMayAt('set_devices')(owner, path),
    build: useMayAt('edit_places')(owner, path),
  };
}
