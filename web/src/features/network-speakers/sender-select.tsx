import type { SpeakerSender } from '@belfry/schemas/http/network-speakers/network-speakers';
import { NativeSelect, Stack, Text } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { nameWithPlace } from '../../lib/name-with-place.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useGetSendersQuery } from './network-speakers-api.ts';

/** What can send to a loudspeaker of a place; undefined while that is not known. */
export const useSenders = (placeId: number | null): readonly SpeakerSender[] | undefined =>
  useGetSendersQuery(placeId ?? skipToken).currentData;

/** The one that is offered: of the place and online, if there is one. */
export const firstSender = (senders: readonly SpeakerSender[] = []): string =>
  (senders.find(({ status }) => status === 'online') ?? senders[0])?.serial ?? '';

type Props = {
  /** What could send; undefined: not known yet, or there is no place yet. */
  senders: readonly SpeakerSender[] | undefined;
  value: string;
  needsPlace?: boolean;
  /** The present one, which the list may lack. */
  current?: { serial: string; name: string | null } | undefined;
  onChange: (serial: string) => void;
};

export function SenderSelect({ senders, value, needsPlace = false, current, onChange }: Props) {
  const { t } = useTranslation('network-speakers');
  if (senders?.length === 0 && !current)
    return (
      <Text size="sm" c="warning" component="output">
        {t('no_sender')}
      </Text>
    );
  const options = (senders ?? []).map(({ serial, name, path, status }) => ({
    value: serial,
    label: [nameWithPlace(path, name ?? serial), status !== 'online' && t('offline')].filter(Boolean).join(' · '),
  }));
  if (current && !options.some((option) => option.value === current.serial))
    options.unshift({ value: current.serial, label: current.name ?? current.serial });
  if (needsPlace) options.push({ value: '', label: t('place_first') });
  const noneThere = senders?.every(({ status }) => status !== 'online') === true;
  return (
    <Stack gap={4}>
      <NativeSelect
        label={t('field.sender')}
        description={t('field.sender_hint')}
        value={value}
        data={options}
        disabled={senders === undefined && !current}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {noneThere && (
        <Text size="sm" c="warning" component="output">
          {t('senders_away')}
        </Text>
      )}
    </Stack>
  );
}
