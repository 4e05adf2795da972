import type { EmergencyState } from '@belfry/schemas/http/announcements/emergency';
import { Radio, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount, formatLanguageOfCountry } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { DeviceName } from '../../../../ui/devices/device-name.tsx';
import { useGetEmergencyQuery, useGetMissingEmergencyQuery } from '../emergency-api.ts';
import classes from './message-choice.module.css';

type Messages = EmergencyState['messages'];
type Props = { messages: Messages; value: number; onChange: (id: number) => void };
/** Devices report what they have as they fetch it. */
const POLLING = { pollingInterval: 5_000 };

/** The prepared messages, each with how many devices have its audio on their disk. */
export function MessageChoice({ messages: opened, value, onChange }: Props) {
  const { t } = useTranslation('emergency');
  const locale = useLocale();
  const { messages = opened } = useGetEmergencyQuery(undefined, POLLING).data ?? {};
  const chosen = messages.find(({ id }) => id === value);
  return (
    <Stack gap="xs">
      <Radio.Group label={t('message')} value={String(value)} onChange={(id) => onChange(Number(id))}>
        <Stack gap="xs" mt="xs">
          {messages.map(({ id, name, languages, ready, devices }) => (
            <Radio
              key={id}
              value={String(id)}
              label={name}
              description={[
                languages.map((each) => formatLanguageOfCountry(each, locale)).join(', '),
                t('ready', {
                  ready: formatCount(ready, locale),
                  count: devices,
                  devices: formatCount(devices, locale),
                }),
              ].join(' · ')}
            />
          ))}
        </Stack>
      </Radio.Group>
      {chosen && chosen.ready < chosen.devices && <Missing messageId={chosen.id} key={chosen.id} />}
    </Stack>
  );
}

/** The places that would have to fetch the audio first. */
function Missing({ messageId }: { messageId: number }) {
  const { t } = useTranslation('emergency');
  const locale = useLocale();
  const { data } = useGetMissingEmergencyQuery(messageId, POLLING);
  if (!data || data.total === 0) return null;
  const hidden = data.total - data.places.length;
  return (
    <details>
      <Text component="summary" size="sm">
        {t('missing', { count: data.total, places: formatCount(data.total, locale) })}
      </Text>
      <ul className={classes.places}>
        {data.places.map(({ serial, place, online }) => (
          <li key={serial}>
            <DeviceName name={place} serial={serial} />
            {!online && ` ${t('offline')}`}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          {t('more', { count: hidden, places: formatCount(hidden, locale) })}
        </Text>
      )}
    </details>
  );
}
