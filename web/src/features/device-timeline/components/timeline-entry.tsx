import { Text, ThemeIcon } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimelineEntry as Entry } from '@belfry/schemas/http/device-timeline/timeline';
import { useLocale } from '../../../lib/i18n.ts';
import { useTimes } from '../../../lib/format/times.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { describeEntry } from '../describe-entry.ts';
import { EntryIcon } from './entry-icon.tsx';
import classes from './device-timeline.module.css';

type Props = { entry: Entry; link: string; highlighted: boolean };

/** One entry. Its time is a link to it; the entry that the address names is scrolled to. */
export function TimelineEntry({ entry, link, highlighted }: Props) {
  const { t } = useTranslation(['device-timeline', 'commands', 'announcements', 'reasons']);
  const locale = useLocale();
  const times = useTimes();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (highlighted) item.current?.scrollIntoView({ block: 'nearest' });
  }, [highlighted]);
  const { title, lines, tone } = describeEntry(entry, t, locale);
  return (
    <li ref={item} className={classes.entry} aria-current={highlighted || undefined}>
      <ThemeIcon size={28} radius="xl" variant="light" color={tone} className={classes.mark}>
        <EntryIcon type={entry.type} />
      </ThemeIcon>
      <div className={classes.text}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {lines.map((line) => (
          <Text key={line} size="xs" c="dimmed">
            {line}
          </Text>
        ))}
        {entry.by && (
          <Text size="xs" c="dimmed">
            {t('by', { name: entry.by.name })}
          </Text>
        )}
      </div>
      <TextLink
        to={link}
        replace
        className={classes.when}
        aria-label={t('linkTo', { title, at: times.time(entry.at) })}
      >
        <time dateTime={entry.at}>{times.time(entry.at)}</time>
      </TextLink>
    </li>
  );
}
