import { Alert, Button, Group, Stack, Chip, Text, Title, ThemeIcon } from '@mantine/core';
import {
  IconTimeline,
  IconCpu,
  IconHistory,
  IconLink,
  IconPlugConnected,
  IconSettings,
  IconSpeakerphone,
  IconTerminal2,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { useState, useEffect, useRef } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import type { Serial } from '@belfry/schemas/domain/serial';
import { useTimes } from '../../lib/times.ts';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { wholeList } from '../../ui/lists/list-state.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { useGetTimelineInfiniteQuery } from './timeline-api.ts';
import {
  TIMELINE_TYPES,
  type TimelineType,
  timelinePosition,
} from '@belfry/schemas/http/device-timeline/timeline-positions';
import type { TimelineEntry as Entry } from '@belfry/schemas/http/device-timeline/timeline';
import { byDay, describeEntry } from './describe-entry.ts';
import classes from './device-timeline.module.css';
import { useLocale } from '../../lib/i18n.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { changedChoice, useAddress } from '../../lib/address.ts';

/** What happened to a device, live, by day; see DEV-60. Types and entry are part of the address. */
export function DeviceTimeline({ serial }: { serial: Serial }) {
  const { t } = useTranslation('device-timeline');
  const times = useTimes();
  const { types, entry, showTypes, clearEntry, linkTo } = useTimelineAddress();
  // A link that is followed from elsewhere begins with its entry; one that is followed here only highlights it.
  const [start, setStart] = useState(entry);
  const query = useGetTimelineInfiniteQuery({ serial, types, start });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const list = wholeList(query, data && entries);
  const showNewest = (): void => {
    setStart(null);
    clearEntry();
  };
  const older = (
    <Group justify="center">
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('older')}
      </Button>
    </Group>
  );
  return (
    <Stack gap="md">
      <TypeFilter types={types} onChange={showTypes} />
      {start !== null && (
        <Alert color="company" py="xs">
          <Group justify="space-between" gap="xs">
            {entries[0] ? t('startsAt', { at: times.moment(entries[0].at) }) : t('startsEarlier')}
            <Button size="compact-sm" variant="light" onClick={showNewest}>
              {t('newest')}
            </Button>
          </Group>
        </Alert>
      )}
      <ListFrame
        list={list}
        waiting={<LineSkeletons count={8} height={40} />}
        failure={() => ({ message: t('error') })}
        filtered={types.length > 0}
        empty={<NoEntries text={t('empty.text')} />}
        noneFound={<NoEntries text={t('empty.filtered')} />}
      >
        {(rows) => <TimelineDays entries={rows} entry={entry} linkTo={linkTo} />}
      </ListFrame>
      {list.rows && hasNextPage && older}
    </Stack>
  );
}

function NoEntries({ text }: { text: string }) {
  const { t } = useTranslation('device-timeline');
  return (
    <EmptyState icon={<IconTimeline size={24} />} title={t('empty.title')}>
      {text}
    </EmptyState>
  );
}

type Props = { types: readonly TimelineType[]; onChange: (types: TimelineType[]) => void };
function TypeFilter({ types, onChange }: Props) {
  const { t } = useTranslation('device-timeline');
  return (
    <Chip.Group
      multiple
      value={[...types]}
      onChange={(choices) => onChange(TIMELINE_TYPES.filter((type) => choices.includes(type)))}
    >
      <Group component="fieldset" gap={6} bd={0} p={0} m={0} aria-label={t('filter')}>
        {TIMELINE_TYPES.map((type) => (
          <Chip key={type} value={type} size="xs" variant="outline">
            {t(`type.${type}`)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

type TimelineDaysProps = {
  entries: readonly Entry[];
  entry: string | null;
  linkTo: (id: string) => string;
};
function TimelineDays({ entries, entry, linkTo }: TimelineDaysProps) {
  const { t } = useTranslation('device-timeline');
  const times = useTimes();
  return byDay(entries, times.day).map(({ day, entries: ofDay }) => (
    <section key={day} aria-label={day}>
      <Title order={3} size="h6" mb={4}>
        {day}{' '}
        <Text span size="xs" c="dimmed">
          {t('count', { count: ofDay.length })}
        </Text>
      </Title>
      <ol className={classes.list}>
        {ofDay.map((each) => (
          <TimelineEntry key={each.id} entry={each} link={linkTo(each.id)} highlighted={each.id === entry} />
        ))}
      </ol>
    </section>
  ));
}

/** Closing the details removes every parameter that begins like these. */
const TYPES = 'details_types';
const ENTRY = 'details_entry';

/** Types and entry that the address names, so that a reload, Back and a shared link show the same. */
function useTimelineAddress() {
  const [address, setAddress] = useAddress();
  const types = typesOf(address);
  const entry = address.get(ENTRY);
  const show = (change: (now: URLSearchParams) => URLSearchParams): void =>
    setAddress(change, { replace: true, preventScrollReset: true });
  return {
    /** Empty: all. */
    types,
    entry: entry !== null && timelinePosition(entry) ? entry : null,
    showTypes: (choices: readonly TimelineType[]): void =>
      show((now) => changed(now, TYPES, changedChoice(typesOf(now), types, choices).join(',') || null)),
    clearEntry: (): void => show((now) => changed(now, ENTRY, null)),
    linkTo: (id: string): string => `?${changed(address, ENTRY, id)}`,
  };
}

function typesOf(address: URLSearchParams): TimelineType[] {
  const named = (address.get(TYPES) ?? '').split(',');
  return TIMELINE_TYPES.filter((type) => named.includes(type));
}

function changed(address: URLSearchParams, key: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(address);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}

const ICONS: Record<TimelineType, Icon> = {
  connection: IconPlugConnected,
  command: IconTerminal2,
  announcement: IconSpeakerphone,
  configuration: IconSettings,
  firmware: IconCpu,
  owner: IconUser,
  binding: IconLink,
  audit: IconHistory,
};
function EntryIcon({ type }: { type: TimelineType }) {
  const TypeIcon = ICONS[type];
  return <TypeIcon size={16} aria-hidden />;
}

type TimelineEntryProps = { entry: Entry; link: string; highlighted: boolean };
/** One entry. Its time is a link to it; the entry that the address names is scrolled to. */
function TimelineEntry({ entry, link, highlighted }: TimelineEntryProps) {
  const { t } = useTranslation(['device-timeline', 'commands', 'announcements', 'reasons', 'audit']);
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
