import { Alert, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import {
  PAGE_LIVE_DEVICES_MAX,
  PAGE_MQTT_DEVICES_MAX,
  type PageAnswer,
} from '@belfry/schemas/http/live-pages/live-pages';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { usePreviewSayQuery } from '../../announcements/announcements-api.ts';

const SETTLE_MS = 400;
/** Recounted in this interval, since devices come and go. */
const RECOUNTED_MS = 10_000;
/** The preview wants a text; it counts the places. */
const ANY_TEXT = '.';

export type Reach = { devices: number; offline: number };

/** How many devices the places have; absent while they are counted. */
export function useReach(targets: TargetsInput | null): { reach: Reach | undefined; error: unknown } {
  const wanted = JSON.stringify(targets);
  const [settled] = useDebouncedValue(wanted, SETTLE_MS);
  const isSettled = targets !== null && settled === wanted;
  const { currentData, error } = usePreviewSayQuery(
    { text: ANY_TEXT, targets: targets ?? {} },
    { skip: !isSettled, pollingInterval: RECOUNTED_MS },
  );
  return isSettled ? { reach: currentData, error } : { reach: undefined, error: undefined };
}

type Path = PageAnswer['path'];
/** The expected path for so many devices; the server decides. */
const pathFor = (devices: number): Path =>
  devices > PAGE_LIVE_DEVICES_MAX ? 'record' : devices > PAGE_MQTT_DEVICES_MAX ? 'http' : 'mqtt';

type Props = {
  reach: Reach | undefined;
  error: unknown;
  chosen: boolean;
  /** The server's decision, once a page is open. */
  path?: Path | undefined;
};

export function ReachText({ reach, error, chosen, path }: Props) {
  const { t } = useTranslation('live-pages');
  const messageOf = useErrorMessage();
  if (error !== undefined) {
    return (
      <Alert color="error" py="xs" role="alert">
        {messageOf(error)}
      </Alert>
    );
  }
  if (!reach) {
    return (
      <Text size="sm" c="dimmed" component="output">
        {t(chosen ? 'reach.counting' : 'reach.none')}
      </Text>
    );
  }
  const { devices, offline } = reach;
  return (
    <div aria-live="polite">
      <Text fw={600}>
        {offline === 0
          ? t('reach.devices', { count: devices })
          : t('reach.reachable', { count: devices, reachable: devices - offline })}
      </Text>
      {offline > 0 && (
        <Text size="sm" c="warning">
          {t('reach.offline', { count: offline })}
        </Text>
      )}
      <PathNote path={path ?? pathFor(devices)} />
    </div>
  );
}

export function PathNote({ path }: { path: Path }) {
  const { t } = useTranslation('live-pages');
  if (path === 'mqtt') return null;
  return (
    <Alert color="company" variant="light" p="sm" mt="xs" icon={<IconInfoCircle size={18} aria-hidden />}>
      {t(`path.${path}`)}
    </Alert>
  );
}
