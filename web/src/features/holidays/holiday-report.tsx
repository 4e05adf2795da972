import { Alert, List, Text } from '@mantine/core';
import type { uploadedHolidaysSchema } from '@belfry/schemas/http/holidays';
import type { z } from 'zod';
import { useTranslation } from '../../lib/translation.ts';
import classes from './holidays.module.css';

export type HolidayReport = Pick<z.infer<typeof uploadedHolidaysSchema>, 'unread' | 'utc_zone' | 'encoding'>;

/** What a person should look at after an upload: events that were not read, and what was assumed. Nothing where all is as it was written. */
export function HolidayUploadReport({ report: { unread, utc_zone, encoding } }: { report: HolidayReport }) {
  const { t } = useTranslation('schedule-form');
  const isGuessed = encoding.startsWith('windows');
  if (unread.length === 0 && utc_zone === null && !isGuessed) return null;
  return (
    <Alert color={unread.length > 0 ? 'warning' : 'gray'} py="xs" mt="xs" role="alert">
      {unread.length > 0 && (
        <>
          <Text size="sm">{t('holidays.unread', { count: unread.length })}</Text>
          <List size="sm" className={classes.unread ?? ''} aria-label={t('holidays.unread', { count: unread.length })}>
            {unread.map(({ name, line, reason }) => (
              <List.Item key={`${line} ${reason}`}>
                {t('holidays.unread_event', {
                  name: name || t('holidays.unnamed'),
                  line,
                  reason: t(`holidays.reasons.${reason}`),
                })}
              </List.Item>
            ))}
          </List>
        </>
      )}
      {utc_zone !== null && <Text size="sm">{t('holidays.utc_zone', { zone: utc_zone })}</Text>}
      {isGuessed && <Text size="sm">{t('holidays.guessed', { encoding })}</Text>}
    </Alert>
  );
}
