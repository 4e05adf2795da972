import type { TriggerFiring } from '@belfry/schemas/http/triggers/firings';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useTimes } from '../../../lib/times.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useMay } from '../../teams/teams-api.ts';
import { useConfirmFiringMutation, useDeclineFiringMutation, useGetAskingTriggersQuery } from '../triggers-api.ts';

/** What triggers ask for, with Confirm and Decline; nothing where none asks. For people who speak somewhere. */
export function AskingTriggers() {
  const { t } = useTranslation('triggers');
  const may = useMay('say');
  const { data: asking = [] } = useGetAskingTriggersQuery(undefined, { skip: !may });
  if (asking.length === 0) return null;
  return (
    <section aria-label={t('asking.title')}>
      <Stack gap="xs" p="sm">
        {asking.map((firing) => (
          <Asking key={firing.firing_id} firing={firing} />
        ))}
      </Stack>
    </section>
  );
}

function Asking({ firing: { firing_id, name, source, ends, at, expires_at } }: { firing: TriggerFiring }) {
  const { t } = useTranslation(['triggers', 'alert-feeds']);
  const { time } = useTimes();
  const errorText = useErrorMessage();
  const [asked, setAsked] = useState(false);
  const [confirm, confirming] = useConfirmFiringMutation();
  const [decline, declining] = useDeclineFiringMutation();
  const tell = (error: unknown, text: string): void => {
    if (error === undefined) toast('success', text);
    else toast('error', errorText(error, t('failed')));
  };
  const refuse = async (): Promise<void> => tell((await decline(firing_id)).error, t('asking.declined', { name }));
  return (
    <Alert
      color="warning"
      role="alert"
      icon={<IconHandStop size={18} aria-hidden />}
      title={ends ? t('alert-feeds:asks_end', { name }) : t('asking.asks', { name })}
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm" flex="1 1 220px">
          {t(`from.${source}`)}, {time(at)}
          {expires_at !== null && `. ${t('asking.until', { at: time(expires_at) })}`}
        </Text>
        <Group gap="xs">
          <Button
            size="xs"
            loading={confirming.isLoading}
            disabled={declining.isLoading}
            onClick={() => setAsked(true)}
          >
            {t('asking.confirm')}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={declining.isLoading}
            disabled={confirming.isLoading}
            onClick={() => void refuse()}
          >
            {t('asking.decline')}
          </Button>
        </Group>
      </Group>
      <ConfirmDialog
        opened={asked}
        title={ends ? t('alert-feeds:end', { name }) : t('asking.start', { name })}
        confirmLabel={t('asking.confirm')}
        tone="warning"
        onConfirm={async () => tell((await confirm(firing_id)).error, t('asking.started', { name }))}
        onClose={() => setAsked(false)}
      >
        {ends ? t('alert-feeds:end_text') : t('asking.start_text')}
      </ConfirmDialog>
    </Alert>
  );
}
