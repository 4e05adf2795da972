import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CommandResultAnswer } from '@belfry/schemas/http/commands/commands';
import type { Serial } from '@belfry/schemas/domain/serial';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { useTimes } from '../../../lib/format/times.ts';
import { toast } from '../../../ui/toast.ts';
import { useCancelCommandMutation } from '../commands-api.ts';
import classes from './command-history.module.css';

type Props = { serial: Serial; entry: Pick<CommandResultAnswer, 'commandId' | 'command' | 'expires_at'> };

/** Until when a command waits for its device, and the button that cancels it. */
export function CancelCommand({ serial, entry: { commandId, command, expires_at } }: Props) {
  const { t } = useTranslation('commands');
  const errorText = useErrorMessage();
  const times = useTimes();
  const [cancel, { isLoading }] = useCancelCommandMutation();
  const run = async (): Promise<void> => {
    const { error } = await cancel({ serial, commandId });
    if (error) toast('error', errorText(error, t('history.cancelFailed')));
  };
  return (
    <span className={classes.waiting}>
      {t('history.waits', { at: times.moment(expires_at) })}
      <Button
        size="compact-xs"
        variant="default"
        loading={isLoading}
        aria-label={t('history.cancelOf', { command: t(`name.${command}`) })}
        onClick={() => void run()}
      >
        {t('history.cancel')}
      </Button>
    </span>
  );
}
