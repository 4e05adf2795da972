import type { LibraryItem } from '@belfry/schemas/http/library/items';
import { Button, Menu, Text } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Detail, Section } from '../../kit/detail/index.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useReason } from '../../lib/reasons.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useMay } from '../teams/teams-api.ts';
import { ChimeForm } from './chime-form.tsx';
import { useDetail } from './item-rows.tsx';
import { keyOf, lengthOf, sayLink } from './item.ts';
import { formatLength } from './length.ts';
import { useGetLibraryQuery } from './library-api.ts';
import { MessageForm } from './message-form.tsx';
import { PlaylistForm } from './playlist-form.tsx';
import { SoundFacts, SoundForm, SoundWave } from './sound-form.tsx';
import { StationForm } from './station-form.tsx';
import { Uses } from './uses.tsx';
import classes from './library.module.css';
import { DotsMenu } from '../../ui/dots-menu.tsx';

type Props = {
  /** `messages:5` */
  opened: string;
  listed: readonly LibraryItem[] | undefined;
  player: (entry: LibraryItem) => ReactNode;
  onDelete: (entry: LibraryItem) => void;
  onClose: () => void;
};

/** All of one kind, for what a link opens and the list does not show. */
const ALL = { q: '', page: 1, page_size: 500 };

export function ItemDrawer({ opened, listed, player, onDelete, onClose }: Props) {
  const { t } = useTranslation('library');
  const errorText = useErrorMessage();
  const edits = useMay('edit_library');
  const [kind = ''] = opened.split(':');
  const shown = listed?.find((entry) => keyOf(entry) === opened);
  const isKind = (name: string): name is LibraryItem['kind'] =>
    ['messages', 'audio', 'chimes', 'playlists', 'stations'].includes(name);
  const needed = listed && !shown && isKind(kind) ? { ...ALL, kind } : skipToken;
  const { data, error, refetch, isFetching } = useGetLibraryQuery(needed);
  const entry = shown ?? data?.rows.find((each) => keyOf(each) === opened);
  if (!entry) {
    const isGone = listed && (needed === skipToken || (data && !isFetching));
    return (
      <Detail
        title={t(isGone ? 'gone' : 'title')}
        onClose={onClose}
        waiting={!isGone}
        failure={error && { message: errorText(error), onRetry: () => void refetch(), retrying: isFetching }}
      />
    );
  }
  const head = <Head entry={entry} player={player} onDelete={edits ? onDelete : null} />;
  if (!edits || entry.item.may_change === false) return <Reading entry={entry} head={head} onClose={onClose} />;
  const parts = { head, foot: <UsedIn entry={entry} />, onClose };
  switch (entry.kind) {
    case 'messages':
      return <MessageForm key={opened} message={entry.item} {...parts} />;
    case 'audio':
      return <SoundForm key={opened} sound={entry.item} {...parts} />;
    case 'chimes':
      return <ChimeForm key={opened} chime={entry.item} {...parts} />;
    case 'playlists':
      return <PlaylistForm key={opened} playlist={entry.item} {...parts} />;
    case 'stations':
      return <StationForm key={opened} station={entry.item} {...parts} />;
  }
}

type HeadProps = { entry: LibraryItem; player: Props['player']; onDelete: Props['onDelete'] | null };

/** What one does with it, before what it consists of. */
function Head({ entry, player, onDelete }: HeadProps) {
  const { t } = useTranslation('library');
  const maySay = useMay('say');
  const length = lengthOf(entry);
  const link = maySay ? sayLink(entry) : null;
  return (
    <div className={classes.head}>
      {entry.kind !== 'audio' && player(entry)}
      {entry.kind !== 'audio' && length !== null && <span className="tabular">{formatLength(length)}</span>}
      {link !== null && (
        <Button component={Link} {...link} size="sm" variant="default">
          {t('say')}
        </Button>
      )}
      {onDelete && entry.item.may_change !== false && (
        <DotsMenu className={classes.menu} isInside>
          <Menu.Item c="error" onClick={() => onDelete(entry)}>
            {t('delete_it')}
          </Menu.Item>
        </DotsMenu>
      )}
    </div>
  );
}

function UsedIn({ entry: { kind, item, uses } }: { entry: LibraryItem }) {
  const { t } = useTranslation('library');
  return (
    <Section title={t('uses.title')}>
      {uses === 0 ? <Text size="sm">{t('uses.none')}</Text> : <Uses kind={kind} id={item.id} />}
    </Section>
  );
}

/** For who does not change it. */
function Reading({ entry, head, onClose }: { entry: LibraryItem; head: ReactNode; onClose: () => void }) {
  const { t } = useTranslation('library');
  const describe = useReason();
  const detailOf = useDetail();
  return (
    <Detail title={entry.item.name} path={t(`kind.${entry.kind}`)} onClose={onClose}>
      {head}
      {entry.item.may_change === false && (
        <Text size="sm" c="dimmed">
          {t('not_own')}
        </Text>
      )}
      {entry.kind === 'messages' ? (
        entry.item.variants.map(({ language, text }) => (
          <Section key={language} title={language}>
            <Text size="sm" lang={language}>
              {text || t('messages.audio_alone')}
            </Text>
          </Section>
        ))
      ) : (
        <Section>
          {entry.kind === 'audio' ? <SoundFacts sound={entry.item} /> : <Text size="sm">{detailOf(entry)}</Text>}
          {entry.kind === 'audio' && <SoundWave sound={entry.item} />}
          {entry.kind === 'stations' && entry.item.problem && (
            <Text size="sm">
              {t('stations.problem', { count: entry.item.problem.devices, reason: describe(entry.item.problem) })}
            </Text>
          )}
        </Section>
      )}
      <UsedIn entry={entry} />
    </Detail>
  );
}
