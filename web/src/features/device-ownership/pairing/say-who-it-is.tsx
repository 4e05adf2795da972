import { Button, Group, Stack, Text } from '@mantine/core';
import { canReceiveCommands } from '@belfry/schemas/domain/device';
import { useEffect, useRef } from 'react';
import { Dot, type RowState } from '../../../kit/list/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useReason } from '../../../lib/reasons.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { announcementsApi, useSayMutation, useStopRunMutation } from '../../announcements/announcements-api.ts';
import { useGetDeviceQuery } from '../../device-state/device-state-api.ts';
import { firstWordsOf } from './first-words.ts';
import { useGetLanguageOfQuery } from './pairing-api.ts';

type Props = { serial: string; company_id: number; name: string; onDone: () => void; onAnother: () => void };

/** Until MQTT tells that it is connected, which this asks for too where the page is not live. */
const POLL_MS = 3_000;

/** Waits until the loudspeaker is connected, lets it say its name, and shows whether that was heard. */
export function FirstWords({ serial, company_id, name, onDone, onAnother }: Props) {
  const { t } = useTranslation(['pairing', 'common']);
  const errorText = useErrorMessage();
  const describe = useReason();
  const { data: device } = useGetDeviceQuery(serial, { pollingInterval: POLL_MS });
  const { data: place, error: noPlace } = useGetLanguageOfQuery(company_id);
  const [say, { data: run, error: refused, isLoading }] = useSayMutation();
  const [stop] = useStopRunMutation();
  const isOnline = device !== undefined && canReceiveCommands(device.status);
  const language = place?.language.value ?? (noPlace ? 'en' : undefined);
  const words = language === undefined ? null : firstWordsOf(name, language);
  const hasSpoken = useRef(false);

  const speak = (): void => {
    if (words) void say({ ...words, targets: { devices: [serial] } });
  };
  useEffect(() => {
    if (!isOnline || !words || hasSpoken.current) return;
    hasSpoken.current = true;
    speak();
  });

  const details = announcementsApi.useGetAnnouncementRunQuery(
    { runId: run?.run_id ?? '', page: 1, page_size: 1 },
    { skip: run === undefined, pollingInterval: POLL_MS },
  );
  const delivery = details.data?.rows[0];
  const hasRepeated = useRef(false);
  useEffect(() => {
    // The server learns that it is connected a moment after this page.
    if (!isOnline || delivery?.state !== 'offline' || hasRepeated.current) return;
    hasRepeated.current = true;
    // What nobody was there for would be listed as being said.
    if (run) void stop(run.run_id);
    speak();
  });
  const state: { state: RowState; text: string } = (() => {
    if (!isOnline && run === undefined) return { state: 'off', text: t('step.waiting') };
    if (refused)
      return { state: 'look', text: t('step.refused', { reason: errorText(refused, t('common:error.fallback')) }) };
    if (delivery?.sent === true && delivery.state === 'finished') return { state: 'off', text: t('step.sent') };
    if (delivery?.state === 'finished') return { state: 'ok', text: t('step.heard') };
    if (delivery?.reason != null && delivery.state !== 'started')
      return { state: 'look', text: t('step.not_heard', { reason: describe(delivery) ?? '' }) };
    return { state: 'ok', text: t('step.speaking', { text: words?.text ?? '' }) };
  })();
  const isOver = refused !== undefined || delivery?.state === 'finished' || delivery?.reason != null;
  return (
    <Stack gap={16}>
      <Text>{t('added', { name })}</Text>
      <Text component="output" size="sm">
        <Dot {...state} />
      </Text>
      <Group justify="flex-end">
        {isOver && (
          <Button variant="default" loading={isLoading} onClick={speak}>
            {t('say_again')}
          </Button>
        )}
        <Button variant="default" onClick={onAnother}>
          {t('another')}
        </Button>
        <Button onClick={onDone}>{t('done')}</Button>
      </Group>
    </Stack>
  );
}
