import type { ClientArchive } from '@belfry/schemas/http/firmware/archives';
import { Badge, Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { timesIn, TimeZone } from '../../../lib/format/times.ts';
import { formatFileSize } from '../file-size.ts';
import classes from './archive-card.module.css';

type Props = {
  archive: ClientArchive;
  isLatest: boolean;
  isDownloading: boolean;
  /** The id of the text that says why it cannot be deleted now; undefined: it can. */
  keptBecause: string | undefined;
  onDelete: () => void;
  onDownload: () => void;
  /** Further actions. */
  children?: ReactNode;
};

/** One archive. Its date is in the Russian locale in every language; see FW-8. */
export function ArchiveCard(props: Props) {
  const { archive, isLatest, isDownloading, keptBecause, onDelete, onDownload, children } = props;
  const { t } = useTranslation('firmware');
  const { moment } = timesIn('ru', useContext(TimeZone));
  const { filename, version, size, created, firmware_version } = archive;
  return (
    <Paper component="li" withBorder p="md" className={classes.card}>
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h6">
          {t('version', { version: version.toFixed(1) })}
        </Title>
        {isLatest && (
          <Badge variant="light" color="success" tt="none">
            {t('latest')}
          </Badge>
        )}
      </Group>
      <Text size="xs" className={classes.filename}>
        {filename}
      </Text>
      <dl className={`tabular ${classes.facts}`}>
        <dt>{t('size')}</dt>
        <dd>{formatFileSize(size)}</dd>
        <dt>{t('created_at')}</dt>
        <dd>
          <time dateTime={created}>{moment(created)}</time>
        </dd>
        {firmware_version !== undefined && (
          <>
            <dt>{t('firmware_version')}</dt>
            <dd>{firmware_version}</dd>
          </>
        )}
      </dl>
      <Group gap="xs" mt="auto">
        {children}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={isDownloading}
          onClick={onDownload}
          aria-label={t('download_this', { filename })}
        >
          {t('download')}
        </Button>
        <Button
          size="xs"
          variant="light"
          color="error"
          leftSection={<IconTrash size={14} aria-hidden />}
          disabled={keptBecause !== undefined}
          aria-describedby={keptBecause}
          onClick={onDelete}
          aria-label={t('delete_this', { filename })}
        >
          {t('delete')}
        </Button>
      </Group>
    </Paper>
  );
}
