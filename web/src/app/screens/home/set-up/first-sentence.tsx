import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { announcementsApi, useSayMutation } from '../../../../features/announcements/announcements-api.ts';
import { useGetEffectiveSettingsQuery } from '../../../../features/companies/element-form/index.ts';
import { welcomeIn } from './welcome.ts';
import { Dot } from '../../../../kit/list/index.ts';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { useTranslation } from '../../../../lib/translation.ts';
import { StepForm } from './step-form.tsx';

const POLL_MS = 2_000;
const TEXT_MAX = 500;

/** A sentence in the language of the organisation, filled in; what became of it is told in the words of receipts. */
export function FirstSentence({ companyId, onDone }: { companyId: number; onDone: () => void }) {
  const { t } = useTranslation(['set-up', 'common', 'receipt']);
  const errorText = useErrorMessage();
  const { data: settings } = useGetEffectiveSettingsQuery(companyId);
  const [say, { data: run, error, isLoading }] = useSayMutation();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (settings ? welcomeIn(settings.language.value) : '');
  const details = announcementsApi.useGetAnnouncementRunQuery(
    { runId: run?.run_id ?? '', page: 1, page_size: 50 },
    { skip: run === undefined, pollingInterval: POLL_MS },
  );
  const rows = details.data?.rows ?? [];
  const sent = rows.filter((row) => row.sent).length;
  const heard = rows.filter(({ state }) => state === 'finished').length - sent;
  const missed = rows.length - heard - sent;
  const isOver = rows.length > 0 && rows.every(({ state, reason }) => state === 'finished' || reason !== null);
  return (
    <Stack gap={16}>
      <StepForm
        pending={isLoading}
        isReady={text.trim() !== '' && (run === undefined || isOver)}
        submit={t(isOver ? 'receipt:again.all' : 'speak')}
        isAgain={isOver}
        onSave={async () => void (await say({ text, targets: { nodes: [companyId] } }))}
      >
        <Textarea
          label={t('sentence')}
          autosize
          minRows={2}
          maxLength={TEXT_MAX}
          value={text}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </StepForm>
      <Text component="output" size="sm">
        {error !== undefined && <Dot state="look" text={errorText(error, t('common:error.fallback'))} />}
        {run && !isOver && <Dot state="ok" text={t('speaking')} />}
        {isOver && (
          <Dot
            state={missed > 0 ? 'look' : sent > 0 ? 'off' : 'ok'}
            text={[
              t('heard', { heard, all: rows.length }),
              sent > 0 && t('receipt:sent', { count: sent, formatted: String(sent) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        )}
      </Text>
      {isOver && <Button onClick={onDone}>{t('finish')}</Button>}
    </Stack>
  );
}
