import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import {
  PAGE_LIVE_DEVICES_MAX,
  PAGE_MQTT_DEVICES_MAX,
  type PageAnswer,
} from '@belfry/schemas/http/live-pages/live-pages';
import { useTranslation } from '../../../lib/translation.ts';

type Path = PageAnswer['path'];
/** The expected path for so many devices; the server decides. */
export const pathFor = (devices: number): Path =>
  devices > PAGE_LIVE_DEVICES_MAX ? 'record' : devices > PAGE_MQTT_DEVICES_MAX ? 'http' : 'mqtt';

export function PathNote({ path }: { path: Path }) {
  const { t } = useTranslation('live-pages');
  if (path === 'mqtt') return null;
  return (
    <Alert color="company" variant="light" p="sm" mt="xs" icon={<IconInfoCircle size={18} aria-hidden />}>
      {t(`path.${path}`)}
    </Alert>
  );
}
