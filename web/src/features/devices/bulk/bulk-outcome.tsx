import { List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BulkAnswer } from '@belfry/schemas/http/devices/bulk';
import classes from './bulk-outcome.module.css';

type Props = {
  outcome: BulkAnswer & { unreachable?: number };
  /** Whether the change was made already. */
  done: boolean;
};

/** The counts of a bulk change, and the devices that it leaves as they are with the reasons. */
export function BulkOutcome({ outcome, done }: Props) {
  const { t } = useTranslation('device-bulk');
  const { changed, unchanged, failed, failures, unreachable = 0 } = outcome;
  const more = failed - failures.length;
  return (
    <Stack gap={4} aria-live="polite" className={classes.outcome}>
      <Text size="sm">{t(done ? 'outcome.changed' : 'preview.changed', { count: changed })}</Text>
      {unchanged > 0 && (
        <Text size="sm" c="dimmed">
          {t('preview.unchanged', { count: unchanged })}
        </Text>
      )}
      {unreachable > 0 && (
        <Text size="sm" c="dimmed">
          {t('preview.unreachable', { count: unreachable })}
        </Text>
      )}
      {failed > 0 && (
        <>
          <Text size="sm" c="error">
            {t(done ? 'outcome.failed' : 'preview.failed', { count: failed })}
          </Text>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolled region must be reachable by keyboard. */}
          <section className={classes.failures} aria-label={t('preview.failures')} tabIndex={0}>
            <List size="xs" spacing={2}>
              {failures.map(({ serial, code }) => (
                <List.Item key={serial}>
                  {serial}: {t(`reason.${code}`)}
                </List.Item>
              ))}
              {more > 0 && <List.Item>{t('preview.more', { count: more })}</List.Item>}
            </List>
          </section>
        </>
      )}
    </Stack>
  );
}
