import type { LibraryItem } from '@belfry/schemas/http/library/items';
import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Dot, Row } from '../../kit/list/index.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useReason } from '../../lib/reasons.ts';
import { useTranslation } from '../../lib/translation.ts';
import { DotsMenu } from '../../ui/dots-menu.tsx';
import { When } from '../../ui/when.tsx';
import { useMay } from '../teams/teams-api.ts';
import { lengthOf, sayLink, textOf } from './item.ts';
import { formatLength } from './length.ts';
import classes from './library.module.css';

type Props = {
  entry: LibraryItem;
  to: string;
  isOpen: boolean;
  player: (entry: LibraryItem) => ReactNode;
  onDelete: (entry: LibraryItem) => void;
};

export function ItemRow({ entry, to, isOpen, player, onDelete }: Props) {
  const { t } = useTranslation('library');
  const describe = useReason();
  const { item, uses, last_used_at } = entry;
  const detail = useDetail()(entry);
  const length = lengthOf(entry);
  const problem = entry.kind === 'stations' ? entry.item.problem : null;
  return (
    <Row
      to={to}
      isOpen={isOpen}
      before={player(entry)}
      name={item.name}
      path={detail}
      facts={
        <>
          {problem && (
            <Dot state="look" text={t('stations.problem', { count: problem.devices, reason: describe(problem) })} />
          )}
          {entry.kind === 'messages' && entry.item.emergency && <span>{t('messages.emergency')}</span>}
          {/* One below the other, also where a row has none. */}
          <span className={classes.length}>{length !== null && formatLength(length)}</span>
          <span className={classes.used}>{uses > 0 && <Used uses={uses} />}</span>
        </>
      }
      time={<span className={classes.last}>{last_used_at !== null && <When at={last_used_at} />}</span>}
      action={<Actions entry={entry} to={to} onDelete={onDelete} />}
    />
  );
}

function Used({ uses }: { uses: number }) {
  const { t } = useTranslation('library');
  const locale = useLocale();
  return <span>{t('used', { count: uses, formatted: formatCount(uses, locale) })}</span>;
}

/** What it says or consists of, in grey after the name. */
export function useDetail(): (entry: LibraryItem) => string {
  const { t } = useTranslation('library');
  return (entry) => {
    switch (entry.kind) {
      case 'messages':
        // Its name may be its words.
        return textOf(entry) === entry.item.name ? '' : textOf(entry) || t('messages.audio_alone');
      case 'audio':
        return [entry.item.artist, entry.item.title].filter((tag) => tag !== null).join(' – ') || t('kind.audio');
      case 'playlists':
        return t('playlists.count', { count: entry.item.audio_ids.length });
      case 'stations':
        return entry.item.url;
      case 'chimes':
        return t('kind.chimes');
    }
  };
}

function Actions({ entry, to, onDelete }: Pick<Props, 'entry' | 'to' | 'onDelete'>) {
  const { t } = useTranslation('library');
  const maySay = useMay('say');
  const edits = useMay('edit_library');
  const { name, may_change } = entry.item;
  const link = maySay ? sayLink(entry) : null;
  const mayDelete = edits && may_change !== false;
  return (
    <>
      {link !== null && (
        <Button component={Link} {...link} size="compact-sm" variant="default" aria-label={t('say_this', { name })}>
          {t('say')}
        </Button>
      )}
      {/* The lengths of all rows stand below each other. */}
      {maySay && link === null && (
        <Button component="span" size="compact-sm" variant="default" aria-hidden className={classes.room ?? ''}>
          {t('say')}
        </Button>
      )}
      <DotsMenu of={name}>
        <Menu.Item component={Link} to={to}>
          {t(edits && may_change !== false ? 'edit_it' : 'open_it')}
        </Menu.Item>
        {mayDelete && (
          <Menu.Item c="error" onClick={() => onDelete(entry)}>
            {t('delete_it')}
          </Menu.Item>
        )}
      </DotsMenu>
    </>
  );
}
