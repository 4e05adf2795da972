import { Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CommandResultAnswer } from '@belfry/schemas/http/commands/commands';
import type { BroadcastCommand } from '@belfry/schemas/mqtt/commands';
import { progressOf } from './command-log.ts';
import classes from './commands.module.css';

const STEPS = ['sent', 'accepted', 'running', 'done'] as const;

type Props = {
  /** The command that the device is executing, as far as it is known. */
  entry: CommandResultAnswer | undefined;
  /** The command that is being sent and is not in the history yet. */
  sending: BroadcastCommand | null;
};

/** The phases sent, accepted, running and done, with the step and percentage that the device reports. */
export function CommandProgress({ entry, sending }: Props) {
  const { t } = useTranslation('commands');
  const command = entry?.command ?? sending;
  if (!command) return null;
  const reached = STEPS.indexOf(entry?.phase ?? 'sent');
  const { percent, step } = entry ? progressOf(entry) : { percent: null, step: null };
  return (
    <section className={classes.progress} aria-live="polite" aria-label={t('phase.label')}>
      <ol className={classes.steps}>
        {STEPS.map((name, index) => (
          <li
            key={name}
            data-reached={index <= reached || undefined}
            aria-current={index === reached ? 'step' : undefined}
          >
            {t(`phase.${name}`)}
          </li>
        ))}
      </ol>
      <Progress value={percent ?? (reached + 1) * 10} size="sm" animated aria-label={t(`name.${command}`)} />
      <Text size="xs" c="dimmed" className={classes.detail}>
        <span>
          {t(`name.${command}`)}
          {step && `: ${step}`}
        </span>
        <span>{percent !== null && t('phase.percent', { percent: Math.round(percent) })}</span>
      </Text>
    </section>
  );
}
