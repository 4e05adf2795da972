import { Alert, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import type { EmergencyState } from '@belfry/schemas/http/announcements/emergency';
import { useTargetSources } from '../../../../api/targets/use-target-sources.ts';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { hasTargets } from '../../../../lib/targets/targets.ts';
import { FormButtons } from '../../../../ui/dialogs/form-buttons.tsx';
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import { TargetsPicker } from '../../../../ui/targets/targets-picker.tsx';
import { useStartEmergencyMutation } from '../emergency-api.ts';
import { MessageChoice } from './message-choice.tsx';

type Props = { messages: EmergencyState['messages']; onClose: () => void };

/** Which message is repeated where, or played once as a drill. */
export function EmergencyDialog({ messages, onClose }: Props) {
  const { t } = useTranslation(['emergency', 'common']);
  const messageOf = useErrorMessage();
  const sources = useTargetSources({ ofOthers: true });
  const [messageId, setMessageId] = useState(messages[0]?.id ?? 0);
  const [targets, setTargets] = useState<TargetsInput>({});
  const [drill, setDrill] = useState(false);
  const [start, { error, isLoading }] = useStartEmergencyMutation();
  const submit = async (): Promise<void> => {
    const { data } = await start({ message_id: messageId, targets, drill });
    if (data) onClose();
  };
  return (
    <FormDialog title={t('title')} onClose={onClose}>
      {({ onCancel }) => (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (hasTargets(targets)) void submit();
          }}
        >
          <Stack gap="md">
            <MessageChoice messages={messages} value={messageId} onChange={setMessageId} />
            <TargetsPicker sources={sources} value={targets} onChange={setTargets} />
            <Switch
              label={t('drill')}
              description={t('drill_hint')}
              checked={drill}
              onChange={({ currentTarget }) => setDrill(currentTarget.checked)}
            />
            {error !== undefined && (
              <Alert color="error" role="alert">
                {messageOf(error)}
              </Alert>
            )}
            <FormButtons
              submitLabel={t(drill ? 'start_drill' : 'start')}
              tone="error"
              submitting={isLoading}
              submitDisabled={!hasTargets(targets)}
              onCancel={onCancel}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
