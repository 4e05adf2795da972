import type { Backup, Backups } from '@belfry/schemas/http/backups';
import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { formatSize } from '../../lib/format-size.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTimes, useZonedTimes } from '../../lib/times.ts';

/** When the next backup is due, the last one that succeeded with its test restore, and the last attempts. */
export function BackupList({ backups: { next_at, last_done, backups, settings } }: { backups: Backups }) {
  const { t } = useTranslation('backups');
  const zoned = useZonedTimes();
  return (
    <Stack gap="xs" aria-live="polite">
      {next_at !== null && <Text size="sm">{t('next', { at: zoned(next_at, settings.time_zone) })}</Text>}
      {last_done === null ? (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      ) : (
        <LastDone backup={last_done} />
      )}
      {backups.length > 0 && (
        <>
          <Title order={3} size="h6" id="backup-attempts">
            {t('attempts')}
          </Title>
          <Stack component="ul" gap="xs" p={0} m={0} aria-labelledby="backup-attempts" style={{ listStyle: 'none' }}>
            {backups.map((backup) => (
              <Attempt key={backup.backup_id} backup={backup} />
            ))}
          </Stack>
        </>
      )}
    </Stack>
  );
}

function LastDone({ backup }: { backup: Backup }) {
  const { t } = useTranslation('backups');
  const { moment } = useTimes();
  const locale = useLocale();
  const size = formatSize(backup.bytes, locale);
  const duration = t('seconds', { count: secondsOf(backup) });
  return (
    <>
      <Text size="sm">{t('last', { at: moment(backup.started_at), size, duration })}</Text>
      <Text size="sm" {...(backup.test_error !== null && { c: 'error' })}>
        {testText()}
      </Text>
      {backup.missing_files > 0 && (
        <Text size="sm" c="warning">
          {t('missing', { count: backup.missing_files })}
        </Text>
      )}
    </>
  );

  function testText(): string {
    if (backup.tested_at === null) return t('test.none');
    const at = moment(backup.tested_at);
    return backup.test_error === null ? t('test.done', { at }) : t('test.failed', { at, error: backup.test_error });
  }
}

const SECOND_MS = 1_000;

/** At least one. */
const secondsOf = ({ started_at, ended_at }: Backup): number =>
  Math.max(1, Math.round((Date.parse(ended_at ?? started_at) - Date.parse(started_at)) / SECOND_MS));

const COLORS: Record<Backup['state'], string> = { running: 'purple', done: 'success', failed: 'error' };

function Attempt({ backup }: { backup: Backup }) {
  const { t } = useTranslation('backups');
  const { moment } = useTimes();
  const locale = useLocale();
  const { state, cause, started_by, error, deleted_at } = backup;
  const by = started_by === null ? t(`cause.${cause}`) : t('cause.by', { name: started_by });
  return (
    <li>
      <Group gap="xs">
        <Badge variant="light" color={COLORS[state]}>
          {t(`state.${state}`)}
        </Badge>
        <Text size="sm">{moment(backup.started_at)}</Text>
        <Text size="sm" c="dimmed">
          {[by, formatSize(backup.bytes, locale), ...(deleted_at === null ? [] : [t('deleted')])].join(' · ')}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {error ?? backup.file}
      </Text>
    </li>
  );
}
